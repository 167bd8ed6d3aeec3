"""What holds for the bots of all eight further games."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.core.chance import Chance
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.study.simulate import decide
from tests.test_laws import VARIANTS

SIDE_GAMES = ("connect", "cheat", "guess", "duel", "collect", "snap", "old-maid", "highest")
STEPS = {"easy": 40, "medium": 40, "hard": 30, "expert": 10}
"""So many moves of a match are played: deciding takes longer at the higher levels."""


def begun(id: str, seats: int, options: dict[str, Any], level: str) -> AnyMatch:
    """The first moves of a match between bots of a level; each move is refused if it is not legal."""
    match, rng = elfer.start(id, seats=seats, seed=5, **options), Chance(5)
    bots = [elfer.bot(level, seed=seat) for seat in range(seats)]
    while not match.over and match.steps < STEPS[level]:
        match.play(*decide(match, bots, rng))
    return match


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("id", "seats", "options"), [v for v in VARIANTS if v[0] in SIDE_GAMES], ids=str)
def test_every_level_plays_with_all_seats_and_options(
    id: str, seats: int, options: dict[str, Any], level: str
) -> None:
    if level == "expert" and seats not in (registry()[id].seats[0], registry()[id].seats[-1]):
        return
    assert begun(id, seats, options, level).steps


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("id", SIDE_GAMES)
def test_the_same_seeds_give_the_same_match(id: str, level: str) -> None:
    seats = registry()[id].seats[0]
    first, second = (begun(id, seats, {}, level) for _ in range(2))
    assert first.record() == second.record()


@pytest.mark.parametrize("id", SIDE_GAMES)
def test_each_legal_move_is_evaluated_once(id: str) -> None:
    match = begun(id, registry()[id].seats[-1], {}, "easy")
    if match.over:
        match = elfer.start(id, seats=registry()[id].seats[-1], seed=5)
    seat = next(seat for seat in match.actors if seat >= 0)
    found = elfer.bot("hard", seed=1).evaluate(match, seat)
    assert sorted(estimate.move for estimate in found) == sorted(match.moves(seat))
    assert all(0 <= estimate.win <= 1 for estimate in found)


@pytest.mark.parametrize("id", SIDE_GAMES)
def test_the_chances_of_all_seats_add_up_to_about_one(id: str) -> None:
    """At the start, each seat with its best move, over some deals; the first may have an advantage."""
    seats, hopes = registry()[id].seats[0], []
    for seed in range(4):
        for first in range(seats):
            match = elfer.start(id, seats=seats, seed=seed, **_beginning(id, first))
            hopes.append(elfer.bot("hard", seed=1).evaluate(match, first)[0].win)
    assert 0.6 / seats < sum(hopes) / len(hopes) < 1.6 / seats


def _beginning(id: str, first: int) -> dict[str, Any]:
    return {"first": first} if "first" in registry()[id].__struct_fields__ else {}
