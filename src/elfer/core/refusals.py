"""Refusals: exceptions with a code, parameters, and a sentence in each language."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, ClassVar

from elfer.core.texts import Words

HEAD, TAIL = 150, 40
"""Characters of the beginning and the end of long input that a refusal quotes."""
MAX_BITS = 500
"""Larger numbers are shortened."""


class Written(Words):
    """Sentences for programmers: moves in notation."""

    def move(self, move: str) -> str:
        return move


class Refused(ValueError):
    """An impossible request; `code` and `params` give the reason, so that clients can translate it."""

    whole: ClassVar[tuple[str, ...]] = ()
    """Parameters that are never shortened."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return self.tell(Written("en"))

    def tell(self, words: Words) -> str:
        """The reason as one sentence, in one line."""
        return words.say(f"refused.{self.code}", **self.shown)

    @property
    def shown(self) -> dict[str, object]:
        """The parameters for the sentence: input is shortened, without line breaks."""
        return {name: value if name in self.whole else _shown(value) for name, value in self.params.items()}


class BadInput(Refused):
    """Invalid input."""


class IllegalMove(Refused):
    """A move that is not among the legal moves of this seat now."""


def misspelled(move: str, offered: Iterable[str]) -> IllegalMove | None:
    """The refusal of a text that differs from an offered move only in case and blanks."""
    meant = next((one for one in offered if _folded(one) == _folded(move)), move)
    return None if meant == move else IllegalMove("spelling", move=move, meant=meant)


def _folded(move: str) -> str:
    return "".join(move.casefold().split())


def plain_int(value: Any) -> int | None:
    """An integer of any type, such as NumPy's, as an `int`; `None` for anything else, bools included."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def whole_number(argument: str, value: Any) -> int:
    """An integer argument of any type as an `int`; anything else raises."""
    number = value if type(value) is int else plain_int(value)
    if number is None:
        raise BadInput("not_whole", argument=argument, value=value, found=type(value).__name__)
    return number


class _Short(str):
    """A value as a text in one line, not too long; its `repr` is that of the value itself."""

    _raw: object

    def __new__(cls, value: object) -> _Short:
        short = super().__new__(cls, _in_one_line(str(value)))
        short._raw = value
        return short

    def __repr__(self) -> str:
        return _in_one_line(repr(self._raw))


class _Items(list[object]):
    """A list whose `repr` is not too long."""

    def __repr__(self) -> str:
        return _in_one_line(super().__repr__())


def _shown(value: object) -> object:
    if value is None or isinstance(value, bool | float | range | Refused):
        return value
    if isinstance(value, str) and value.isprintable() and len(value) <= HEAD + TAIL + 1:
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_BITS else _Short(f"{value:#x}")
    return _Items(map(_shown, value)) if isinstance(value, list | tuple) else _Short(value)


def _in_one_line(text: str) -> str:
    escaped = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in _shortened(text))
    return _shortened("".join(escaped))


def _shortened(text: str) -> str:
    return text if len(text) <= HEAD + TAIL + 1 else f"{text[:HEAD]}…{text[-TAIL:]}"
