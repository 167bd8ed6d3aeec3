"""What is said when something is refused: a code with parameters, and a sentence for each language."""

from __future__ import annotations

from elfer.words import sentence


class Refused(ValueError):
    """Something that cannot be done, with the reason as `code` and `params`, so that clients can translate."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return self.say("en")

    def say(self, lang: str) -> str:
        """The reason as one sentence."""
        return sentence(f"refused.{self.code}", lang, **self.params)


class BadInput(Refused):
    """Input that names something which does not exist or cannot be."""


class IllegalMove(Refused):
    """A move that is not among the legal moves of this seat now."""
