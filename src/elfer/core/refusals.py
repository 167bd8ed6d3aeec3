"""What is said when something is refused: a code with parameters, and a sentence for each language."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, ClassVar

from elfer.core.texts import Words

HEAD, TAIL = 150, 40
"""The characters at the beginning and the end of what was put in that a refusal repeats."""
MAX_BITS = 500
"""Larger numbers are shortened, too."""


class Written(Words):
    """The sentences for whoever programs: moves are called what code calls them."""

    def move(self, move: str) -> str:
        return move


class Refused(ValueError):
    """Something that cannot be done; `code` and `params` say why, so that clients can translate."""

    whole: ClassVar[tuple[str, ...]] = ()
    """The parameters that are told however long they are."""

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
        """The parameters as they are told: whatever was put in is shortened, and without line breaks."""
        return {name: value if name in self.whole else _shown(value) for name, value in self.params.items()}


class BadInput(Refused):
    """Input that names something which does not exist or cannot be."""


class IllegalMove(Refused):
    """A move that is not among the legal moves of this seat now."""


def misspelled(move: str, offered: Iterable[str]) -> IllegalMove | None:
    """The refusal of a text that differs from an offered move in capitals and blanks alone."""
    meant = next((one for one in offered if _folded(one) == _folded(move)), move)
    return None if meant == move else IllegalMove("spelling", move=move, meant=meant)


def _folded(move: str) -> str:
    return "".join(move.casefold().split())


def plain_int(value: Any) -> int | None:
    """A whole number of any kind, such as NumPy's, as an `int`; `None` for anything else, bools included."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def whole_number(argument: str, value: Any) -> int:
    """An argument that is a whole number of any kind, as an `int`; refuses anything else."""
    number = value if type(value) is int else plain_int(value)
    if number is None:
        raise BadInput("not_whole", argument=argument, value=value, found=type(value).__name__)
    return number


class _Text(str):
    """A text in one line, not too long; its `repr` is that of the text itself."""

    _raw: str

    def __new__(cls, text: str) -> _Text:
        shown = super().__new__(cls, _in_one_line(text))
        shown._raw = text
        return shown

    def __repr__(self) -> str:
        return _in_one_line(repr(self._raw))


class _Items(list[object]):
    """A list whose `repr` is not too long."""

    def __repr__(self) -> str:
        return _in_one_line(super().__repr__())


class _Thing:
    """Anything else, told in one line."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        return _in_one_line(str(self._value))

    def __repr__(self) -> str:
        return _in_one_line(repr(self._value))


def _shown(value: object) -> object:
    if value is None or isinstance(value, bool | float | range | Refused):
        return value
    if isinstance(value, str):
        return value if value.isprintable() and len(value) <= HEAD + TAIL + 1 else _Text(value)
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_BITS else _Thing(f"{value:#x}")
    if isinstance(value, list | tuple):
        return _Items(map(_shown, value))
    return _Thing(value)


def _in_one_line(text: str) -> str:
    escaped = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in _shortened(text))
    return _shortened("".join(escaped))


def _shortened(text: str) -> str:
    return text if len(text) <= HEAD + TAIL + 1 else f"{text[:HEAD]}…{text[-TAIL:]}"
