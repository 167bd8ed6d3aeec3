"""Elfer raus! Junior: only 1 to 11, with both ends of each row on the table."""

from __future__ import annotations

from typing import ClassVar, Literal

from elfer.core.cards import Cards, rows
from elfer.core.options import First
from elfer.games.rows.rules import RowGame


class Junior(RowGame, frozen=True):
    """The game for the youngest; it ends and counts like the others. JUN-4"""

    id: ClassVar[str] = "junior"
    title: ClassVar[str] = "Elfer raus! Junior"
    numbers: ClassVar[range] = range(1, 12)  # JUN-1
    draws: ClassVar[int] = 1  # JUN-3

    edition: Literal["junior", "star-wars"] = "junior"  # GEN-9
    first: First = 0  # JUN-2

    def laid_out(self) -> Cards:
        return rows((1, 11))  # JUN-1

    def hand_size(self, seats: int) -> int:
        return 5  # JUN-1

    def may_keep(self) -> bool:
        return self.edition == "star-wars"  # JUN-3
