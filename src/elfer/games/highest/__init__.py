"""The highest card wins: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.highest.rules import Highest
from elfer.games.highest.state import Chose, State, TrickShown, View

__all__ = ["Chose", "Highest", "RoundOver", "State", "TrickShown", "View"]
