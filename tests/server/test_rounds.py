"""The rounds a match of people may have fit the number of moves after which it is broken off."""

from __future__ import annotations

import os
from typing import Any

import pytest

import elfer
from elfer.bots.play import next_move
from elfer.core.chance import Chance
from elfer.game_card import policy_of
from elfer.games import registry
from elfer.server.settings import Settings

LONG = bool(os.environ.get("ELFER_LONG"))
ROUNDS = 60 if LONG else 2
OFFERED = 10
"""The most rounds that the page offers, for every game."""
STAR_WARS = {"edition": "star-wars"}
MEASURED: dict[str, tuple[int, int, dict[str, Any]]] = {
    "classic": (210, 2, STAR_WARS),
    "false-start": (160, 2, {}),
    "three-starts": (160, 2, {}),
    "any-start": (160, 2, {}),
    "junior": (125, 2, STAR_WARS),
    "master": (190, 2, {}),
    "board": (140, 2, {"symbols": True}),
    "connect": (2100, 6, {"attention": True}),
    "cheat": (1750, 6, STAR_WARS | {"colour": "blue"}),
    "guess": (40, 4, {}),
    "duel": (420, 2, {"to_the_end": True}),
    "collect": (220, 2, {}),
    "snap": (2050, 5, {}),
    "old-maid": (200, 6, {}),
    "highest": (44, 4, {}),
}
"""The moves of 95 of 100 rounds among easy bots, and where they are longest: seats and options."""


@pytest.mark.parametrize("game", registry())
def test_a_match_of_the_most_rounds_is_played_to_its_end(game: str) -> None:
    most = policy_of(registry()[game]).max_rounds
    assert most >= OFFERED
    assert most * MEASURED[game][0] <= Settings().moves


@pytest.mark.parametrize("game", registry())
def test_rounds_are_as_long_as_was_measured(game: str) -> None:
    most, seats, options = MEASURED[game]
    lengths = sorted(_moves(game, seats, options, seed) for seed in range(ROUNDS))
    assert lengths[ROUNDS * 95 // 100 - 1] <= most


def _moves(game: str, seats: int, options: dict[str, Any], seed: int) -> int:
    """How many moves a round among easy bots has."""
    match, rng = elfer.start(game, seats=seats, seed=seed, **options), Chance(seed, 1)
    bots = [elfer.bot("easy", seed=seat) for seat in range(seats)]
    while not match.over:
        match.play(*next_move(match, bots, rng))
    return match.steps
