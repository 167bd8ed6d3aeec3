"""What every level does in every game: legal moves, the same again, and estimates of all moves."""

from __future__ import annotations

import os
from itertools import product
from typing import Any

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.bots.play import next_move
from elfer.core.chance import Chance
from elfer.core.game import part_of_game
from elfer.games import registry
from elfer.match import AnyMatch
from tests.variants import VARIANTS

LONG = bool(os.environ.get("ELFER_LONG"))
FIRST_MOVES = {"easy": 40, "medium": 40, "hard": 30 if LONG else 20, "expert": 10 if LONG else 5}
"""How many moves of a match are played: deciding takes longer at the higher levels."""

each_game = pytest.mark.parametrize("id", registry())
each_level = pytest.mark.parametrize("level", LEVELS)


def begun(id: str, seats: int, options: dict[str, Any], level: str) -> AnyMatch:
    """The first moves of a match between bots of a level; each move is refused if it is not legal."""
    match, rng = elfer.start(id, seats=seats, seed=5, **options), Chance(5)
    bots = [elfer.bot(level, seed=seat) for seat in range(seats)]
    while not match.over and match.steps < FIRST_MOVES[level]:
        match.play(*next_move(match, bots, rng))
    return match


def played_variants() -> list[tuple[str, int, dict[str, Any], str]]:
    """All variants at all levels; *expert* with the fewest seats and the most.

    The bots of a game with a compiled twin are tried with all its options beside that twin's own tests.
    """
    return [
        (id, seats, options, level)
        for (id, seats, options), level in product(VARIANTS, LEVELS)
        if not part_of_game(registry()[id], "compiled")
        and (level != "expert" or seats in (registry()[id].seats[0], registry()[id].seats[-1]))
    ]


@pytest.mark.parametrize(("id", "seats", "options", "level"), played_variants(), ids=str)
def test_every_level_plays_with_all_seats_and_options(
    id: str, seats: int, options: dict[str, Any], level: str
) -> None:
    assert begun(id, seats, options, level).steps


@each_level
@each_game
def test_the_same_seeds_give_the_same_match(id: str, level: str) -> None:
    seats = registry()[id].seats[0]
    first, second = (begun(id, seats, {}, level) for _ in range(2))
    assert first.record() == second.record()


@each_game
def test_each_legal_move_is_evaluated_once(id: str) -> None:
    match = begun(id, registry()[id].seats[-1], {}, "easy")
    if match.over:
        match = elfer.start(id, seats=registry()[id].seats[-1], seed=5)
    seat = next(seat for seat in match.actors if seat >= 0)
    found = elfer.bot("hard", seed=1).evaluate(match, seat)
    assert sorted(estimate.move for estimate in found) == sorted(match.moves(seat))
    assert all(0 <= estimate.win <= 1 for estimate in found)


@each_game
def test_the_chances_of_all_seats_add_up_to_about_one(id: str) -> None:
    """At the start, over some deals and every first seat; moving first may be an advantage."""
    seats, hopes = registry()[id].seats[0], []
    for seed, first in product(range(4), range(seats)):
        match = elfer.start(id, seats=seats, seed=seed, **_beginning(id, first))
        seat = first if first in match.actors else match.actors[0]
        hopes.append(elfer.bot("hard", seed=1).evaluate(match, seat)[0].win)
    assert 0.6 / seats < sum(hopes) / len(hopes) < 1.6 / seats


def _beginning(id: str, first: int) -> dict[str, Any]:
    return {"first": first} if "first" in registry()[id].__struct_fields__ else {}
