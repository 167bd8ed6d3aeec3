"""A table in play: the one way to its match, for people, bots and clocks alike.

One lock per table. A step is computed from the frozen state, made durable, and only then becomes the room's
state: nobody ever sees what could still be lost. Where something could not be saved, the room is given up
with all who wait there, and built anew from what was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from elfer.core.chance import Chance
from elfer.core.game import TABLE, Event, Move, Seat
from elfer.core.refusals import Refused
from elfer.match import DEAL, UNDO, AnyMatch, Foreseen, TakenBack
from elfer.server import table as tables
from elfer.server import told, wire
from elfer.server.bots import Bots
from elfer.server.clock import Clock
from elfer.server.commands import Commands
from elfer.server.devices import Device, check_may_play, device_of, in_hand, own_seat
from elfer.server.limits import Buckets, Lock
from elfer.server.offers import Offers
from elfer.server.pages import Page, Pages
from elfer.server.settings import Settings
from elfer.server.solo import may_undo
from elfer.server.store import Conflict, Opening, Played, Store, Unavailable
from elfer.server.table import Table

PRESENCE_SECONDS = 0.1
"""How long it is gathered who comes and goes before all others hear of it."""


class Resources(NamedTuple):
    """What all rooms of a server share."""

    store: Store
    settings: Settings
    bots: Bots
    lost: Callable[[Room], None]
    """Called with a room that must be built anew."""
    held: Callable[[], bool]
    """Whether the tables in memory here are nobody else's."""
    moves: Buckets
    """How many moves each address may have saved, …"""
    changes: Buckets
    """… and how many changes of tables."""


