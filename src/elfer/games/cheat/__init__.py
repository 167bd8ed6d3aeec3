"""Cheat: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.cheat.rules import Cheat
from elfer.games.cheat.state import (
    Accepted,
    Claimed,
    Exposed,
    LastClaimed,
    PileLeft,
    PileTaken,
    Proven,
    State,
    View,
)

__all__ = [
    "Accepted",
    "Cheat",
    "Claimed",
    "Exposed",
    "LastClaimed",
    "PileLeft",
    "PileTaken",
    "Proven",
    "RoundOver",
    "State",
    "View",
]
