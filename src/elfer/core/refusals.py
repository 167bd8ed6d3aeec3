"""What is said when something is refused: a code with parameters, and a sentence for each language."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from elfer.core.texts import Words


class Written(Words):
    """The sentences for whoever programs: moves are called what code calls them."""

    def move(self, move: str) -> str:
        return move


class Refused(ValueError):
    """Something that cannot be done; `code` and `params` say why, so that clients can translate."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return self.tell(Written("en"))

    def tell(self, words: Words) -> str:
        """The reason as one sentence."""
        return words.say(f"refused.{self.code}", **self.params)


class BadInput(Refused):
    """Input that names something which does not exist or cannot be."""


class IllegalMove(Refused):
    """A move that is not among the legal moves of this seat now."""


def misspelled(move: str, legal: Iterable[str]) -> IllegalMove | None:
    """The refusal of a text that differs from a legal move in capitals and blanks alone."""
    meant = next((one for one in legal if _folded(one) == _folded(move)), None)
    return IllegalMove("spelling", move=move, meant=meant) if meant else None


def _folded(move: str) -> str:
    return "".join(move.casefold().split())


def plain_int(value: Any) -> int | None:
    """A whole number of any kind, such as NumPy's, as an `int`; `None` for anything else, bools included."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def whole(argument: str, value: Any) -> int:
    """An argument that is a whole number of any kind, as an `int`; refuses anything else."""
    number = value if type(value) is int else plain_int(value)
    if number is None:
        raise BadInput("not_whole", argument=argument, value=value, found=type(value).__name__)
    return number
