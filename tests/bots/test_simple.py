from __future__ import annotations

from collections import Counter

import pytest

from elfer.bots.simple import CALLS, RESTS, greedy, random
from elfer.core.chance import Chance

TRIES = 300


def chosen(moves: tuple[str, ...]) -> set[str]:
    """All that greedy chooses from these moves."""
    return {greedy(moves, Chance(seed)) for seed in range(TRIES)}


def test_random_makes_each_move_about_as_often() -> None:
    moves = ("R1", "end", "doubt")
    made = Counter(random(moves, Chance(seed)) for seed in range(TRIES))
    assert all(abs(made[move] - TRIES / 3) < 40 for move in moves)


def test_greedy_lays_while_there_is_anything_to_lay() -> None:
    assert chosen(("R1", "J=R2", "give R1", "end")) == {"R1", "J=R2"}
    assert chosen(("give R1", "give R2", "end")) == {"give R1", "give R2"}


@pytest.mark.parametrize("call", sorted(CALLS))
def test_greedy_never_calls_as_long_as_it_may_do_something_else(call: str) -> None:
    assert chosen(("reveal", call)) == {"reveal"}


@pytest.mark.parametrize("rest", sorted(RESTS))
def test_greedy_rests_when_nothing_else_is_left(rest: str) -> None:
    assert chosen((rest,)) == {rest}
