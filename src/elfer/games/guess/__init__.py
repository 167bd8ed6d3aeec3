"""Guess the sum: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.game import RoundOver
from elfer.games.guess.rules import Guess
from elfer.games.guess.state import Guessed, State, SumShown, View

__all__ = ["Guess", "Guessed", "RoundOver", "State", "SumShown", "View"]
