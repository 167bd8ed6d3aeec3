"""A table in play: the only way to its match, for people, bots and clocks alike.

One lock per table. A step is computed from the frozen state, saved, and only then becomes the room's state:
what could still be lost is never visible. If saving fails, the room is abandoned with all waiting commands
and restored from the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from elfer.core.game import TABLE, Event, Move, Seat
from elfer.core.refusals import Refused
from elfer.match import DEAL, UNDO, AnyMatch, Foreseen, TakenBack
from elfer.server import wire
from elfer.server.limits import Buckets
from elfer.server.settings import Settings
from elfer.server.stores.store import Conflict, Opening, Played, Store, Unavailable
from elfer.server.tables import seating
from elfer.server.tables.command_ids import PlayedCommands
from elfer.server.tables.devices import Device, check_may_play, device_of, own_seat
from elfer.server.tables.live_table import LiveTable
from elfer.server.tables.news import match_update, table_info
from elfer.server.tables.presence import Page
from elfer.server.tables.seating import Table

PRESENCE_SECONDS = 0.1
"""Arrivals and departures within this time are announced together."""


class Resources(NamedTuple):
    """What all rooms of a server share."""

    store: Store
    settings: Settings
    lost: Callable[[Room], None]
    """Called with a room that must be restored from the store."""
    has_lease: Callable[[], bool]
    """Whether the tables in memory belong to this node."""
    moves: Buckets
    """Saved moves per address."""
    changes: Buckets
    """Saved changes of tables per address."""


class RoomLock(asyncio.Lock):
    """A lock that refuses all who wait for it once its room is abandoned."""

    abandoned = False

    async def __aenter__(self) -> None:
        await self.acquire()
        if self.abandoned:
            self.release()
            raise Refused("not_saved")


class Room(LiveTable):
    """One table in memory, and all that can be done there."""

    def __init__(self, id: str, table: Table, resources: Resources) -> None:
        super().__init__(id, table, resources.settings, resources.has_lease)
        self.lock = RoomLock()
        self.replan: Callable[[], None] = lambda: None
        """Called after every change that the table's clock depends on."""
        self.stop_clock: Callable[[], None] = lambda: None
        self._shared = resources
        self._commands = PlayedCommands(0)
        self._presence_due = False

    @property
    def bot_delay(self) -> float:
        """Seconds that bots wait because the players' addresses have had too many moves saved."""
        return self.pages.payer(self._shared.moves).due()

    def restore(
        self, match: AnyMatch | None, first: int, commands: PlayedCommands, numbers: list[int], at: int
    ) -> None:
        """Set the match to one that was saved; None if it cannot be continued."""
        self.match, self.first, self._commands = match, first, commands
        self.numbers, self.at = numbers, at
        if match:
            self.note_legal()

    # Pages

    def enter(self, page: Page, key: str, seen: int | None) -> None:
        """Admit a page: to the seat of *key*, or as a spectator."""
        if self.lock.abandoned:
            raise Refused("not_saved")
        device = device_of(self.table, key)
        if self.table.phase == "playing" and not self.may_look(device):
            raise Refused("no_watching")
        self.pages.admit(page, key, device, free_seats=seating.FREE in self.table.chairs)
        begins = False
        if device.seats:
            self.times.arrived(key)
            begins = self._begin_turns()
        self._tell_table_to(page)
        self._tell_presence()
        if self.may_look(device):
            self._tell_match_to(page, seen)
        if begins:
            self.tell_time(but=page)

    def exit(self, page: Page) -> None:
        """Remove a page; its seat stays taken."""
        device = self.pages.pop(page, Device())
        if device.seats and not self.present.intersection(device.seats):
            self.ready.difference_update(device.seats)
            self.times.left(page.key)
            self._begin_turns()
        self._tell_presence()

    def hold(self, page: Page, seat: Seat | None) -> None:
        """Hand a shared device to *seat*, or cover it."""
        if seat is not None and seat not in self.pages[page].seats:
            raise Refused("not_seated")
        self.pages[page] = device = device_of(self.table, page.key, seat)
        begins = self.times.turn_limit is not None and self._begin_turns()
        self._tell_table_to(page)
        seen = self.at if device.holder is None else self.pages.seen.get(device.holder)
        if seen is None:
            seen = self.last_move_of(seat) or self.first
        self._tell_match_to(page, seen)
        self.pages.note_seen(self.at)
        if begins:
            self.tell_time(but=page)

    def abandon(self) -> None:
        """Stop all activity, and make all pages enter the table again."""
        self.lock.abandoned = True
        self.stop_clock()
        for page in self.pages:
            page.expel("reload")
        self.pages.clear()

    def _begin_turns(self) -> bool:
        """Plan again; whether a turn's time began."""
        begins = self.times.begin_turns()
        self.replan()
        return begins

    # The match

    def seat_for(self, page: Page, seat: Seat | None, command: str) -> Seat:
        """The seat a command is for; a resend keeps its first seat."""
        device = self.pages[page]
        first = (own for own in device.seats if (own, command) in self._commands)
        return own_seat(device, next(first, device.holder) if seat is None else seat)

    async def play(
        self,
        seat: Seat,
        move: Move,
        command: str | None = None,
        at: int | None = None,
        page: Page | None = None,
    ) -> int:
        """Play a move and tell all pages; its number. A resent command is only answered again."""
        async with self.lock:
            if known := self._commands.number(seat, move, command, at):
                return known
            if page and self.match:
                device = self.pages.get(page, device_of(self.table, page.key))
                check_may_play(self.table, self.match, device, seat, move)
            match = self._playing(seat, at)
            foreseen = match.foresee(seat, move)
            played = Played(self.at + 1, seat, move, self._commands.stored_id(command))
            table = seating.after(self.table, match, foreseen, person=command is not None)
            self.pages.count(self._shared.moves, page)
            changed = None if table is self.table else table
            await self._durably(self._shared.store.append(self.id, played, changed))
            self._apply(foreseen, played, table)
            return played.number

    async def undo(self, seat: Seat, command: str, at: int, page: Page | None = None) -> int:
        """Take back the last move of a person among bots, as a log entry of its own; its number."""
        async with self.lock:
            if known := self._commands.number(seat, UNDO, command, at):
                return known
            match = self._playing(seat, at)
            if not self.may_undo(seat):
                raise Refused("no_undo")
            self.pages.count(self._shared.moves, page)
            played = Played(self.at + 1, seat, UNDO, self._commands.stored_id(command))
            await self._durably(self._shared.store.append(self.id, played))
            self.numbers.pop()
            self._moved(played, (TakenBack(seat, match.undo().move),))
            return played.number

    def _playing(self, seat: Seat, at: int | None) -> AnyMatch:
        """The match in progress; refuse a command based on a stale position."""
        if self.match is None or self.table.phase != "playing":
            raise Refused("no_match")
        if at is not None:
            self.check_stale(seat, at)
        return self.match

    def _apply(self, foreseen: Foreseen, played: Played, table: Table) -> None:
        """Make a saved step the current state, and tell all pages."""
        assert self.match
        call, rounds = played.seat not in self.match.awaited, len(self.match.results)
        self.match.take(foreseen)
        self.numbers.append(played.number)
        if table.phase == "over" or table.chairs is not self.table.chairs or played.move == DEAL:
            self.ready.clear()
        changed = table is not self.table or len(self.match.results) != rounds or played.move == DEAL
        self.table = table
        for page in self.pages.cover(table, self.match, foreseen, played.number):
            self._tell_table_to(page)
        if changed:
            self.tell_table()
        self._moved(played, foreseen.events, call=call)

    def _moved(self, played: Played, events: tuple[Event, ...], *, call: bool = False) -> None:
        """Note a saved change of the match, and tell all pages."""
        self.at = played.number
        self._commands.note(played)
        self.note_legal()
        self.times.moved(played.seat, call=call)
        self._begin_turns()
        self._tell_match(events)

    async def begin(self, prepare: Callable[[Table], Table] = lambda table: table) -> None:
        """Deal a new match."""
        async with self.lock:
            table, match = seating.begin(prepare(self.table), self._shared.settings.seed)
            names = tuple(chair.name for chair in table.chairs)
            opening = Opening(table.match, self.at, match.record(), names, table.setup.watch)
            await self._durably(self._shared.store.open_match(self.id, table, opening))
            self.table = table
            self.restore(match, self.at, self._commands.next_match(), [], self.at)
            self.pages.seen.clear()
            self.pages.reseat(table, covered=True)
            self.ready.clear()
            self.tell_table()
            self.times.moved(TABLE)
            self._begin_turns()
            self._tell_match(())

    # The table

    async def change(self, to: Callable[[Table], Table], page: Page | None = None) -> None:
        """Save and apply a change of the table, charged to *page*. A change that only remembers its command
        is not saved until the next one: until then, repeating the command has no effect either."""
        async with self.lock:
            table = to(self.table)
            if replace(table, done=self.table.done) == self.table:
                self.table = table
                return
            self.pages.count(self._shared.changes, page)
            await self._durably(self._shared.store.save_table(self.id, table))
            self.table = table
            self.pages.reseat(table)
            for seated in (one for one, device in self.pages.items() if device.seats):
                self.times.arrived(seated.key)
            self.ready &= set() if table.phase == "gathering" else set(table.people)
            self._begin_turns()
            self.tell_table()
            if self.match and table.phase == "playing":
                self._tell_match(())

    async def _durably(self, saving: Awaitable[None]) -> None:
        """Wait for a save; if its outcome is unknown, the room is abandoned."""
        try:
            await asyncio.shield(saving)
        except (Conflict, Unavailable):
            self._shared.lost(self)
            raise Refused("not_saved") from None
        except asyncio.CancelledError:
            self._shared.lost(self)
            raise

    def be_ready(self, seats: tuple[Seat, ...]) -> None:
        """These seats are ready for the next round or match; refused if it could not start."""
        if self.match is None:
            seating.begin(seating.filled(self.table))
        if not self.ready:
            self.times.first_ready()
        self.ready.update(seats)
        self._begin_turns()
        self.tell_table()

    # News

    def _tell_table_to(self, page: Page) -> None:
        """Tell one page the state of the table; on a shared device this must precede any cards."""
        device = self.pages[page]
        page.send(wire.format_news(table_info(self)(device)), "" if device.shared else "table")

    def _tell_match_to(self, page: Page, seen: int | None) -> None:
        """Tell one page the state of the match, and the events since move number *seen*."""
        if self.match and self.table.phase != "gathering":
            update = match_update(self, self.events_since(seen))
            page.tell(update(self.pages[page]))

    def tell_table(self) -> None:
        self.pages.tell(table_info(self), merge="table")

    def tell_time(self, but: Page | None = None) -> None:
        """Tell all pages *but* one the time left for the turn."""
        self.pages.tell(match_update(self, ()), but=but)

    def _tell_presence(self) -> None:
        """Tell all pages soon who is connected."""
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._presence)

    def _presence(self) -> None:
        self._presence_due = False
        self.tell_table()

    def _tell_match(self, events: Iterable[Event]) -> None:
        self.pages.tell(match_update(self, events))
        self.pages.note_seen(self.at)
