"""What a seat sees in the terminal: the face that stands in the game's own folder, or a plain one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.game import View, part_of_game
from elfer.core.texts import Words


class Face(NamedTuple):
    """How a kind of view is shown, and what is asked of the seat that sees it."""

    draw: Callable[[Any, Words], RenderableType]
    ask: Callable[[Any, Words], str]
    words: tuple[str, ...] = ()
    """The moves that are said in a word, for the help line."""
    help: str = ""
    """The sentence of the help line, where it is another one."""
    enter: str = ""
    """The move that Enter means, where play waits for one."""


def _draw_plainly(view: View, _: Words) -> RenderableType:
    """Any view, field by field: for a game that has no face of its own."""
    return Group(*(Text(f"{name}: {getattr(view, name)}") for name in view.__struct_fields__))


def _ask_plainly(view: View, words: Words) -> str:
    return words.say("ask.any", moves=getattr(view, "moves", ()))


PLAIN = Face(_draw_plainly, _ask_plainly)


def face_of(view: View) -> Face:
    """How a view is shown."""
    return _face(type(view))


@cache
def _face(kind: type[View]) -> Face:
    own = part_of_game(kind, "terminal")
    return own.FACE if own else PLAIN
