"""What a seat sees in the terminal, by kind of view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core import View
from elfer.rows import RowView
from elfer.terminal import rows
from elfer.words import Words


class Face(NamedTuple):
    """How a kind of view is shown, and what is asked of the seat that sees it."""

    draw: Callable[[Any, Words], RenderableType]
    ask: Callable[[Any, Words], str]
    words: tuple[str, ...] = ()
    """The moves that are said in a word, for the help line."""


def _draw_plainly(view: View, _: Words) -> RenderableType:
    """Any view, field by field: for a game that has no face of its own yet."""
    return Group(*(Text(f"{name}: {getattr(view, name)}") for name in view.__struct_fields__))


def _ask_plainly(view: View, words: Words) -> str:
    return words.say("ask.any", moves=getattr(view, "moves", ()))


PLAIN = Face(_draw_plainly, _ask_plainly)
FACES: dict[type[View], Face] = {
    RowView: Face(rows.draw, rows.ask, ("draw", "keep", "end", "pass")),
}


def face_of(view: View) -> Face:
    return FACES.get(type(view), PLAIN)
