"""Elfer raus! with a false start: the 1s and 20s lie out, and the rows grow toward each other."""

from __future__ import annotations

from typing import ClassVar

from elfer.core.cards import Cards, rows
from elfer.core.options import Colour, First
from elfer.games.rows.rules import RowGame


class FalseStart(RowGame, frozen=True):
    """Classic from both ends."""

    id: ClassVar[str] = "false-start"
    title: ClassVar[str] = "Elfer raus! with a false start"

    without: Colour | None = None  # CLA-2
    first: First = 0  # FAL-3

    def laid_out(self) -> Cards:
        return rows((1, 20), self.without)  # FAL-1; nothing opens a row: FAL-2
