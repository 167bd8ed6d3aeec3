"""Finds how a view is drawn: by the `terminal.py` of its game, or as plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from rich.console import RenderableType
from rich.text import Text

from elfer.core.game import View, part_of_game
from elfer.core.texts import Words
from elfer.pictures import written

V = TypeVar("V", bound=View)


class Face(NamedTuple, Generic[V]):
    """How a type of view is drawn, and the prompts for its seat."""

    draw: Callable[[V, Words], RenderableType]
    ask: Callable[[V, Words], str]
    words: tuple[str, ...] = ()
    """Moves named in the help line."""
    help: str = ""
    """Key of the help line, if not the default."""
    enter: str = ""
    """The move that Enter plays."""
    short: Mapping[str, str] = {}
    """Shortcuts: one letter to a move."""


def _draw_plainly(view: View, words: Words) -> RenderableType:
    return Text(written(view, words))


def _ask_plainly(view: View, words: Words) -> str:
    return words.say("ask.any", moves=getattr(view, "moves", ()))


PLAIN = Face(_draw_plainly, _ask_plainly)


def face_of(view: V) -> Face[V]:
    """The face for a view."""
    return _face(type(view))


@cache
def _face(kind: type[View]) -> Face[Any]:
    own = part_of_game(kind, "terminal")
    return own.FACE if own else PLAIN
