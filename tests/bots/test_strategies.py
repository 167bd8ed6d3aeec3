"""The strategy of a game without its own, tested with Nim."""

from __future__ import annotations

import pytest

from elfer.bots import LEVELS, Bot, Observation, search, strategy
from elfer.core.chance import Chance
from elfer.games import registry
from tests.bots.nim import GAME, Sticks

SEEDS = range(20)


def chosen(level: str, left: int) -> set[str]:
    """All that bots of a level take when *left* sticks are left."""
    return {search.choose(level, GAME, Sticks(left), 0, Chance(seed)) for seed in SEEDS}


def test_a_game_without_a_strategy_is_searched() -> None:
    assert strategy(GAME) is search
    assert all(strategy(kind()) is not search for kind in registry().values())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_legal_moves_and_the_same_seed_the_same_one(level: str) -> None:
    for left in (1, 6):
        assert chosen(level, left) <= set(GAME.moves(Sticks(left), 0))
    assert len({search.choose(level, GAME, Sticks(7), 0, Chance(3)) for _ in range(3)}) == 1


def test_easy_makes_any_move() -> None:
    assert chosen("easy", 3) == set(GAME.moves(Sticks(3), 0))


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_better_levels_take_the_last_sticks(level: str) -> None:
    assert chosen(level, 3) == {"3"}
    assert chosen(level, 2) == {"2"}


def test_no_level_calls_in_a_game_without_calls() -> None:
    seen = Observation(GAME, Sticks(3), 0, (1, 0, 0))
    assert {Bot(level, seed=1).decide_call(seen) for level in LEVELS} == {None}


def test_every_move_is_estimated() -> None:
    found = search.estimate(GAME, Sticks(3), 0, Chance(1))
    assert [estimate.move for estimate in found] == list(GAME.moves(Sticks(3), 0))
    assert max(found, key=lambda estimate: estimate.win).move == "3"
