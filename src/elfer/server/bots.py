"""What a server asks of whoever thinks for its bots, so that it never waits for a thought itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Literal, Protocol

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
