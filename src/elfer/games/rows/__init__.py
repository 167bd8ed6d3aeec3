"""The row games: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.events import Drew, Ended, Laid, Passed
from elfer.core.game import RoundOver
from elfer.games.rows.any_start import AnyStart
from elfer.games.rows.classic import Classic
from elfer.games.rows.false_start import FalseStart
from elfer.games.rows.junior import Junior
from elfer.games.rows.state import Kept, State, View
from elfer.games.rows.three_starts import ThreeStarts

__all__ = [
    "AnyStart",
    "Classic",
    "Drew",
    "Ended",
    "FalseStart",
    "Junior",
    "Kept",
    "Laid",
    "Passed",
    "RoundOver",
    "State",
    "ThreeStarts",
    "View",
]
