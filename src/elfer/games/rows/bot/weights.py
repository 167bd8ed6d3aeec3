"""The policies of the row games by name: some made by hand, and one tuned for each game and number of seats.

`weights.toml` has the tuned ones. `tools/tune_rows.py` made them, and can make them again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from elfer.compiled.arrays import float_table
from elfer.compiled.decorator import Floats
from elfer.games.rows.bot.policy import CARD, RESTING

Named = Mapping[str, Mapping[str, float]]
"""Weights by name: of the *first* card of a turn, of *further* ones, of *resting*, and of *chance*."""

PARTS = {"first": CARD, "further": CARD, "resting": RESTING, "chance": ("noise",)}
NAMES = [(part, name) for part, names in PARTS.items() for name in names]
ONE_ONLY = {"bias": -9.0}
"""Lay one card a turn, but all when the whole hand goes."""
ALL = {"bias": 9.0}
UNLOCKING = {"opens": -1.0, "closed": -0.5, "far": 0.7, "mine": 0.5}
"""Hold back what opens the way for others, and safe cards for later; open the way to own cards."""
BY_HAND: dict[str, Named] = {
    "greedy": {"further": ALL, "chance": {"noise": 1.0}},
    "easy": {"further": {"bias": -0.3}, "chance": {"noise": 1.0}},
    "medium": {"first": {"far": 0.6}, "further": ONE_ONLY, "chance": {"noise": 0.6}},
    "hard": {"first": UNLOCKING, "further": ONE_ONLY},
}
TUNED = "tuned"
POLICIES = (*BY_HAND, TUNED)
"""The policies in the order of their rows in `policies`."""


def row(named: Named) -> list[float]:
    """A policy's weights in the order of `policy`; those not named are zero."""
    return [named.get(part, {}).get(name, 0.0) for part, name in NAMES]


@cache
def policies(game: str, seats: int) -> Floats:
    """All policies for a game at a table of this size, a row for each."""
    return float_table([*(row(named) for named in BY_HAND.values()), row(_tuned()[game][str(seats)])])


@cache
def _tuned() -> dict[str, dict[str, Named]]:
    """The tuned policies by game and number of seats."""
    return tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
