"""The engine made to follow the rules library, move by move."""

from __future__ import annotations

from random import Random

import numpy as np

from elfer.compiled.decorator import Ints, compiled
from elfer.core.beliefs import NONE
from elfer.core.cards import Cards, union
from elfer.games.rows.compiled import (
    MOVES,
    SIZE,
    Sheet,
    from_state,
    moves,
    play,
    points,
    sheet_of,
    to_number,
)
from elfer.games.rows.compiled.convert import number
from elfer.games.rows.compiled.layout import (
    DRAWN,
    EXCLUDED,
    HALF,
    HANDS,
    LAID,
    LAST,
    NEXT,
    TABLE,
    TURN,
    WINNER,
)
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State


@compiled
def follow(
    game: Ints, sheet: Sheet, stock: Ints, played: Ints, found: Ints, sizes: Ints, after: Ints
) -> None:
    """Play these moves; what was legal before each goes to *found*, and the game after it to *after*."""
    for i in range(len(played)):
        sizes[i] = moves(game, sheet, found[i])
        play(game, sheet, stock, played[i])
        for j in range(len(game)):
            after[i, j] = game[j]


def compare(game: RowGame, state: State, rng: Random, most: int = 100_000) -> int:
    """Play at random by the library, *most* moves or fewer, and let the engine follow; how many it was."""
    seats, start = len(state.hands), state
    states: list[State] = []
    legal: list[tuple[str, ...]] = []
    played: list[str] = []
    tangled: set[int] = set()
    while len(played) < most and (actors := game.actors(state)):
        legal.append(game.moves(state, actors[0]))
        played.append(rng.choice(legal[-1]))
        state, _ = game.play(state, actors[0], played[-1])
        states.append(state)
    array, stock = from_state(game, start)
    found, sizes = np.zeros((len(played), MOVES), np.int64), np.zeros(len(played), np.int64)
    after = np.zeros((len(played), SIZE), np.int64)
    numbers = np.array([to_number(move) for move in played], np.int64)
    follow(array, sheet_of(game, seats), stock, numbers, found, sizes, after)
    for there, here, size, row, then in zip(
        legal, found.tolist(), sizes.tolist(), after.tolist(), states, strict=True
    ):
        assert here[:size] == [to_number(move) for move in there]
        agree(row, then, tangled)
    result = game.result(state)
    assert (int(array[WINNER]) >= 0) == (result is not None)
    if result:
        assert result.winners == (int(array[WINNER]),)
        assert result.points == tuple(points(array, seat) for seat in range(seats))
    return len(played)


def agree(row: list[int], state: State, tangled: set[int]) -> None:
    """The engine's game is the library's state, and knows as much of every hand that is not *tangled*."""
    seats = len(state.hands)
    assert tuple(cards(row, HANDS + 2 * seat) for seat in range(seats)) == state.hands
    assert cards(row, TABLE) == state.table
    assert (row[TURN], row[LAID]) == (state.turn, state.laid)
    assert row[LAST] - row[NEXT] == len(state.stock)
    assert row[DRAWN] == number(state.drawn)
    unseen = union(state.hands) | union(state.stock)
    for seat, belief in enumerate(state.excluded):
        known = cards(row, EXCLUDED + 2 * seat) & unseen
        if (state.drawn and seat == state.turn) or belief.odds is not NONE:
            tangled.add(seat)  # the library knows more from now on: CLA-8, THR-2
        if seat not in tangled:
            assert known == belief.excluded & unseen
        elif belief.tracked and not (state.drawn and seat == state.turn):
            assert not known & ~belief.excluded


def cards(row: list[int], at: int) -> Cards:
    return row[at] | row[at + 1] << HALF
