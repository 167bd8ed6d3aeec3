"""When turns, absences and pauses at a table end.

The time of a turn begins once the player can see the cards: after the previous move, on taking a shared
device or on returning to the table, and in any case after `CURTAIN_SECONDS`.
"""

from __future__ import annotations

import asyncio

from elfer.core.game import TABLE, Move, Seat
from elfer.match import DEAL
from elfer.server.settings import Settings
from elfer.server.tables.devices import Device
from elfer.server.tables.live_table import LiveTable

CURTAIN_SECONDS = 60.0
"""Time after the previous move at which a turn begins even if the player cannot see the cards."""
GRACE_SHARE = {"none": 1.0, "relaxed": 0.5, "quick": 0.25}
"""Share of the grace time for an absent player, by pace."""
SETTLED_SECONDS = 0.7
"""Minimum pause after calls were resolved before a bot reveals a card. SNA-6"""
REMATCH_SECONDS = 15.0
"""Time from the first player ready to the next match."""


class TimeLimits:
    """The deadlines of one table, in the event loop's time."""

    def __init__(self, room: LiveTable, settings: Settings) -> None:
        self._room, self._settings = room, settings
        self._now = asyncio.get_running_loop().time
        self._opened = self.moved_at = self.quiet_until = self._ready_at = self._table_since = self._now()
        self._table_moves: tuple[Move, ...] = ()
        """The table's own legal moves since `_table_since`: further calls do not delay them."""
        self._left: dict[str, float] = {}
        """When absent players left, by key hash."""
        self._begun: dict[Seat, float] = {}
        """When the turn of each awaited seat began."""
        self.settled = room.position
        """The position after the last move that was not a call."""

    # Changes

    def arrived(self, key: str) -> None:
        """A player with this key hash is connected."""
        self._left.pop(key, None)

    def left(self, key: str) -> None:
        """No page with this key hash is connected any more."""
        self._left[key] = self._now()

    def moved(self, seat: Seat, *, call: bool = False) -> None:
        """A move was played; play did not wait for a *call*."""
        match = self._room.match
        assert match
        self.moved_at = self._now()
        self._begun.clear()
        if not call:
            self.settled = self._room.position
        if self._table_moves not in ((), (DEAL,)):
            self.quiet_until = self.moved_at + SETTLED_SECONDS
        table_moves = match.moves(TABLE)
        if seat == TABLE or table_moves != self._table_moves:
            self._table_since = self.moved_at
        self._table_moves = table_moves

    def first_ready(self) -> None:
        """The first player is ready for the next round or match."""
        self._ready_at = self._now()

    def begin_turns(self, *, all_people: bool = False) -> bool:
        """Begin the turns of awaited players who see their cards, or of all; whether any turn began."""
        if self.turn_limit is None:
            return False
        room = self._room
        able = frozenset(room.table.people) if all_people else room.in_hand
        fresh = able.intersection(room.awaited) - self._begun.keys()
        self._begun.update(dict.fromkeys(fresh, self._now()))
        return bool(fresh)

    # Deadlines

    @property
    def turn_limit(self) -> float | None:
        """Seconds per turn at the table's pace."""
        limits = {"relaxed": self._settings.relaxed, "quick": self._settings.quick}
        return limits.get(self._room.table.setup.pace)

    def turn_end(self, seat: Seat) -> float | None:
        """When the turn of a seat ends; None if it has not begun or is not limited."""
        begun, limit = self._begun.get(seat), self.turn_limit
        return None if begun is None or limit is None else begun + limit

    def turn_left(self, device: Device) -> int | None:
        """Milliseconds left for the awaited holder of a device, else for its awaited seats, else for all."""
        if self.turn_limit is None:
            return None
        awaited = self._room.awaited
        own = [seat for seat in awaited if seat in device.seats]
        for seats in ([seat for seat in own if seat == device.holder], own, awaited):
            if seats:
                ends = [end for seat in seats if (end := self.turn_end(seat)) is not None]
                return max(0, round(1000 * (min(ends) - self._now()))) if ends else None
        return None

    def absence_end(self, seat: Seat) -> float:
        """When a bot starts to play for an absent player."""
        table = self._room.table
        since = self._left.get(table.chairs[seat].key, self._opened)
        return since + GRACE_SHARE[table.setup.pace] * self._settings.grace

    def absence_left(self, seat: Seat) -> int:
        """Milliseconds until a bot plays for an absent player."""
        return max(0, round(1000 * (self.absence_end(seat) - self._now())))

    def bot_plays(self, seat: Seat) -> bool:
        """Whether a bot plays for the person in this seat."""
        room = self._room
        absent = seat not in room.present and self._now() >= self.absence_end(seat)
        return room.table.chairs[seat].stand_in or absent

    def idle_seconds(self) -> float:
        """Seconds since the last move."""
        return self._now() - self.moved_at

    def table_move_at(self) -> float:
        """When the table makes its own move."""
        room, match = self._room, self._room.match
        assert match
        if match.moves(TABLE) == (DEAL,):
            return 0 if room.ready >= room.present else self.moved_at + self._settings.round_pause
        return self._table_since + (match.due or 0) / 1000

    def rematch_at(self) -> float:
        """When the next match starts, if any player is ready."""
        return 0 if self._room.ready >= self._room.present else self._ready_at + REMATCH_SECONDS
