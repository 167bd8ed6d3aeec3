"""Elfer raus! with three starts: a row may open with its 10, 11 or 12."""

from __future__ import annotations

from typing import ClassVar

from elfer.core.cards import ROWS, Cards, rows, union
from elfer.core.options import Colour, First
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

OPENERS = rows((10, 11, 12))  # THR-1


class ThreeStarts(RowGame, frozen=True):
    """Classic with a choice of opening cards."""

    id: ClassVar[str] = "three-starts"
    title: ClassVar[str] = "Elfer raus! with three starts"

    without: Colour | None = None  # CLA-2
    first: First = 0  # THR-3; the first card ends the turn: THR-4

    def openers(self, state: State) -> Cards:
        return OPENERS & union(row for row in ROWS if not row & state.table)  # THR-2

    def middle(self, state: State) -> int:
        return 11  # THR-1
