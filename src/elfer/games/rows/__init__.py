"""The row games: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.events import Drew, Laid, Passed, TurnEnded
from elfer.core.game import RoundOver
from elfer.games.rows.any_start import AnyStart
from elfer.games.rows.classic import Classic
from elfer.games.rows.false_start import FalseStart
from elfer.games.rows.junior import Junior
from elfer.games.rows.state import CardKept, State, View
from elfer.games.rows.three_starts import ThreeStarts

__all__ = [
    "AnyStart",
    "CardKept",
    "Classic",
    "Drew",
    "FalseStart",
    "Junior",
    "Laid",
    "Passed",
    "RoundOver",
    "State",
    "ThreeStarts",
    "TurnEnded",
    "View",
]
