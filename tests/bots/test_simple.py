from __future__ import annotations

from collections import Counter

import pytest

from elfer.bots.simple import greedy, random
from elfer.core.chance import Chance
from elfer.core.game import AnyGame
from elfer.game_card import policy_of
from elfer.games import registry
from tests.bots.nim import GAME

TRIES = 300
BY_CALL = [
    (id, call) for id in ("connect", "cheat", "snap") for call in policy_of(registry()[id]).greedy_last
]
BY_REST = [(id, rest) for id in registry() for rest in policy_of(registry()[id]).idle]


def chosen(game: AnyGame, *moves: str) -> set[str]:
    """All that greedy chooses from these moves."""
    return {greedy(game, moves, Chance(seed)) for seed in range(TRIES)}


def test_random_makes_each_move_about_as_often() -> None:
    moves = ("R1", "end", "doubt")
    made = Counter(random(GAME, moves, Chance(seed)) for seed in range(TRIES))
    assert all(abs(made[move] - TRIES / 3) < 40 for move in moves)


def test_greedy_lays_while_there_is_anything_to_lay() -> None:
    board = registry()["board"]()
    assert chosen(board, "R1", "N3=R3", "give R1", "end") == {"R1", "N3=R3"}
    assert chosen(board, "give R1", "give R2", "end") == {"give R1", "give R2"}
    assert chosen(board, "R1", "N3=R3", "skip") == {"R1", "N3=R3"}


def test_greedy_takes_the_safe_move_where_others_may_be_faults() -> None:
    assert chosen(registry()["connect"](), "middle", "pile 1", "own") == {"own"}


@pytest.mark.parametrize(("id", "call"), BY_CALL)
def test_greedy_never_calls_as_long_as_it_may_do_something_else(id: str, call: str) -> None:
    assert chosen(registry()[id](), "reveal", call) == {"reveal"}


@pytest.mark.parametrize(("id", "rest"), BY_REST)
def test_greedy_rests_when_nothing_else_is_left(id: str, rest: str) -> None:
    game = registry()[id]()
    assert chosen(game, rest) == {rest}
    assert chosen(game, "R1", rest) == {"R1"}


def test_a_game_without_a_card_has_the_default_policy() -> None:
    assert chosen(GAME, "keep", "doubt", "end", "pass") == {"keep", "doubt"}
