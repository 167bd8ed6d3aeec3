"""All tables of a server: those in memory, those in the database, and the list in the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from elfer.core.encoding import to_json
from elfer.core.refusals import BadInput, Refused
from elfer.match import Match, replay
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.bot_pool import Thinkers
from elfer.server.room import Means, Room, saving
from elfer.server.settings import Settings
from elfer.server.stores.sqlite import Store
from elfer.server.table import Table
from elfer.server.web.guard import Buckets
from elfer.server.web.socket import Socket

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_SECONDS = 300
SWEEP_SECONDS = 600.0
DAY = 86_400
FIND = "SELECT document FROM tables WHERE id = ?"
MATCH = "SELECT first, opening, names FROM matches WHERE table_id = ? AND number = ?"
MOVES = "SELECT seq, seat, move FROM moves WHERE table_id = ? AND seq > ? ORDER BY seq"
COMMANDS = "SELECT seat, command, seq FROM moves WHERE table_id = ? AND command IS NOT NULL"
CREATE = "INSERT INTO tables (id, document, phase, touched) VALUES (?, ?, ?, ?)"
CUT = "DELETE FROM moves WHERE table_id = ? AND seq > ?"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
OLD = "SELECT id FROM tables WHERE (phase = 'over' AND touched < ?) OR (phase <> 'over' AND touched < ?)"
DELETE = "DELETE FROM tables WHERE id = ?"
log = logging.getLogger("elfer.house")


class Code(NamedTuple):
    """What a code brings to another device: the seat at a table of whoever has this (hashed) key."""

    until: float
    table: str
    key: str


class Saved(NamedTuple):
    """A match as it was saved."""

    match: Match
    first: int
    """How many moves the table had seen before it."""
    names: list[str]
    beyond: int
    """How many moves are left over: of later matches, or after a gap."""


class House:
    """Where all tables are."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers) -> None:
        self.settings, self.store, self.thinkers = settings, store, thinkers
        self.rooms: dict[str, Room] = {}
        self.lobby: set[Socket] = set()
        self.sockets: dict[str, int] = {}
        """How many sockets each address has."""
        self._codes: dict[str, Code] = {}
        self.creating = Buckets(settings.tables_per_address / 3600, settings.tables_per_address)
        self.redeeming = Buckets(0.1, 10)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._means = Means(store, settings, thinkers, self._lose)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lobby_due = False
        self._spawn(self._sweep())

    # Tables

    async def create(self, table: Table) -> Room:
        """A room for a new table, which is durable."""
        id = secrets.token_urlsafe(16)
        await self.store.write((CREATE, (id, to_json(table), table.phase, round(time.time()))))
        room = self.rooms[id] = Room(id, table, self._means)
        return room

    async def room(self, id: str) -> Room:
        """The room of a table, brought back from the database if need be."""
        if room := self.rooms.get(id):
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        found = await self.store.read(FIND, id)
        if not found:
            raise BadInput("no_table")
        table = msgspec.json.decode(found[0][0], type=Table)
        saved = await self._saved(id, table.match) if table.match else None
        if saved and saved.beyond:
            table = await self._mended(id, table, saved)
        room = Room(id, table, self._means)
        if saved:
            commands = await self.store.read(COMMANDS, id)
            room.restore(saved.match, saved.first, {(seat, command): seq for seat, command, seq in commands})
        self.rooms[id] = room
        return room

    async def _saved(self, id: str, number: int) -> Saved:
        found = await self.store.read(MATCH, id, number)
        if not found:
            raise BadInput("no_match")
        first, opening, names = found[0]
        moves = await self.store.read(MOVES, id, first)
        match = await asyncio.to_thread(_replayed, opening, first, moves)
        return Saved(match, first, msgspec.json.decode(names), len(moves) - match.steps)

    async def _mended(self, id: str, table: Table, saved: Saved) -> Table:
        """A table whose last match has a gap, cut off at its last whole move: there play goes on."""
        last = saved.first + saved.match.steps
        log.warning(
            "a table had a gap and goes on from its last whole move",
            extra={"table": id, "at": last, "dropped": saved.beyond},
        )
        if table.phase == "over" and not saved.match.over:
            table = replace(tables.filled(table), phase="playing")
        await self.store.write((CUT, (id, last)), saving(id, table))
        return table

    async def finished(self, room: Room, number: int | None) -> tuple[Match, list[str]]:
        """A match of a table that is over, and who sat where."""
        wanted = number or (room.table.match - (room.table.phase == "playing")) or 1
        if wanted > room.table.match or (wanted == room.table.match and room.table.phase == "playing"):
            raise Refused("match_not_over")
        saved = await self._saved(room.id, wanted)
        if not saved.match.over:
            raise Refused("match_not_over")
        return saved.match, saved.names

    def _lose(self, room: Room) -> None:
        """A room could not save what happened: forget it, and let everybody enter it again."""
        log.error("a table could not be saved", extra={"table": room.id})
        self._give_up(room)
        for socket in list(room.sockets):
            socket.put_out("reload")
        room.sockets.clear()

    def _give_up(self, room: Room) -> None:
        """Let nothing more happen in a room; the table's next visitor builds it anew."""
        room.lock.given_up = True
        room.clock.stop()
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def left(self, room: Room) -> None:
        """Somebody left a room: if it stays empty, it leaves memory."""
        self.changed(room)
        if not room.sockets:
            asyncio.get_running_loop().call_later(self.settings.unload, self._unload, room)

    def _unload(self, room: Room) -> None:
        if room.sockets or room.lock.locked() or room.lock.given_up:
            return
        self._give_up(room)
        self.store.write((TOUCH, (round(time.time()), room.id))).add_done_callback(_look)

    # The lobby

    def changed(self, room: Room) -> None:
        """A table has changed: codes of those who left die, and the lobby hears of it within a moment."""
        self._codes = {
            text: code
            for text, code in self._codes.items()
            if code.table != room.id or room.table.seat_of(code.key) is not None
        }
        if room.table.setup.listed and not self._lobby_due:
            self._lobby_due = True
            asyncio.get_running_loop().call_later(0.5, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = False
        frame = wire.write(self.open_tables())
        for socket in self.lobby:
            socket.send(frame)

    def open_tables(self) -> wire.Tables:
        """The listed tables somebody is at, the ones with free seats first."""
        rooms = (room for room in self.rooms.values() if room.table.setup.listed and room.present)
        found = [_listed(room) for room in rooms]
        joinable = [table for table in found if table.free or (table.watch and table.phase == "playing")]
        return wire.Tables(tables=tuple(sorted(joinable, key=lambda table: (not table.free, table.id))[:50]))

    # Codes

    def new_code(self, room: Room, key: str) -> str:
        """A code that brings the seat of this (hashed) key to another device, for a short time and once."""
        now = time.monotonic()
        self._codes = {
            text: code
            for text, code in self._codes.items()
            if code.until > now and (code.table, code.key) != (room.id, key)
        }
        text = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        self._codes[text] = Code(now + CODE_SECONDS, room.id, key)
        return text

    def code(self, text: str, address: str) -> Code:
        """What somebody has typed as a code; it ends when its seat moves."""
        if not self.redeeming.take(address):
            raise Refused("too_fast")
        code = self._codes.get(text.strip().upper().replace(" ", ""))
        if code is None or code.until < time.monotonic():
            raise Refused("no_code")
        return code

    # Housekeeping

    async def _sweep(self) -> None:
        """Delete tables that are finished or forgotten, names and all."""
        while True:
            now, keep = time.time(), self.settings
            finished, abandoned = now - keep.keep_finished * DAY, now - keep.keep_abandoned * DAY
            for (id,) in await self.store.read(OLD, round(finished), round(abandoned)):
                if id not in self.rooms and id not in self._loading:
                    await self.store.write((DELETE, (id,)))
                    log.info("an old table was deleted", extra={"table": id})
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for room in list(self.rooms.values()):
            room.clock.stop()
            with contextlib.suppress(Refused):
                async with room.lock:  # a move that is being saved is told before the end
                    pass

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _replayed(opening: str, first: int, moves: list[tuple[Any, ...]]) -> Match:
    """The match of an opening and the moves since, up to its end or a gap in their numbers."""
    match = replay(opening)
    for number, (seq, seat, move) in enumerate(moves, first + 1):
        if match.over or seq != number:
            break
        match.play(seat, move)
    return match


def _listed(room: Room) -> wire.OpenTable:
    table = room.table
    host = table.chairs[table.host].name if table.host is not None else ""
    free = sum(not chair.name for chair in table.chairs) if table.phase == "gathering" else 0
    return wire.OpenTable(
        room.id, table.setup.game, host, table.setup.seats, free, table.phase, table.setup.watch
    )


def _look(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()):
        log.warning("a table could not be marked as left", exc_info=error)
