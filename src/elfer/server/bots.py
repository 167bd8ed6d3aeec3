"""What a server asks of whoever thinks for its bots, so that it never waits for a thought itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from math import ceil
from typing import Any, Literal, NamedTuple, Protocol

from elfer.bots import Bot, Observation
from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server.limits import Buckets

HINTS_PER_SECOND = 1.0
"""How many hints an address may ask for in the long run, …"""
MAX_HINTS_AT_ONCE = 10
"""… and how many at once."""
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


class Thought(NamedTuple):
    """The answer of a bot, when it was asked, and how many seconds it took."""

    answer: Any
    began: float
    seconds: float


class ThinkingTimes:
    """How long the bots of a table are seen to think, which does not tell whether they had a choice.

    Time is shown in whole steps, and for an only move as much as for the last choice of the same level."""

    def __init__(self, step: float) -> None:
        self._step = step
        """The seconds within which all but experts decide; 0 shows every thought as soon as it is there."""
        self._last: dict[str, float] = {}

    def shown(self, level: str, seconds: float, *, choice: bool) -> float:
        """The seconds to show for a thought that took *seconds*."""
        if not self._step:
            return 0.0
        if choice:
            self._last[level] = seconds
        return self._step * ceil(max(seconds, self._last.get(level, 0.0)) / self._step)


class Hints:
    """The hints that are being thought about: one for a seat of a table, and not too many for an address."""

    def __init__(self) -> None:
        self._thinking: set[tuple[str, Seat]] = set()
        self._rates = Buckets(HINTS_PER_SECOND, MAX_HINTS_AT_ONCE)

    def check(self, table: str, seat: Seat, address: str) -> None:
        """Refuse a hint that is one too many."""
        if (table, seat) in self._thinking or not self._rates.take(address):
            raise Refused("too_fast")

    def begin(self, table: str, seat: Seat, thinking: asyncio.Task[None]) -> None:
        """A hint for this seat is being thought about, until the task is done."""
        self._thinking.add((table, seat))
        thinking.add_done_callback(lambda _: self._thinking.discard((table, seat)))
