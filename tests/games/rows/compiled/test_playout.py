"""Random play of the engine: every legal move equally often, and games to their end."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from elfer.compiled.streams import stream
from elfer.core.chance import Chance
from elfer.games.rows.compiled.convert import blank, from_state, sheet_of
from elfer.games.rows.compiled.layout import DRAW, MOVES, PASS, RNG, WINNER
from elfer.games.rows.compiled.playout import FIGURES, play_games, playout, random_move
from elfer.games.rows.compiled.rules import deal, moves, play, points
from tests.games.rows.compiled.variants import TABLES, games

TRIES = 4000


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_each_legal_move_is_made_about_as_often(id: str, seats: int) -> None:
    game = games(id, seats)[0]
    state = widest = game.deal(seats, Chance(2))
    while game.actors(state):
        state, _ = game.play(state, state.turn, game.moves(state, state.turn)[-1])
        widest = max(widest, state, key=lambda now: len(game.moves(now, now.turn)))
    (array, _), sheet, found = from_state(game, widest, 7), sheet_of(game, seats), np.zeros(MOVES, np.int64)
    size = moves(array, sheet, found)
    assert size > 1
    made = Counter(random_move(array, sheet) for _ in range(TRIES))
    assert set(made) == set(found[:size].tolist())
    mean = TRIES / size
    assert sum((times - mean) ** 2 / mean for times in made.values()) < size - 1 + 5 * (2 * (size - 1)) ** 0.5


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_playout_counts_what_it_plays(id: str, seats: int) -> None:
    sheet, (array, stock) = sheet_of(games(id, seats)[0], seats), blank()
    array[RNG] = stream(1, 1)
    deal(array, sheet, stock)
    again, played = array.copy(), []
    while again[WINNER] < 0:
        played.append(random_move(again, sheet))
        play(again, sheet, stock, played[-1])
    assert playout(array, sheet, stock) == (len(played), played.count(DRAW), played.count(PASS))
    assert array.tolist() == again.tolist()


def test_games_are_played_from_an_index_on() -> None:
    game = games(*TABLES[0])[0]
    sheet, (array, stock) = sheet_of(game, TABLES[0][1]), blank()
    whole, part = (np.zeros((size, FIGURES + sheet.seats), np.int64) for size in (6, 2))
    play_games(array, sheet, stock, 9, 0, whole)
    play_games(array, sheet, stock, 9, 4, part)
    assert (whole[4:] == part).all()
    assert [points(array, seat) for seat in range(sheet.seats)] == part[-1, FIGURES:].tolist()
