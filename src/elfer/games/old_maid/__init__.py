"""Schwarzer Peter: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.old_maid.rules import OldMaid
from elfer.games.old_maid.state import DrewFrom, PeterKnown, State, View

__all__ = ["DrewFrom", "OldMaid", "PeterKnown", "RoundOver", "State", "View"]
