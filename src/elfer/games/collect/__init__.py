"""Collecting colours: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.events import TurnEnded
from elfer.core.game import RoundOver
from elfer.games.collect.rules import Collect
from elfer.games.collect.state import CardTaken, PutDown, SaidSchluss, State, View

__all__ = ["CardTaken", "Collect", "PutDown", "RoundOver", "SaidSchluss", "State", "TurnEnded", "View"]
