"""The policies of the row games by name: four made by hand, and one tuned per game and number of seats.

`weights.toml` has the tuned ones, made by `tools/tune_rows.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from elfer.compiled.arrays import float_table
from elfer.compiled.decorator import Floats
from elfer.games.rows.bot.policy import CARD, RESTING

NamedWeights = Mapping[str, Mapping[str, float]]
"""Weights by part (`first` card of a turn, `further` ones, `resting`, `chance`) and name."""

PARTS = {"first": CARD, "further": CARD, "resting": RESTING, "chance": ("noise",)}
NAMES = [(part, name) for part, names in PARTS.items() for name in names]
ONE_ONLY = {"bias": -9.0}
"""One card a turn, unless the whole hand goes."""
ALL = {"bias": 9.0}
UNLOCKING = {"opens": -1.0, "closed": -0.5, "far": 0.7, "mine": 0.5}
"""Holds back what opens ways for others, and safe cards for later; opens ways to own cards."""
BY_HAND: dict[str, NamedWeights] = {
    "greedy": {"further": ALL, "chance": {"noise": 1.0}},
    "easy": {"further": {"bias": -0.3}, "chance": {"noise": 1.0}},
    "medium": {"first": {"far": 0.6}, "further": ONE_ONLY, "chance": {"noise": 0.6}},
    "hard": {"first": UNLOCKING, "further": ONE_ONLY},
}
POLICIES = (*BY_HAND, "tuned")
"""The policies in the order of their rows in `policies`."""


def row(named: NamedWeights) -> list[float]:
    """A policy's weights in the order of `policy`; those not named are zero."""
    return [named.get(part, {}).get(name, 0.0) for part, name in NAMES]


@cache
def policies(game: str, seats: int) -> Floats:
    """All policies for a game at a table of this size, a row for each."""
    return float_table([*(row(named) for named in BY_HAND.values()), row(_tuned()[game][str(seats)])])


@cache
def _tuned() -> dict[str, dict[str, NamedWeights]]:
    """The tuned policies by game and number of seats."""
    return tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
