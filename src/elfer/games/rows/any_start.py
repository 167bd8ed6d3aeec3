"""Elfer raus! with any start: the first card, whatever it is, says which number opens the rows."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import NUMBER, Cards, rows
from elfer.core.options import Colour, First
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State


class AnyStart(RowGame, frozen=True):
    """Classic with a free opening card."""

    id: ClassVar[str] = "any-start"
    title: ClassVar[str] = "Elfer raus! with any start"

    without: Colour | None = None  # CLA-2
    first: First = "random"  # ANY-1

    def openers(self, state: State) -> Cards:
        if not state.table:
            return self.in_play()  # ANY-1
        return rows((state.opener,)) if state.opener else 0  # ANY-2

    def middle(self, state: State) -> int | None:
        return state.opener  # ANY-2

    def opened(self, state: State) -> State:
        return replace(state, opener=NUMBER[state.table])  # ANY-2
