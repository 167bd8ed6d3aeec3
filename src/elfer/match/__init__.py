"""A match: several rounds of one game with the same seats, for people, bots and clocks alike."""

from __future__ import annotations

from elfer.match.match import AnyMatch, Match
from elfer.match.opening import load, replay, start
from elfer.match.steps import DEAL, STOP, UNDO, Foreseen, RoundDealt, Step, TakenBack

__all__ = [
    "DEAL",
    "STOP",
    "UNDO",
    "AnyMatch",
    "Foreseen",
    "Match",
    "RoundDealt",
    "Step",
    "TakenBack",
    "load",
    "replay",
    "start",
]
