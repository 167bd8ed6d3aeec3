"""A table in play: the one door to its match, for people, bots and clocks alike.

One lock per table; a move is durable before anybody hears of it. Whatever cannot be saved never happened: the
room is given up with all who wait there, and built anew from what was saved.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Raw

from elfer.core.chance import Chance
from elfer.core.encoding import to_bytes, to_json
from elfer.core.game import TABLE, Event, Move, Seat
from elfer.core.refusals import Refused
from elfer.match import Match
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.bot_pool import Thinkers
from elfer.server.clock import Clock
from elfer.server.settings import Settings
from elfer.server.stores.sqlite import Statement, Store
from elfer.server.table import Table

if TYPE_CHECKING:
    from elfer.server.web.socket import Socket

SAVE = "UPDATE tables SET document = ?, phase = ?, touched = ? WHERE id = ?"
APPEND = "INSERT INTO moves (table_id, seq, seat, move, command, played) VALUES (?, ?, ?, ?, ?, ?)"
OPEN = "INSERT INTO matches (table_id, number, first, opening, names) VALUES (?, ?, ?, ?, ?)"


Update = dict[str, Any]


class Means(NamedTuple):
    """What all rooms of a server share."""

    store: Store
    settings: Settings
    thinkers: Thinkers
    lost: Callable[[Room], None]
    """Called with a room that must be built anew."""


class Lock(asyncio.Lock):
    """One after the other; once the room is given up, whoever waits or comes is refused."""

    given_up = False

    async def __aenter__(self) -> None:
        await self.acquire()
        if self.given_up:
            self.release()
            raise Refused("not_saved")


class Room:
    """One table in memory, and everybody who is at it."""

    def __init__(self, id: str, table: Table, means: Means) -> None:
        self.id = id
        self.table = table
        self.match: Match | None = None
        self.first = 0
        """How many moves the table had seen before this match."""
        self.sockets: dict[Socket, Seat | None] = {}
        self.ready: set[Seat] = set()
        self.lock = Lock()
        self._store, self._lost = means.store, means.lost
        self._commands: dict[tuple[Seat, str], int] = {}
        """The moves of people by their commands' ids, so that none is played twice."""
        self._moves: tuple[tuple[Move, ...], ...] = ()
        self._changed: list[int] = []
        """For each seat, since when it has had its present legal moves."""
        self.clock = Clock(self, means.settings, means.thinkers)

    # What is there

    @property
    def at(self) -> int:
        """How many moves the table has seen."""
        return self.first + (self.match.steps if self.match else 0)

    @property
    def present(self) -> frozenset[Seat]:
        """The seats whose people are connected."""
        return frozenset(seat for seat in self.sockets.values() if seat is not None)

    def restore(self, match: Match, first: int, commands: dict[tuple[Seat, str], int]) -> None:
        """Take over a match as it was saved."""
        self.match, self.first, self._commands = match, first, commands
        self._note_moves()

    # Who comes and goes

    def enter(self, socket: Socket, key: str, seen: int | None) -> None:
        """Let somebody in: to the own seat, or to look on."""
        seat = self.table.seat_of(key)
        if self.table.phase == "playing" and not self.may_look(seat):
            raise Refused("no_watching")
        socket.key = key
        self.sockets[socket] = seat
        if seat is not None:
            self.clock.came(key)
        self.tell_table()
        if self.match and self.may_look(seat):
            socket.tell(self._update(seat, self._missed(seat, seen), self._for_all()))

    def may_look(self, seat: Seat | None) -> bool:
        """Whether the cards of this table are any business of a seat, or of one who has none."""
        return seat is not None or self.table.setup.watch

    def exit(self, socket: Socket) -> None:
        """Let somebody go; the seat stays."""
        seat = self.sockets.pop(socket, None)
        if seat is not None and seat not in self.present:
            self.ready.discard(seat)
            self.clock.went(socket.key)
        self.tell_table()

    def put_out(self, key: str) -> None:
        """Say to whoever has this (hashed) key, and no longer a seat, that it was taken."""
        for socket in [socket for socket in self.sockets if socket.key == key]:
            del self.sockets[socket]
            socket.put_out("removed")
        self.tell_table()

    def _missed(self, seat: Seat | None, seen: int | None) -> list[Raw]:
        """What happened since somebody was here last."""
        assert self.match
        steps = [] if seen is None else self.match.history[max(0, seen - self.first) :]
        return [event for step in steps for event in _seen(step.events, seat)]

    # What is done

    async def play(self, seat: Seat, move: Move, command: str | None = None, at: int | None = None) -> int:
        """Play a move and tell everybody; its number. A command played before is only answered again."""
        async with self.lock:
            if command is not None and (known := self._commands.get((seat, command))):
                return known
            if self.match is None or self.table.phase != "playing":
                raise Refused("no_match")
            since = self.at if seat == TABLE else self._changed[seat]
            if at is not None and not since <= at <= self.at:
                raise Refused("stale", at=at, now=self.at)
            call = seat not in self.match.awaited
            events = self.match.play(seat, move)
            await self._save_move(seat, move, command)
            self._note_moves()
            self.clock.moved(seat, call=call)
            self._tell_all(events)
            return self.at

    async def _save_move(self, seat: Seat, move: Move, command: str | None) -> None:
        assert self.match
        statements: list[Statement] = [
            (APPEND, (self.id, self.at, seat, move, command, round(time.time() * 1000)))
        ]
        table = self.table
        if seat != TABLE and command is not None and table.chairs[seat].stand_in:
            table = tables.stand_in(table, seat, False)
        if self.match.over:
            table = msgspec.structs.replace(table, phase="over")
        if table is not self.table:
            statements.append(saving(self.id, table))
        await self._write(statements)
        if command is not None:
            self._commands[seat, command] = self.at
        if table is not self.table or move == "deal":
            self.table = table
            self.ready.clear()
            self.tell_table()

    async def change(self, to: Callable[[Table], Table]) -> None:
        """Change the table; told once it is durable."""
        async with self.lock:
            table = to(self.table)
            if table == self.table:
                return
            await self._write([saving(self.id, table)])
            self.table = table
            self._reseat()
            self.ready &= set(table.people)
            self.clock.plan()
            self.tell_table()
            if self.match and table.phase == "playing":
                self._tell_all(())

    async def begin_again(self) -> None:
        """Deal another match to the same group; bots take the places of those who left."""
        await self.begin(tables.filled)

    async def begin(self, prepared: Callable[[Table], Table] = lambda table: table) -> None:
        """Deal a new match."""
        async with self.lock:
            table, match = tables.begin(prepared(self.table))
            names = to_json([chair.name for chair in table.chairs])
            opening: Statement = (OPEN, (self.id, table.match, self.at, match.record(), names))
            await self._write([saving(self.id, table), opening])
            self.restore(match, self.at, self._commands)
            self.table = table
            self._reseat()
            self.ready.clear()
            self.tell_table()
            self.clock.moved(TABLE)
            self._tell_all(())

    def _reseat(self) -> None:
        """Find everybody's seat anew; who has none may look on only where others may."""
        private = self.table.phase == "playing" and not self.table.setup.watch
        for socket, before in list(self.sockets.items()):
            seat = self.sockets[socket] = self.table.seat_of(socket.key)
            if seat is None and private:
                del self.sockets[socket]
                socket.put_out("private" if before is None else "removed")

    def be_ready(self, seat: Seat) -> None:
        """Somebody is ready for the next round or match."""
        self.ready.add(seat)
        self.clock.wanted()
        self.tell_table()

    def show(self, seat: Seat, emote: wire.Emote) -> None:
        self._send_all(lambda _: wire.Emoted(seat=seat, emote=emote))

    def bot_seed(self) -> int:
        """The seed of this match's bots; a restart does not change it, and it betrays no card."""
        assert self.match
        return Chance(self.match.seed or 0, 1 << 40).below(1 << 64)

    async def _write(self, statements: Iterable[Statement]) -> None:
        try:
            await asyncio.shield(self._store.write(*statements))
        except sqlite3.Error:
            self._lost(self)
            raise Refused("not_saved") from None
        except asyncio.CancelledError:
            self._lost(self)
            raise

    def _note_moves(self) -> None:
        """Remember since when each seat has had its legal moves."""
        assert self.match
        moves = tuple(map(self.match.moves, range(self.match.seats)))
        if len(moves) != len(self._moves):
            self._changed = [self.at] * len(moves)
        else:
            for seat, (before, now) in enumerate(zip(self._moves, moves, strict=True)):
                if before != now:
                    self._changed[seat] = self.at
        self._moves = moves

    # What is told

    def tell_table(self) -> None:
        """Tell everybody who sits where, and how things stand."""
        shown = self._chairs()
        watching = sum(seat is None for seat in self.sockets.values())
        table = self.table
        self._send_all(
            lambda seat: wire.Table(
                id=self.id,
                setup=table.setup,
                chairs=shown,
                host=table.host,
                you=seat,
                phase=table.phase,
                match=table.match,
                watching=watching,
            )
        )

    def _chairs(self) -> tuple[wire.Chair, ...]:
        present = self.present
        return tuple(
            wire.Chair(
                chair.name,
                chair.bot,
                bool(chair.bot) or seat in present,
                bool(chair.key) and self.clock.stands_in(seat),
                seat in self.ready,
            )
            for seat, chair in enumerate(self.table.chairs)
        )

    def _tell_all(self, events: tuple[Event, ...]) -> None:
        for_all = self._for_all()
        self._send_all(lambda seat: self._update(seat, _seen(events, seat), for_all))

    def _send_all(self, news: Callable[[Seat | None], wire.News]) -> None:
        """Send everybody what their seat may know; those of one seat get the same bytes."""
        frames: dict[Seat | None, str] = {}
        for socket, seat in self.sockets.items():
            if seat not in frames:
                frames[seat] = wire.write(news(seat))
            socket.send(frames[seat])

    def _update(self, seat: Seat | None, events: list[Raw], for_all: Update) -> wire.Update:
        """What a seat hears: its view and events, and what all may know."""
        assert self.match
        return wire.Update(view=raw(self.match.view(seat)), events=tuple(events), **for_all)

    def _for_all(self) -> Update:
        """The part of an update that is the same for all."""
        match = self.match
        assert match
        return {
            "at": self.at,
            "round": match.round,
            "totals": match.totals,
            "awaited": match.awaited,
            "wait": self.clock.left(),
            "result": match.result,
        }


def saving(id: str, table: Table) -> Statement:
    """What keeps a table as it is now."""
    return SAVE, (to_json(table), table.phase, round(time.time()), id)


def raw(value: Any) -> Raw:
    """A value of the library as a part of a message, in its one JSON form."""
    return Raw(to_bytes(value))


def _seen(events: tuple[Event, ...], seat: Seat | None) -> list[Raw]:
    return [raw(event.seen_by(seat)) for event in events]
