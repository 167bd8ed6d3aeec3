"""All tables of a server: those in memory, those in the store, and the list of open ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Coroutine, Iterable
from functools import lru_cache
from itertools import chain

import msgspec

from elfer.core.refusals import BadInput, Refused
from elfer.server import wire
from elfer.server.bots.backend import BotBackend
from elfer.server.limits import Buckets
from elfer.server.nodes.forwarding import Forward
from elfer.server.nodes.membership import Nodes
from elfer.server.sessions.hints import Hints
from elfer.server.sessions.replays import Replays
from elfer.server.settings import Settings
from elfer.server.stores.store import CODE_SECONDS, Code, Store, Unavailable
from elfer.server.tables.clock import TableClock
from elfer.server.tables.presence import Page
from elfer.server.tables.restoration import restore_room
from elfer.server.tables.room import Resources, Room
from elfer.server.tables.seating import Table, hashed
from elfer.server.upkeep.cleanup import delete_old_tables

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
REDEEMS_PER_SECOND = 0.1
"""Sustained rate of redeeming codes per address."""
MAX_REDEEMS_AT_ONCE = 10
"""Burst size of redeeming codes per address."""
ENTRIES_PER_SECOND = 0.25
"""Sustained rate of entering tables per address, for each page it may open."""
MAX_ENTRIES_AT_ONCE = 2
"""Burst size of entering tables, for each page: all may reconnect after a restart."""
MOVES_PER_SECOND = 0.1
"""Sustained rate of saved moves per address, bots included, for each page."""
MAX_MOVES_AT_ONCE = 5_000
"""Burst size of saved moves, for each page: a school class plays for hours."""
CHANGES_PER_SECOND = 0.02
"""Sustained rate of table changes and new codes per address, for each page."""
MAX_CHANGES_AT_ONCE = 30
"""Burst size of table changes and new codes, for each page."""
TEXTS_PER_SECOND = 10.0
"""Sustained rate of typed texts per address."""
MAX_TEXTS_AT_ONCE = 30
"""Burst size of typed texts per address."""
HOUR_SECONDS = 3600
LIST_SECONDS = 0.5
"""Minimum time between two updates of the list of open tables."""
MAX_LISTED_TABLES = 50
MAX_LISTS = 100
"""Cached lists of other nodes."""
ARRIVAL_SECONDS = 2.0
"""Minimum time a table stays in memory after it was loaded."""
log = logging.getLogger("elfer.lobby")


class Lobby:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        bots: BotBackend,
        nodes: Nodes | None = None,
        forward: Forward | None = None,
    ) -> None:
        self.settings, self.store, self.bots = settings, store, bots
        self.nodes, self.forward = nodes, forward
        self.rooms: dict[str, Room] = {}
        self.watchers: set[Page] = set()
        """Pages that show the list of open tables."""
        self.sessions: Counter[str] = Counter()
        """Open pages per address."""
        pages = settings.sockets
        self.creating = Buckets(settings.tables / HOUR_SECONDS, settings.tables)
        self.entering = Buckets(ENTRIES_PER_SECOND * pages, MAX_ENTRIES_AT_ONCE * pages)
        self.redeeming = Buckets(REDEEMS_PER_SECOND, MAX_REDEEMS_AT_ONCE)
        self.typing = Buckets(TEXTS_PER_SECOND, MAX_TEXTS_AT_ONCE)
        self.changing = Buckets(CHANGES_PER_SECOND * pages, MAX_CHANGES_AT_ONCE * pages)
        self.hints, self.replays = Hints(bots), Replays(store)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        moves = Buckets(MOVES_PER_SECOND * pages, MAX_MOVES_AT_ONCE * pages)
        self._resources = Resources(store, settings, self._lose, lambda: self.has_lease, moves, self.changing)
        self._tasks: set[asyncio.Task[None]] = set()
        self._list = ""
        """The last frame sent to all watchers."""
        self._list_updates: asyncio.Task[None] | None = None
        """Updates the list while pages watch."""
        self._others: tuple[wire.OpenTable, ...] = ()
        """Open tables of other nodes."""
        if nodes:
            nodes.taken = self.abandon_all
            self._spawn(self._share_list(nodes))
        self._spawn(delete_old_tables(store, settings, lambda id: id in self.rooms or id in self._loading))

    @property
    def ready(self) -> bool:
        """Whether tables can be played and saved, as far as is known."""
        return self.nodes.has_lease if self.nodes else not self.store.counts.failed

    @property
    def has_lease(self) -> bool:
        """Whether the tables in memory belong to this node."""
        return self.nodes is None or self.nodes.has_lease

    # Tables

    async def create(self, table: Table, id: str | None = None) -> Room:
        """Save a new table, and open its room; `Conflict` if the id exists."""
        id = id or secrets.token_urlsafe(16)
        await self.store.create(id, table)
        return self.rooms.get(id) or self._add(Room(id, table, self._resources))

    async def room(self, id: str) -> Room:
        """The room of a table, loaded if necessary; `Elsewhere` if another node has it."""
        if not self.has_lease:
            raise Unavailable
        if room := self.rooms.get(id):
            return room
        if id not in self._loading:
            self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        name = self.nodes and self.nodes.name
        saved = await self.store.load(id)
        if saved is None:
            raise BadInput("no_table")
        if saved.table.match == 0:
            room = Room(id, saved.table, self._resources)
        elif saved.log:
            room = await restore_room(id, saved.table, saved.log, self._resources)
        else:
            raise BadInput("no_match")
        if not self.has_lease or name != (self.nodes and self.nodes.name):  # the lease was lost meanwhile
            raise Unavailable
        return self._add(room)

    def _add(self, room: Room) -> Room:
        """Keep a room in memory, for a short time unless a page enters it."""
        self.rooms[room.id] = room
        TableClock(room, self.settings, self.bots)
        wait = max(ARRIVAL_SECONDS, self.settings.unload)
        asyncio.get_running_loop().call_later(wait, self._unload, room)
        return room

    def _lose(self, room: Room) -> None:
        """Abandon a room that could not be saved."""
        log.error("a table could not be saved", extra={"table": room.id})
        self._abandon(room)

    def _abandon(self, room: Room) -> None:
        """Remove a room from memory; the next page at the table restores it."""
        room.abandon()
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    def abandon_all(self) -> None:
        """Abandon all rooms: other nodes may have their tables."""
        log.error("this node lost its lease and abandons its tables", extra={"tables": len(self.rooms)})
        for room in list(self.rooms.values()):
            self._abandon(room)

    def left(self, room: Room) -> None:
        """A page has left a room; unload it if it stays empty."""
        if not room.pages:
            asyncio.get_running_loop().call_later(self.settings.unload, self._unload, room)

    def _unload(self, room: Room) -> None:
        if room.pages or room.lock.abandoned:
            return
        if room.lock.locked():  # the last move is being saved
            self.left(room)
            return
        self._abandon(room)
        self._spawn(self._release(room.id))

    async def _release(self, id: str) -> None:
        try:
            await self.store.release(id)
        except Unavailable as error:
            log.warning("a table could not be marked as left", exc_info=error)

    # The list of open tables

    def watch(self, page: Page) -> None:
        """Send a page the open tables, now and on every change."""
        self.watchers.add(page)
        if self._list_updates is None or self._list_updates.done():
            self._list = wire.format_news(self.open_tables())
            self._list_updates = self._spawn(self._update_list())
        page.send(self._list, merge="tables")

    async def _update_list(self) -> None:
        """Update the list until all watchers have left."""
        while self.watchers:
            await asyncio.sleep(LIST_SECONDS)
            self._tell_watchers()

    def _tell_watchers(self) -> None:
        before, self._list = self._list, wire.format_news(self.open_tables())
        if self._list != before:
            for page in self.watchers:
                page.send(self._list, merge="tables")

    def open_tables(self) -> wire.Tables:
        """The listed tables with players present, those with free seats first."""
        others = (table for table in self._others if table.id not in self.rooms)
        return wire.Tables(tables=_in_order((*self._own_tables(), *others)))

    def _own_tables(self) -> tuple[wire.OpenTable, ...]:
        rooms = (room for room in self.rooms.values() if room.table.setup.listed and room.present)
        found = map(_open_table, rooms)
        return _in_order(table for table in found if table.free or (table.watch and table.phase == "playing"))

    async def _share_list(self, nodes: Nodes) -> None:
        """Publish this node's open tables, and read those of other nodes while pages watch."""
        published: tuple[wire.OpenTable, ...] = ()
        while True:
            await asyncio.sleep(LIST_SECONDS)
            try:
                if (own := self._own_tables()) != published:
                    await nodes.publish(msgspec.json.encode(own))
                    published = own
                if self.watchers:
                    self._others = tuple(chain.from_iterable(map(_parse_list, await nodes.published())))
                    self._tell_watchers()
            except Unavailable:
                pass
            except Exception:  # the next attempt may succeed
                log.exception("the list of open tables could not be shared")

    # Codes

    async def new_code(self, room: Room, page: Page) -> str:
        """A code that moves the seats of a page to another device, once and for a short time."""
        if not self.changing.take(page.address):
            raise Refused("too_fast")
        text = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.keep_code(hashed(text), room.id, page.key, CODE_SECONDS)
        return text

    async def code(self, hash: str, address: str) -> Code:
        """The table and key behind a hashed code; only the table knows whether it was redeemed."""
        if not self.redeeming.take(address):
            raise Refused("too_fast")
        code = await self.store.find_code(hash)
        if code is None:
            raise Refused("no_code")
        return code

    async def end_codes(self, room: Room, keys: frozenset[str]) -> None:
        """Delete the codes of *keys* that have no seat any more."""
        for key in keys - room.table.keys:
            with contextlib.suppress(Unavailable):  # the code is useless, and expires soon
                await self.store.end_code(room.id, key)

    # Housekeeping

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for room in list(self.rooms.values()):
            room.stop_clock()
            with contextlib.suppress(Refused):
                async with room.lock:  # a move that is being saved is still announced
                    pass

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _in_order(tables: Iterable[wire.OpenTable]) -> tuple[wire.OpenTable, ...]:
    """The first of these tables, those with free seats before others."""
    return tuple(sorted(tables, key=lambda table: (not table.free, table.id))[:MAX_LISTED_TABLES])


@lru_cache(maxsize=MAX_LISTS)
def _parse_list(published: bytes) -> tuple[wire.OpenTable, ...]:
    """The open tables of a node; none if a node of another version wrote an unknown format."""
    try:
        return msgspec.json.decode(published, type=tuple[wire.OpenTable, ...])
    except msgspec.DecodeError as error:
        log.warning("the open tables of a node cannot be read", extra={"why": str(error)})
        return ()


def code_hash(typed: str) -> str:
    """The stored hash of a typed code, ignoring case and blanks."""
    return hashed(typed.strip().upper().replace(" ", ""))


def _open_table(room: Room) -> wire.OpenTable:
    table = room.table
    host = table.chairs[table.host].name if table.host is not None else ""
    free = sum(not chair.name for chair in table.chairs) if table.phase == "gathering" else 0
    return wire.OpenTable(
        room.id, table.setup.game, host, table.setup.seats, free, table.phase, table.setup.watch
    )