class Room:
    """One table in memory, and everybody who is at it."""

    def __init__(self, id: str, table: Table, resources: Resources) -> None:
        self.id = id
        self.table = table
        self.match: AnyMatch | None = None
        self.ended: wire.WhyEnded = "other_rules"
        """Why there is no match where there was one."""
        self.first = 0
        """How many moves the table had seen before this match."""
        self.at = 0
        """How many moves the table has seen, with those that were taken back."""
        self._numbers: list[int] = []
        """The number of each move of the match."""
        self._loop = asyncio.get_running_loop()
        self.pages = Pages(resources.held, self._loop.time)
        self.ready: set[Seat] = set()
        self.lock = Lock()
        self._presence_due = False
        self._store, self._lost = resources.store, resources.lost
        self._moves, self._changes = resources.moves, resources.changes
        self._commands = Commands(0)
        self._offers = Offers()
        self.clock = Clock(self, resources.settings, resources.bots)

    # What is there

    @property
    def present(self) -> frozenset[Seat]:
        """The seats whose people are connected."""
        return self.pages.present

    @property
    def in_hand(self) -> frozenset[Seat]:
        """The seats whose people are connected and see what they need to act."""
        return frozenset(seat for device in self.pages.values() for seat in in_hand(self.table, device))

    @property
    def bot_seed(self) -> int:
        """The seed of this match's bots; a restart does not change it, and it betrays no card."""
        assert self.match
        return Chance(self.match.seed or 0, 1 << 40).below(1 << 64)

    @property
    def rest(self) -> float:
        """How many seconds bots wait because the people here have had too many moves saved."""
        return self.pages.payer(self._moves).due()

    def restore(
        self, match: AnyMatch | None, first: int, commands: Commands, numbers: list[int], at: int
    ) -> None:
        """Take over a match as it was saved; none if it cannot be played on."""
        self.match, self.first, self._commands = match, first, commands
        self._numbers, self.at = numbers, at
        if match:
            self._offers.note(match, at)

    # Who comes and goes

    def enter(self, page: Page, key: str, seen: int | None) -> None:
        """Let somebody in: to the own seat, or to look on."""
        if self.lock.given_up:
            raise Refused("not_saved")
        device = device_of(self.table, key)
        if self.table.phase == "playing" and not self.may_look(device):
            raise Refused("no_watching")
        self.pages.admit(page, key, device, sitting=tables.FREE in self.table.chairs)
        begins = bool(device.seats) and self.clock.came(key)
        self._show_table(page)
        self._tell_presence()
        if self.may_look(device):
            self._show_match(page, seen)
        if begins:
            self.tell_time(but=page)

    def may_look(self, device: Device) -> bool:
        """Whether the cards of this table are any business of those at a device, who may have no seat."""
        return bool(device.seats) or self.table.setup.watch

    def exit(self, page: Page) -> None:
        """Let somebody go; the seat stays."""
        device = self.pages.pop(page, Device())
        if device.seats and not self.present.intersection(device.seats):
            self.ready.difference_update(device.seats)
            self.clock.went(page.key)
        self._tell_presence()

    def hold(self, page: Page, seat: Seat | None) -> None:
        """Let somebody take a device that others use, too, and tell what happened meanwhile; or nobody."""
        if seat is not None and seat not in self.pages[page].seats:
            raise Refused("not_seated")
        self.pages[page] = device = device_of(self.table, page.key, seat)
        begins = self.clock.taken()
        self._show_table(page)
        looked = self.at if device.holder is None else self.pages.looked.get(device.holder)
        if looked is None:
            looked = told.last_own(self.match, self._numbers, seat) or self.first
        self._show_match(page, looked)
        self.pages.note_looks(self.at)
        if begins:
            self.tell_time(but=page)

    def remove(self, *keys: str) -> None:
        """Put out all pages of these (hashed) keys, which have no seat any more."""
        for key in keys:
            self.pages.remove(key)
            self.tell_table()

    def clear(self, table: Table) -> Table:
        """Put out all onlookers, which changes nothing that is kept."""
        self.pages.clear_onlookers()
        self.tell_table()
        return table

    def give_up(self) -> None:
        """Let nothing more happen here; whoever is here is to enter the table anew."""
        self.lock.given_up = True
        self.clock.stop()
        for page in self.pages:
            page.put_out("reload")
        self.pages.clear()

    # What is done

    def seat_for(self, page: Page, seat: Seat | None, command: str) -> Seat:
        """Which seat of a device is meant; a command that is sent again is that of whoever gave it first."""
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
        """Play a move and tell everybody; its number. A command played before is only answered again."""
        async with self.lock:
            if known := self._commands.number(seat, move, command, at):
                return known
            if page and self.match:
                device = self.pages.get(page, device_of(self.table, page.key))
                check_may_play(self.table, self.match, device, seat, move)
            match = self._playing(seat, at)
            foreseen = match.foresee(seat, move)
            played = Played(self.at + 1, seat, move, self._commands.text(command))
            table = tables.after(self.table, match, foreseen, person=command is not None)
            self.pages.count(self._moves, page)
            await self._durably(self._store.append(self.id, played, None if table is self.table else table))
            self._take(foreseen, played, table)
            return played.number

    async def undo(self, seat: Seat, command: str, at: int, page: Page | None = None) -> int:
        """Take back the last move of a person among bots, as an entry of its own in the log; its number."""
        async with self.lock:
            if known := self._commands.number(seat, UNDO, command, at):
                return known
            match = self._playing(seat, at)
            if not may_undo(self.table, match, seat):
                raise Refused("no_undo")
            self.pages.count(self._moves, page)
            played = Played(self.at + 1, seat, UNDO, self._commands.text(command))
            await self._durably(self._store.append(self.id, played))
            self._numbers.pop()
            self._moved(played, (TakenBack(seat, match.undo().move),))
            return played.number

    def _playing(self, seat: Seat, at: int | None) -> AnyMatch:
        """The match that is being played; who acts on what is long over is refused."""
        if self.match is None or self.table.phase != "playing":
            raise Refused("no_match")
        since = self.at if seat == TABLE else max(self.first, self._offers.since(seat))
        if at is not None and not since <= at <= self.at:
            raise Refused("stale", at=at, now=self.at)
        return self.match

    def _take(self, foreseen: Foreseen, played: Played, table: Table) -> None:
        """Let happen what is durable, and tell everybody."""
        assert self.match
        call, rounds = played.seat not in self.match.awaited, len(self.match.results)
        self.match.take(foreseen)
        self._numbers.append(played.number)
        if table.phase == "over" or table.chairs is not self.table.chairs or played.move == DEAL:
            self.ready.clear()
        changed = table is not self.table or len(self.match.results) != rounds or played.move == DEAL
        self.table = table
        for page in self.pages.pass_on(table, self.match, foreseen, played.number):
            self._show_table(page)
        if changed:
            self.tell_table()
        self._moved(played, foreseen.events, call=call)

    def _moved(self, played: Played, events: tuple[Event, ...], *, call: bool = False) -> None:
        """The match has changed: remember it, and tell everybody."""
        self.at = played.number
        self._commands.note(played)
        assert self.match
        self._offers.note(self.match, self.at)
        self.clock.moved(played.seat, call=call)
        self._tell_match(events)

    async def change(self, to: Callable[[Table], Table], page: Page | None = None) -> None:
        """Change the table, perhaps for a page; told once it is durable. What a command has not changed is
        kept with the next change: until then the command changes nothing when it is sent again."""
        async with self.lock:
            table = to(self.table)
            if replace(table, done=self.table.done) == self.table:
                self.table = table
                return
            self.pages.count(self._changes, page)
            await self._durably(self._store.save_table(self.id, table))
            self.table = table
            self.pages.reseat(table)
            self.ready &= set() if table.phase == "gathering" else set(table.people)
            self.clock.plan()
            self.tell_table()
            if self.match and table.phase == "playing":
                self._tell_match(())

    async def begin(self, prepared: Callable[[Table], Table] = lambda table: table) -> None:
        """Deal a new match."""
        async with self.lock:
            table, match = tables.begin(prepared(self.table))
            names = tuple(chair.name for chair in table.chairs)
            opening = Opening(table.match, self.at, match.record(), names, table.setup.watch)
            await self._durably(self._store.open_match(self.id, table, opening))
            self.restore(match, self.at, self._commands.next(), [], self.at)
            self.table = table
            self.pages.looked.clear()
            self.pages.reseat(table, covered=True)
            self.ready.clear()
            self.tell_table()
            self.clock.moved(TABLE)
            self._tell_match(())

    async def _durably(self, saving: Awaitable[None]) -> None:
        """Wait until something is saved; if nobody can know that it is, the room is given up."""
        try:
            await asyncio.shield(saving)
        except (Conflict, Unavailable):
            self._lost(self)
            raise Refused("not_saved") from None
        except asyncio.CancelledError:
            self._lost(self)
            raise

    def be_ready(self, seats: tuple[Seat, ...]) -> None:
        """Those at a device are ready for the next round or match; one that cannot begin is refused."""
        if self.match is None:
            tables.begin(tables.filled(self.table))
        first = not self.ready
        self.ready.update(seats)
        self.clock.wanted(first=first)
        self.tell_table()

    # What is told

    def show(self, seat: Seat, emote: wire.Emote) -> None:
        self.pages.tell(lambda _: wire.Emoted(seat=seat, emote=emote))

    def _show_table(self, page: Page) -> None:
        """Tell one page how things stand; who takes a shared device or gives it away, before any cards."""
        device = self.pages[page]
        page.send(wire.format_news(told.of_table(self)(device)), "" if device.shared else "table")

    def _show_match(self, page: Page, seen: int | None) -> None:
        """Tell one page of the match, and what happened since it has *seen* it."""
        if self.match and self.table.phase != "gathering":
            update = told.of_match(self, self._offers.moves, told.missed(self.match, self._numbers, seen))
            page.send(wire.format_news(update(self.pages[page])))

    def tell_table(self) -> None:
        """Tell everybody who sits where, and how things stand."""
        self.pages.tell(told.of_table(self), merge="table")

    def tell_time(self, but: Page | None = None) -> None:
        """Tell everybody else how much time those have whom play waits for."""
        self.pages.tell(told.of_match(self, self._offers.moves, ()), but=but)

    def _tell_presence(self) -> None:
        """Let everybody hear within a moment who is here."""
        if not self._presence_due:
            self._presence_due = True
            self._loop.call_later(PRESENCE_SECONDS, self._presence)

    def _presence(self) -> None:
        self._presence_due = False
        self.tell_table()

    def _tell_match(self, events: Iterable[Event]) -> None:
        self.pages.tell(told.of_match(self, self._offers.moves, events))
        self.pages.note_looks(self.at)
