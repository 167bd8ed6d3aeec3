"""All tables of a server: those in memory, those in the database, and the list in the lobby."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import Any

import msgspec

from elfer.match import Match, replay
from elfer.notation import to_json
from elfer.refusals import BadInput, Refused
from elfer.server import wire
from elfer.server.guard import Buckets
from elfer.server.room import Means, Room
from elfer.server.settings import Settings
from elfer.server.socket import Socket
from elfer.server.store import Store
from elfer.server.table import Table
from elfer.server.thinkers import Thinkers

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_SECONDS = 300
SWEEP_SECONDS = 600.0
DAY = 86_400
FIND = "SELECT document FROM tables WHERE id = ?"
MATCH = "SELECT first, opening, names FROM matches WHERE table_id = ? AND number = ?"
MOVES = "SELECT seat, move FROM moves WHERE table_id = ? AND seq > ? ORDER BY seq"
COMMANDS = "SELECT seat, command, seq FROM moves WHERE table_id = ? AND command IS NOT NULL"
CREATE = "INSERT INTO tables (id, document, phase, touched) VALUES (?, ?, ?, ?)"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
OLD = "SELECT id FROM tables WHERE (phase = 'over' AND touched < ?) OR (phase <> 'over' AND touched < ?)"
DELETE = "DELETE FROM tables WHERE id = ?"
log = logging.getLogger("elfer.house")


class House:
    """Where all tables are."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers) -> None:
        self.settings, self.store, self.thinkers = settings, store, thinkers
        self.rooms: dict[str, Room] = {}
        self.lobby: set[Socket] = set()
        self.sockets: dict[str, int] = {}
        """How many sockets each address has."""
        self.codes: dict[str, tuple[float, str, int]] = {}
        """Codes that move a seat: until when, which table, which seat."""
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
        room = Room(id, table, self._means)
        if table.match:
            match, first, _ = await self._match(id, table.match)
            commands = await self.store.read(COMMANDS, id)
            room.restore(match, first, {(seat, command): seq for seat, command, seq in commands})
        self.rooms[id] = room
        return room

    async def _match(self, id: str, number: int) -> tuple[Match, int, list[str]]:
        """A match as it was saved, how many moves were before it, and who sat where."""
        found = await self.store.read(MATCH, id, number)
        if not found:
            raise BadInput("no_match")
        first, opening, names = found[0]
        moves = await self.store.read(MOVES, id, first)
        match = await asyncio.to_thread(_replayed, opening, moves)
        return match, first, msgspec.json.decode(names)

    async def finished(self, room: Room, number: int | None) -> tuple[Match, list[str]]:
        """A match of a table that is over, and who sat where."""
        wanted = number or (room.table.match - (room.table.phase == "playing")) or 1
        if wanted > room.table.match or (wanted == room.table.match and room.table.phase == "playing"):
            raise Refused("match_not_over")
        match, _, names = await self._match(room.id, wanted)
        if not match.over:
            raise Refused("match_not_over")
        return match, names

    def _lose(self, room: Room) -> None:
        """A room could not save what happened: forget it, and let everybody enter it again."""
        log.error("a table could not be saved", extra={"table": room.id})
        self.rooms.pop(room.id, None)
        room.clock.stop()
        for socket in list(room.sockets):
            socket.put_out("reload")
        room.sockets.clear()

    def left(self, room: Room) -> None:
        """Somebody left a room: if it stays empty, it leaves memory."""
        self.changed(room)
        if not room.sockets:
            asyncio.get_running_loop().call_later(self.settings.unload, self._unload, room)

    def _unload(self, room: Room) -> None:
        if room.sockets or room.lock.locked() or self.rooms.get(room.id) is not room:
            return
        del self.rooms[room.id]
        room.clock.stop()
        self.store.write((TOUCH, (round(time.time()), room.id))).add_done_callback(_look)

    # The lobby

    def changed(self, room: Room) -> None:
        """A table has changed: the lobby hears of it within a moment."""
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

    def new_code(self, room: Room, seat: int) -> str:
        """A code that moves a seat to another device, for a short time and once."""
        now = time.monotonic()
        others = (kept for kept in self.codes.items() if kept[1][0] > now and kept[1][1:] != (room.id, seat))
        self.codes = dict(others)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        self.codes[code] = (now + CODE_SECONDS, room.id, seat)
        return code

    def redeem(self, code: str, address: str) -> tuple[str, int]:
        """The table and seat of a code, which is used up."""
        if not self.redeeming.take(address):
            raise Refused("too_fast")
        until, table, seat = self.codes.pop(code.strip().upper().replace(" ", ""), (0.0, "", -1))
        if until < time.monotonic():
            raise Refused("no_code")
        return table, seat

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
        for room in self.rooms.values():
            room.clock.stop()
            async with room.lock:  # a move that is being saved is told before the end
                pass

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _replayed(opening: str, moves: list[tuple[Any, ...]]) -> Match:
    """The match of an opening and the moves since; those of later matches are not its own."""
    match = replay(opening)
    for seat, move in moves:
        if match.over:
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
