"""The state of a table in memory, and when its turns, absences and pauses end.

The time of a turn begins once the player can see the cards: after the previous move, on taking a shared
device or on returning to the table, and in any case after `CURTAIN_SECONDS`.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable

from elfer.core.chance import Chance
from elfer.core.game import TABLE, Event, Move, Seat
from elfer.core.refusals import Refused
from elfer.game_card import policy_of
from elfer.match import DEAL, AnyMatch
from elfer.server import wire
from elfer.server.settings import Settings
from elfer.server.tables.devices import Device, seats_in_hand
from elfer.server.tables.presence import Pages
from elfer.server.tables.seating import Table

MISSED_EVENTS = 100
"""Events sent to a returning page at most; its view shows the rest."""
CURTAIN_SECONDS = 60.0
"""Time after the previous move at which a turn begins even if the player cannot see the cards."""
GRACE_SHARE = {"none": 1.0, "relaxed": 0.5, "quick": 0.25}
"""Share of the grace time for an absent player, by pace."""
SETTLED_SECONDS = 0.7
"""Minimum pause after calls were resolved before a bot reveals a card. SNA-6"""
IDLE_SECONDS = 120.0
"""Time without a move after which any player may hand an idle seat to a bot."""
HOST_IDLE_SECONDS = 30.0
"""Time without a move after which the host may hand a connected player's seat to a bot."""
REMATCH_SECONDS = 15.0
"""Time from the first player ready to the next match."""


class LiveTable:
    """A table in memory: seating, match, position in the log, and connected pages."""

    def __init__(self, id: str, table: Table, settings: Settings, may_send: Callable[[], bool]) -> None:
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
        self.legal: tuple[tuple[Move, ...], ...] = ()
        """The legal moves of each seat."""
        self._legal_since: dict[Seat, int] = {}
        """Number of the move since which those of a seat have been the same."""
        self.pages = Pages(may_send, asyncio.get_running_loop().time)
        self.ready: set[Seat] = set()
        self.times = TimeLimits(self, settings)

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

    def is_alone(self, seat: Seat) -> bool:
        """Whether all other players of the match are bots of the table."""
        return self.table.phase == "playing" and self.table.people == (seat,)

    def may_undo(self, seat: Seat) -> bool:
        """Whether a seat may take back its last move, which only bots have seen."""
        return self.match is not None and self.match.undoable == seat and self.is_alone(seat)

    def is_forced(self, seat: Seat) -> bool:
        """Whether the only legal move is to end the turn, at a table where no other person learns of it."""
        assert self.match
        moves = self.legal[seat]
        return len(moves) == 1 and moves[0] in policy_of(type(self.match.game)).idle and self.is_alone(seat)

    def may_look(self, device: Device) -> bool:
        """Whether a device, with or without a seat, may see the match."""
        return bool(device.seats) or self.table.setup.watch

    def check_idle(self, own: tuple[Seat, ...], seat: Seat) -> None:
        """Refuse to hand *seat* to a bot if its player is active, or the seats *own* may not decide it."""
        idle = self.times.idle_seconds()
        if self.table.host not in own and idle < IDLE_SECONDS:
            raise Refused("not_host")
        if self.match is None or self.table.phase != "playing":
            raise Refused("no_match")
        waits = seat in self.match.awaited and idle >= HOST_IDLE_SECONDS
        if seat in self.present and not waits:
            raise Refused("seat_active", seat=seat)

    def note_legal(self) -> None:
        """Update the legal moves."""
        assert self.match
        before, self.legal = self.legal, tuple(map(self.match.moves, range(self.match.seats)))
        for seat, moves in enumerate(self.legal):
            if before[seat : seat + 1] != (moves,):
                self._legal_since[seat] = self.at

    def check_stale(self, seat: Seat, at: int) -> None:
        """Refuse a command given after move *at* if the legal moves of *seat* have changed since."""
        since = self.at if seat == TABLE else max(self.first, self._legal_since[seat])
        if not since <= at <= self.at:
            raise Refused("stale", at=at, now=self.at)

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
        awaited = self._room.awaited
        own = [seat for seat in awaited if seat in device.seats]
        holder = [seat for seat in own if seat == device.holder]
        ends = [end for seat in holder or own or awaited if (end := self.turn_end(seat)) is not None]
        return max(0, round(1000 * (min(ends) - self._now()))) if ends else None

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
