from __future__ import annotations

from random import Random

import pytest

import elfer
from elfer.core.beliefs import NONE
from elfer.core.cards import BIT, each, union
from elfer.core.chance import Chance
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import (
    RNG,
    blank,
    deal,
    from_state,
    random_move,
    sheet_of,
    stream,
    to_move,
    to_number,
    to_state,
)
from elfer.games.rows.compiled.convert import card, number
from elfer.games.rows.state import State
from tests.games.rows.compiled.variants import TABLES, games


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_states_come_back(id: str, seats: int) -> None:
    rng = Random(1)
    for i, game in enumerate(games(id, seats)):
        state = game.deal(seats, Chance(i))
        while actors := game.actors(state):
            if all(belief.odds is NONE for belief in state.excluded):
                assert to_state(game, *from_state(game, state), seats) == state
            state, _ = game.play(state, actors[0], rng.choice(game.moves(state, actors[0])))
        assert to_state(game, *from_state(game, state), seats).hands == state.hands


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_the_engine_deals_as_the_library_does(id: str, seats: int) -> None:
    for i, game in enumerate(games(id, seats)):
        array, stock = blank()
        array[RNG] = stream(3, i)
        sheet = sheet_of(game, seats)
        deal(array, sheet, stock)
        state = to_state(game, array, stock, seats)
        assert [hand.bit_count() for hand in state.hands] == [game.hand_size(seats)] * seats
        assert sorted(state.all_cards()) == sorted(game.deck(seats))
        assert state.table == game.laid_out()
        if getattr(game, "first", None) != "random":
            assert state.turn == game.starter(state.hands, Chance(0))
        assert to_move(random_move(array, sheet)) in game.moves(state, state.turn)


def test_cards_and_moves() -> None:
    everything = [f"{letter}{n}" for letter in "RYGB" for n in range(1, 21)]
    numbers = [to_number(move) for move in everything]
    assert numbers == sorted(set(numbers))
    assert min(numbers) > 0
    assert max(numbers) < 128
    for move in (*everything, "draw", "keep", "end", "pass"):
        assert to_move(to_number(move)) == move
    for bit in each(union(BIT[move] for move in everything)):
        assert card(number(bit)) == bit
    assert number(0) == 0


def test_a_card_to_be_laid_or_kept_is_no_part_of_the_hand() -> None:
    hands = ["R1-8 Y1-9 Y12 Y13 G1", "R13-20 Y14-20 G12-16"]
    position = {"game": "classic", "options": {"edition": "star-wars"}, "hands": hands, "table": "R11"}
    match = elfer.load(position | {"stock": "G2 R12 R9 R10 Y10 Y11 G3-11 G17-20 B1-20"})
    match.play(0, "draw")
    game, state = Classic(edition="star-wars"), match.state
    assert isinstance(state, State)
    assert state.drawn == BIT["R12"]
    back = to_state(game, *from_state(game, state), 2)
    assert (back.hands, back.drawn) == (state.hands, state.drawn)
