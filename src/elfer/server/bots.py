"""What a server asks of whoever thinks for its bots, so that it never waits for a thought itself."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, Protocol

from elfer.bots import Bot, Observation

Question = Literal["decide", "react", "weigh"]
"""The method of a bot that is to answer."""


class NoAnswer(Exception):
    """Nobody thinks now, or whoever did has failed: a simple bot moves instead."""


class Bots(Protocol):
    """Who thinks for the bots."""

    @property
    def waiting(self) -> int:
        """How many questions nobody has begun to think about."""

    @property
    def replaced(self) -> int:
        """How many processes died or were given up so far."""

    def ask(self, question: Question, bot: Bot, observation: Observation) -> Awaitable[Any]:
        """The answer of a bot's method of this name; `NoAnswer` if there is none."""
