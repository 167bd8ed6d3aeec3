"""Schnipp Schnapp: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.snap.rules import Snap
from elfer.games.snap.state import (
    AllFlipped,
    CalledFalsely,
    CalledLate,
    CalledOut,
    CalledTogether,
    Flipped,
    LookedThrough,
    State,
    TookMiddle,
    TookPiles,
    View,
)

__all__ = [
    "AllFlipped",
    "CalledFalsely",
    "CalledLate",
    "CalledOut",
    "CalledTogether",
    "Flipped",
    "LookedThrough",
    "RoundOver",
    "Snap",
    "State",
    "TookMiddle",
    "TookPiles",
    "View",
]
