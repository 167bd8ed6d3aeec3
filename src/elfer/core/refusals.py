"""What is said when something is refused: a code with parameters, and a sentence for each language."""

from __future__ import annotations

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
