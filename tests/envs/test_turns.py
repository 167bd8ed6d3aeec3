"""Who is asked when, where several may act."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.envs.encoding import WAIT
from elfer.envs.turns import SequentialTurns
from elfer.games import registry
from tests.variants import VARIANTS


@pytest.mark.parametrize(("id", "seats", "options"), VARIANTS, ids=str)
def test_every_match_comes_to_its_end(id: str, seats: int, options: dict[str, Any]) -> None:
    """An asked seat may act, is awaited or may wait, and is asked once per point."""
    turns, rng = SequentialTurns(elfer.start(id, seats=seats, seed=5, **options)), Chance(5)
    asked: set[int] = set()
    while (seat := turns.seat) is not None:
        match, steps = turns.match, turns.match.steps
        assert seat in match.actors
        assert (turns.moves[-1] == WAIT) == (seat not in match.awaited)
        assert seat not in asked
        asked.add(seat)
        turns.act(turns.moves[rng.below(len(turns.moves))])
        if match.steps > steps:
            asked = set()
    assert turns.match.over
    assert turns.moves == ()
    with pytest.raises(elfer.IllegalMove):
        turns.act(WAIT)


def test_doubters_are_asked_before_the_next_lay() -> None:
    turns = SequentialTurns(elfer.start("cheat", seats=4, seed=1, edition="star-wars"))
    assert turns.seat == 0
    turns.act(turns.moves[0])
    heard = []
    while turns.moves[-1] == WAIT:
        heard.append((turns.seat, turns.moves))
        turns.act(WAIT)
    assert heard == [(2, ("doubt", WAIT)), (3, ("doubt", WAIT))]
    assert turns.seat == 1
    assert "doubt" in turns.moves
    with pytest.raises(elfer.IllegalMove):
        turns.act(WAIT)


def test_a_call_is_joined_once_and_then_resolved() -> None:
    turns = SequentialTurns(elfer.start("snap", seats=4, seed=1))
    while turns.moves[-1] == WAIT:
        turns.act(WAIT)
    assert turns.seat == 0
    turns.act("reveal")
    assert turns.seat == 2  # it is 1 that play waits for
    turns.act("schnapp")
    joining = []
    while turns.match.awaited == (elfer.TABLE,):
        joining.append((turns.seat, turns.moves))
        turns.act(WAIT)
    words = ("schnapp", "schnipp", WAIT)
    assert joining == [(3, words), (0, words), (1, words)]
    assert turns.match.history[-1].move == "resolve"


def test_those_that_play_waits_for_go_clockwise() -> None:
    turns = SequentialTurns(elfer.start("highest", seats=3, seed=1))
    order = []
    for _ in range(7):
        order.append(turns.seat)
        turns.act(turns.moves[-1])
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_the_table_deals_the_next_round_unasked() -> None:
    turns, rng = SequentialTurns(elfer.start("duel", seed=1, rounds=3)), Chance(1)
    while turns.seat is not None:
        turns.act(turns.moves[rng.below(len(turns.moves))])
    assert len(turns.match.results) == 3


@pytest.mark.parametrize("id", registry())
def test_a_copy_goes_its_own_way(id: str) -> None:
    turns, rng = SequentialTurns(elfer.start(id, seed=9)), Chance(9)
    for _ in range(8):
        turns.act(turns.moves[rng.below(len(turns.moves))])
    before = (turns.seat, turns.moves, turns.match.steps)
    twin = copy(turns)
    for _ in range(4):
        twin.act(twin.moves[rng.below(len(twin.moves))])
    assert (turns.seat, turns.moves, turns.match.steps) == before
    other = copy(turns)
    assert (other.seat, other.moves) == before[:2]
