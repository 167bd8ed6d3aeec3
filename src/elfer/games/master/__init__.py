"""Elfer raus! Master: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.events import Drew, Laid, Passed, TurnEnded
from elfer.core.game import RoundOver
from elfer.games.master.rules import Master
from elfer.games.master.state import BonusTaken, Bridged, JokerLaid, JokerSwapped, State, View

__all__ = [
    "BonusTaken",
    "Bridged",
    "Drew",
    "JokerLaid",
    "JokerSwapped",
    "Laid",
    "Master",
    "Passed",
    "RoundOver",
    "State",
    "TurnEnded",
    "View",
]
