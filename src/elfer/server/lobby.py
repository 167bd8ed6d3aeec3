"""All tables of a server: those in memory, those that are only kept, and the list of open ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Coroutine
from typing import NamedTuple

from elfer.core.refusals import BadInput, Refused
from elfer.server import wire
from elfer.server.bots import Bots, Hints
from elfer.server.housekeeping import keep_house
from elfer.server.limits import Buckets
from elfer.server.pages import Page
from elfer.server.replays import Film, Replays, restored, resumed
from elfer.server.room import Resources, Room
from elfer.server.settings import Settings
from elfer.server.store import Commands, Log, Store, Unavailable
from elfer.server.table import Table

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_SECONDS = 300
LIST_SECONDS = 0.5
"""How long changes of open tables are gathered before those who watch the list hear of them."""
MAX_LISTED_TABLES = 50
ARRIVAL_SECONDS = 2.0
"""How long a table stays in memory at least for whoever wanted it."""
log = logging.getLogger("elfer.lobby")


class Code(NamedTuple):
    """What a code brings to another device: the seat at a table of whoever has this (hashed) key."""

    until: float
    table: str
    key: str


class Lobby:
    """Where all tables are."""

    def __init__(self, settings: Settings, store: Store, bots: Bots) -> None:
        self.settings, self.store, self.bots = settings, store, bots
        self.rooms: dict[str, Room] = {}
        self.watchers: set[Page] = set()
        """The pages that see the list of open tables."""
        self.sessions: Counter[str] = Counter()
        """How many pages each address has open."""
        self.creating = Buckets(settings.tables / 3600, settings.tables)
        self.entering = Buckets(settings.sockets / 4, 2 * settings.sockets)
        """All pages of an address may come again at once, as after a restart, and not again and again."""
        self.redeeming = Buckets(0.1, 10)
        self.hints, self.replays = Hints(), Replays(store)
        self._codes: dict[str, Code] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._resources = Resources(store, settings, bots, self._lose)
        self._tasks: set[asyncio.Task[None]] = set()
        self._list, self._list_made = "", -LIST_SECONDS
        """The frame with the open tables, and when it was made."""
        self._list_due = False
        self._spawn(keep_house(store, settings, self._in_use))

    # Tables

    async def create(self, table: Table) -> Room:
        """A room for a new table, which is durable."""
        id = secrets.token_urlsafe(16)
        await self.store.create(id, table)
        return self._keep(Room(id, table, self._resources))

    async def room(self, id: str) -> Room:
        """The room of a table, brought back from the store if need be."""
        if room := self.rooms.get(id):
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        saved = await self.store.load(id)
        if saved is None:
            raise BadInput("no_table")
        if saved.table.match == 0:
            room = Room(id, saved.table, self._resources)
        elif saved.log:
            room = await self._with_match(id, saved.table, saved.log, saved.commands)
        else:
            raise BadInput("no_match")
        return self._keep(room)

    def _keep(self, room: Room) -> Room:
        """Have a room in memory; not for long, if whoever wanted it is refused there."""
        self.rooms[room.id] = room
        wait = max(ARRIVAL_SECONDS, self.settings.unload)
        asyncio.get_running_loop().call_later(wait, self._unload, room)
        return room

    async def _with_match(self, id: str, table: Table, kept: Log, commands: Commands) -> Room:
        """A room with its last match; one with a gap in its moves goes on from the last whole one."""
        back = await restored(kept)
        last, dropped = back.at, len(kept.moves) - (back.at - kept.opening.first)
        if dropped:
            log.warning(
                "a table had a gap and goes on from its last whole move",
                extra={"table": id, "at": last, "dropped": dropped},
            )
            commands = {command: number for command, number in commands.items() if number <= last}
            table = resumed(table, back.match)
            await self.store.cut(id, last, table)
        room = Room(id, table, self._resources)
        room.restore(back.match, kept.opening.first, commands, back.numbers, back.at)
        return room

    async def finished(self, room: Room, number: int | None) -> Film:
        """A match of a table that is over."""
        playing = room.table.phase == "playing"
        wanted = number or (room.table.match - playing) or 1
        if wanted > room.table.match - playing:
            raise Refused("match_not_over")
        return await self.replays.film(room.id, wanted)

    def _lose(self, room: Room) -> None:
        """A room could not save what happened: forget it, and let everybody enter it again."""
        log.error("a table could not be saved", extra={"table": room.id})
        self._forget(room)

    def _forget(self, room: Room) -> None:
        """Let a room leave memory; the table's next visitor builds it anew."""
        room.give_up()
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def left(self, room: Room) -> None:
        """Somebody left a room: if it stays empty, it leaves memory."""
        self.changed(room)
        if not room.pages:
            asyncio.get_running_loop().call_later(self.settings.unload, self._unload, room)

    def _unload(self, room: Room) -> None:
        if room.pages or room.lock.given_up:
            return
        if room.lock.locked():  # the last move is still being saved
            self.left(room)
            return
        self._forget(room)
        self._spawn(self._touch(room.id))

    async def _touch(self, id: str) -> None:
        try:
            await self.store.touch(id)
        except Unavailable as error:
            log.warning("a table could not be marked as left", exc_info=error)

    # The list of open tables

    def changed(self, room: Room) -> None:
        """A table has changed: watchers hear of it within a moment."""
        if room.table.setup.listed and not self._list_due:
            self._list_due = True
            asyncio.get_running_loop().call_later(LIST_SECONDS, self._tell_watchers)

    def _tell_watchers(self) -> None:
        self._list_due = False
        self._make_list()
        for page in self.watchers:
            page.send(self._list, merge="tables")

    def show_tables(self, page: Page) -> None:
        """Show somebody the open tables; made anew only now and then, however many ask."""
        if time.monotonic() - self._list_made >= LIST_SECONDS:
            self._make_list()
        page.send(self._list, merge="tables")

    def _make_list(self) -> None:
        self._list, self._list_made = wire.format_news(self.open_tables()), time.monotonic()

    def open_tables(self) -> wire.Tables:
        """The listed tables somebody is at, the ones with free seats first."""
        rooms = (room for room in self.rooms.values() if room.table.setup.listed and room.present)
        found = [_listed(room) for room in rooms]
        joinable = [table for table in found if table.free or (table.watch and table.phase == "playing")]
        in_order = sorted(joinable, key=lambda table: (not table.free, table.id))
        return wire.Tables(tables=tuple(in_order[:MAX_LISTED_TABLES]))

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

    def drop_codes(self, room: Room) -> None:
        """Let the codes of those die who have no seat at this table any more."""
        self._codes = {
            text: code
            for text, code in self._codes.items()
            if code.table != room.id or room.table.seat_of(code.key) is not None
        }

    def code(self, text: str, address: str) -> Code:
        """What somebody has typed as a code; it ends when its seat moves."""
        if not self.redeeming.take(address):
            raise Refused("too_fast")
        code = self._codes.get(text.strip().upper().replace(" ", ""))
        if code is None or code.until < time.monotonic():
            raise Refused("no_code")
        return code

    # Housekeeping

    def _in_use(self, id: str) -> bool:
        return id in self.rooms or id in self._loading

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for room in list(self.rooms.values()):
            room.clock.stop()
            with contextlib.suppress(Refused):
                async with room.lock:  # a move that is being saved is told before the end
                    pass

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _listed(room: Room) -> wire.OpenTable:
    table = room.table
    host = table.chairs[table.host].name if table.host is not None else ""
    free = sum(not chair.name for chair in table.chairs) if table.phase == "gathering" else 0
    return wire.OpenTable(
        room.id, table.setup.game, host, table.setup.seats, free, table.phase, table.setup.watch
    )
