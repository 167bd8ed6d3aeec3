"""The time for a turn, where the pace of a table sets a limit: whose runs, and how much is left of it.

It begins when a person can see the own cards: with the move before, or once that one has taken the device
that others use, too, or is back at the table. Nobody waits for that for ever.
"""

from __future__ import annotations

from typing import Protocol

from elfer.core.game import TABLE, Seat
from elfer.match import AnyMatch
from elfer.server.devices import Device
from elfer.server.settings import Settings
from elfer.server.table import Table

CURTAIN_SECONDS = 60.0
"""How long after the move before the time of a turn begins by itself."""


class InHand(Protocol):
    """A room, as far as the time of its turns depends on it."""

    @property
    def table(self) -> Table: ...
    @property
    def match(self) -> AnyMatch | None: ...
    @property
    def in_hand(self) -> frozenset[Seat]: ...


class Turns:
    """When the time of each seat has begun, since the last move."""

    def __init__(self, room: InHand, settings: Settings) -> None:
        self._room, self._settings = room, settings
        self._begun: dict[Seat, float] = {}

    @property
    def limit(self) -> float | None:
        """How many seconds a person has for a turn."""
        limits = {"relaxed": self._settings.relaxed, "quick": self._settings.quick}
        return limits.get(self._room.table.setup.pace)

    def moved(self) -> None:
        """A move was played, and everybody's time begins anew."""
        self._begun.clear()

    def begin(self, now: float, *, at_last: bool = False) -> bool:
        """Let the time of those run for whom play waits and who see their cards, or *at last* of all
        people; whether anybody's begins with that."""
        if self.limit is None:
            return False
        room = self._room
        able = frozenset(room.table.people) if at_last else room.in_hand
        fresh = able.intersection(self._awaited) - self._begun.keys()
        self._begun.update(dict.fromkeys(fresh, now))
        return bool(fresh)

    def end(self, seat: Seat) -> float | None:
        """When the time of a seat is over; none if it has not begun or has no limit."""
        begun, limit = self._begun.get(seat), self.limit
        return None if begun is None or limit is None else begun + limit

    def left(self, device: Device, now: float) -> int | None:
        """How many ms those have left whom play waits for: whoever holds a device, or sits there, or else
        all others."""
        if self.limit is None:
            return None
        awaited = self._awaited
        own = [seat for seat in awaited if seat in device.seats]
        for seats in ([seat for seat in own if seat == device.holder], own, awaited):
            if seats:
                ends = [end for seat in seats if (end := self.end(seat)) is not None]
                return max(0, round(1000 * (min(ends) - now))) if ends else None
        return None

    @property
    def _awaited(self) -> tuple[Seat, ...]:
        match = self._room.match
        return () if match is None or match.over or TABLE in match.awaited else match.awaited
