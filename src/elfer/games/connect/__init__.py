"""Connect anywhere: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.connect.rules import Connect
from elfer.games.connect.state import CardTurned, Connected, KeptOpen, RanOut, State, StoppCalled, View

__all__ = [
    "CardTurned",
    "Connect",
    "Connected",
    "KeptOpen",
    "RanOut",
    "RoundOver",
    "State",
    "StoppCalled",
    "View",
]
