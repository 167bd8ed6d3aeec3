"""Duel: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.duel.rules import Duel
from elfer.games.duel.state import Compared, StackRenewed, State, View

__all__ = ["Compared", "Duel", "RoundOver", "StackRenewed", "State", "View"]
