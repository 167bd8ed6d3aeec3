"""How a view is shown whose game has no face of its own."""

from __future__ import annotations

import io

from rich.console import Console

from elfer.core.game import View
from elfer.core.texts import Words
from elfer.terminal.faces import PLAIN, face_of


class Faceless(View, frozen=True):
    """A view of a game whose folder, this one, has no module `terminal`."""

    seat: int
    turn: int
    hands: tuple[tuple[str, ...] | None, ...]
    fallen: tuple[str, ...]
    card: str | None
    moves: tuple[str, ...]
    over: bool


VIEW = Faceless(0, 1, (("R8", "Y2"), None), ("G3", "G4"), None, ("R8", "drop Y2"), False)


def test_it_is_shown_as_text_without_what_is_said_elsewhere() -> None:
    console = Console(file=(shown := io.StringIO()), width=80)
    console.print(face_of(VIEW).draw(VIEW, Words("en")))
    assert shown.getvalue().splitlines() == ["  seat 0       R8 Y2", "▸ seat 1", "  fallen       G3 G4"]


def test_it_asks_for_a_legal_move() -> None:
    assert face_of(VIEW) is PLAIN
    assert PLAIN.ask(VIEW, Words("en")) == "Your turn: red 8, drop Y2."
    assert PLAIN.ask(VIEW, Words("de")) == "Du bist dran: Rot 8, drop Y2."
