"""The state of a table in memory."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable

from elfer.core.chance import Chance
from elfer.core.game import TABLE, Event, Seat
from elfer.match import AnyMatch
from elfer.server import wire
from elfer.server.tables.devices import Device, seats_in_hand
from elfer.server.tables.presence import Pages
from elfer.server.tables.seating import Table
from elfer.server.tables.staleness import Staleness

MISSED_EVENTS = 100
"""Events sent to a returning page at most; its view shows the rest."""


class LiveTable:
    """A table in memory: seating, match, position in the log, and connected pages."""

    def __init__(self, id: str, table: Table, may_send: Callable[[], bool]) -> None:
        self.id = id
        self.table = table
        self.match: AnyMatch | None = None
        self.ended: wire.WhyEnded = "other_rules"
        """Why the last match could not be restored, if it could not."""
        self.first = 0
        """Number of the last move before this match."""
        self.at = 0
        """Number of the last move of the table; undone moves count."""
        self.numbers: list[int] = []
        """Number of each step of the match."""
        self.staleness = Staleness()
        self.pages = Pages(may_send, asyncio.get_running_loop().time)
        self.ready: set[Seat] = set()

    @property
    def position(self) -> tuple[int, int]:
        """Identifies the state of the match."""
        return self.table.match, self.at

    @property
    def present(self) -> frozenset[Seat]:
        """Seats whose players are connected."""
        return self.pages.present

    @property
    def in_hand(self) -> frozenset[Seat]:
        """Seats whose players are connected and see what they need to act."""
        return frozenset(seat for device in self.pages.values() for seat in seats_in_hand(self.table, device))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats that play waits for; none while the table itself is to move."""
        match = self.match
        return () if match is None or match.over or TABLE in match.awaited else match.awaited

    @property
    def bot_seed(self) -> int:
        """The seed of the match's bots; survives restarts and reveals no card."""
        assert self.match
        return Chance(self.match.seed or 0, 1 << 40).below(1 << 64)

    def may_look(self, device: Device) -> bool:
        """Whether a device, with or without a seat, may see the match."""
        return bool(device.seats) or self.table.setup.watch

    def events_since(self, seen: int | None) -> list[Event]:
        """The latest events after move number *seen*; none for None."""
        match = self.match
        assert match
        since = match.steps if seen is None else bisect_right(self.numbers, seen)
        steps = match.since(max(since, match.steps - MISSED_EVENTS))
        return [event for step in steps for event in step.events][-MISSED_EVENTS:]

    def last_move_of(self, seat: Seat | None) -> int | None:
        """Number of the last move of a seat in this match."""
        steps = self.match.history if self.match else ()
        own = (number for number, step in zip(self.numbers, steps, strict=True) if step.seat == seat)
        return max(own, default=None)
