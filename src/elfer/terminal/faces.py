"""What a seat sees in the terminal: the face that stands in the game's own folder, or a plain one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.game import View, part_of_game
from elfer.core.texts import Words

V = TypeVar("V", bound=View)


class Face(NamedTuple, Generic[V]):
    """How a kind of view is shown, and what is asked of the seat that sees it."""

    draw: Callable[[V, Words], RenderableType]
    ask: Callable[[V, Words], str]
    words: tuple[str, ...] = ()
    """The moves that are said in a word, for the help line."""
    help: str = ""
    """The sentence of the help line, where it is another one."""
    enter: str = ""
    """The move that Enter means, where play waits for one."""
    short: Mapping[str, str] = {}
    """Moves by a letter that is quickly typed."""


def _draw_plainly(view: View, _: Words) -> RenderableType:
    """Any view, field by field: for a game that has no face of its own."""
    shown = [name for name in view.__struct_fields__ if name not in ("seat", "moves", "over")]
    return Group(*(Text(f"{name}: {_plainly(getattr(view, name))}") for name in shown))


def _plainly(value: object) -> str:
    """A value of a view: cards side by side, bars between the seats, a dash for what is not seen."""
    if isinstance(value, tuple) and not all(isinstance(part, str) for part in value):
        return " | ".join(map(_plainly, value))
    return (" ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)) or "–"


def _ask_plainly(view: View, words: Words) -> str:
    return words.say("ask.any", moves=getattr(view, "moves", ()))


PLAIN = Face(_draw_plainly, _ask_plainly)


def face_of(view: V) -> Face[V]:
    """How a view is shown."""
    return _face(type(view))


@cache
def _face(kind: type[View]) -> Face[Any]:
    own = part_of_game(kind, "terminal")
    return own.FACE if own else PLAIN
