"""All tables of a server: those in memory, those that are only kept, and the list of open ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Coroutine, Iterable
from functools import lru_cache

import msgspec

from elfer.core.refusals import BadInput, Refused
from elfer.server import listening, wire
from elfer.server.bots import Bots, Hints
from elfer.server.housekeeping import keep_house
from elfer.server.limits import Buckets
from elfer.server.nodes import Nodes
from elfer.server.pages import Page
from elfer.server.pipe import Pipes
from elfer.server.replays import Film, Replays
from elfer.server.restoring import with_match
from elfer.server.room import Resources, Room
from elfer.server.settings import Settings
from elfer.server.store import CODE_SECONDS, Code, Store, Unavailable
from elfer.server.table import Table, hashed

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
REDEEMS_PER_SECOND = 0.1
"""How often an address may try a code, …"""
MAX_REDEEMS_AT_ONCE = 10
"""… and how often at once."""
ENTRIES_PER_SECOND = 0.25
"""How often an address may go to tables, for each page that it may have, …"""
MAX_ENTRIES_AT_ONCE = 2
"""… and at once: all its pages may come again, as after a restart, and not again and again."""
MOVES_PER_SECOND = 0.1
"""How many moves an address may have saved for long, with those of bots, for each page that it may have, …"""
MAX_MOVES_AT_ONCE = 5_000
"""… and at once: a class plays for hours."""
CHANGES_PER_SECOND = 0.02
"""How often an address may change tables or have a code for long, for each page that it may have, …"""
MAX_CHANGES_AT_ONCE = 30
"""… and at once."""
HOUR_SECONDS = 3600
LIST_SECONDS = 0.5
"""How often those who watch the list of open tables hear of changes, at most."""
MAX_LISTED_TABLES = 50
MAX_LISTS = 100
"""How many lists of other nodes are remembered as they were read."""
ARRIVAL_SECONDS = 2.0
"""How long a table stays in memory at least for whoever wanted it."""
log = logging.getLogger("elfer.lobby")


class Lobby:
    """Where all tables are."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bots: Bots,
        nodes: Nodes | None = None,
        pipes: Pipes | None = None,
    ) -> None:
        self.settings, self.store, self.bots = settings, store, bots
        self.nodes, self.pipes = nodes, pipes
        self.rooms: dict[str, Room] = {}
        self.watchers: set[Page] = set()
        """The pages that see the list of open tables."""
        self.sessions: Counter[str] = Counter()
        """How many pages each address has open."""
        self.creating = Buckets(settings.tables / HOUR_SECONDS, settings.tables)
        self.entering = Buckets(ENTRIES_PER_SECOND * settings.sockets, MAX_ENTRIES_AT_ONCE * settings.sockets)
        self.redeeming = Buckets(REDEEMS_PER_SECOND, MAX_REDEEMS_AT_ONCE)
        self.typing = Buckets(listening.TEXTS_PER_SECOND, listening.MAX_TEXTS_AT_ONCE)
        self.hints, self.replays = Hints(), Replays(store)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        moves = Buckets(MOVES_PER_SECOND * settings.sockets, MAX_MOVES_AT_ONCE * settings.sockets)
        self.changing = Buckets(CHANGES_PER_SECOND * settings.sockets, MAX_CHANGES_AT_ONCE * settings.sockets)
        self._resources = Resources(
            store, settings, bots, self._lose, lambda: self.held, moves, self.changing
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._list = ""
        """The frame with the open tables that all watchers were told last."""
        self._telling = False
        """Whether watchers hear of changes in a moment."""
        self._others: tuple[wire.OpenTable, ...] = ()
        """The open tables of other nodes, as they were a moment ago."""
        if nodes:
            nodes.taken = self.give_up
            self._spawn(self._keep_list(nodes))
        self._spawn(keep_house(store, settings, self._in_use))

    @property
    def ready(self) -> bool:
        """Whether tables can be played and saved, as far as that is known."""
        return self.nodes.held if self.nodes else not self.store.failed

    @property
    def held(self) -> bool:
        """Whether no other node can have taken the tables that are in memory here."""
        return self.nodes is None or self.nodes.held

    # Tables

    async def create(self, table: Table, id: str | None = None) -> Room:
        """A room for a new table, which is durable; `Conflict` if there is one of that *id*."""
        id = id or secrets.token_urlsafe(16)
        await self.store.create(id, table)
        return self.rooms.get(id) or self._keep(Room(id, table, self._resources))

    async def room(self, id: str) -> Room:
        """The room of a table, brought back from the store if need be; `Elsewhere` if another node has it."""
        if not self.held:
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
            room = await with_match(id, saved.table, saved.log, self._resources)
        else:
            raise BadInput("no_match")
        if not self.held or name != (self.nodes and self.nodes.name):  # taken for dead meanwhile
            raise Unavailable
        return self._keep(room)

    def _keep(self, room: Room) -> Room:
        """Have a room in memory; not for long, if whoever wanted it is refused there."""
        self.rooms[room.id] = room
        wait = max(ARRIVAL_SECONDS, self.settings.unload)
        asyncio.get_running_loop().call_later(wait, self._unload, room)
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

    def give_up(self) -> None:
        """Other nodes may have any table by now: let nothing more happen here."""
        log.error("this node was out of touch and gives up its tables", extra={"tables": len(self.rooms)})
        for room in list(self.rooms.values()):
            self._forget(room)

    def left(self, room: Room) -> None:
        """Somebody left a room: if it stays empty, it leaves memory."""
        if not room.pages:
            asyncio.get_running_loop().call_later(self.settings.unload, self._unload, room)

    def _unload(self, room: Room) -> None:
        if room.pages or room.lock.given_up:
            return
        if room.lock.locked():  # the last move is still being saved
            self.left(room)
            return
        self._forget(room)
        self._spawn(self._release(room.id))

    async def _release(self, id: str) -> None:
        try:
            await self.store.release(id)
        except Unavailable as error:
            log.warning("a table could not be marked as left", exc_info=error)

    # The list of open tables

    def watch(self, page: Page) -> None:
        """Show somebody the open tables, from now on with what changes; made anew only now and then."""
        if not self._telling:
            self._list = self._listing()
            self._tell_again()
        self.watchers.add(page)
        page.send(self._list, merge="tables")

    def _tell_again(self) -> None:
        self._telling = True
        asyncio.get_running_loop().call_later(LIST_SECONDS, self._keep_telling)

    def _keep_telling(self) -> None:
        """As long as somebody watches, tell what has changed by whatever cause."""
        self._telling = False
        if self.watchers:
            self._tell_watchers()
            self._tell_again()

    def _tell_watchers(self) -> None:
        before, self._list = self._list, self._listing()
        if self._list != before:
            for page in self.watchers:
                page.send(self._list, merge="tables")

    def _listing(self) -> str:
        return wire.format_news(self.open_tables())

    def open_tables(self) -> wire.Tables:
        """The listed tables somebody is at, the ones with free seats first."""
        others = (table for table in self._others if table.id not in self.rooms)
        return wire.Tables(tables=_in_order((*self._own_tables(), *others)))

    def _own_tables(self) -> tuple[wire.OpenTable, ...]:
        """The open tables that are in memory here."""
        rooms = (room for room in self.rooms.values() if room.table.setup.listed and room.present)
        found = map(_listed, rooms)
        return _in_order(table for table in found if table.free or (table.watch and table.phase == "playing"))

    async def _keep_list(self, nodes: Nodes) -> None:
        """Let other nodes know of the open tables here, and hear of theirs while somebody watches."""
        told: tuple[wire.OpenTable, ...] = ()
        while True:
            await asyncio.sleep(LIST_SECONDS)
            try:
                if (own := self._own_tables()) != told:
                    await nodes.publish(msgspec.json.encode(own))
                    told = own
                if self.watchers:
                    self._hear_others(await nodes.published())
            except Unavailable:
                pass
            except Exception:  # whatever it was, the list goes on
                log.exception("the list of open tables could not be told or heard")

    def _hear_others(self, published: tuple[bytes, ...]) -> None:
        lists = map(_heard, published)
        others = tuple(table for tables in lists for table in tables if table.id not in self.rooms)
        if others != self._others:
            self._others = others
            self._tell_watchers()

    # Codes

    async def new_code(self, room: Room, page: Page) -> str:
        """A code that brings the seats of a page to another device, for a short time and once."""
        if not self.changing.take(page.address):
            raise Refused("too_fast")
        text = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.keep_code(hashed(text), room.id, page.key, CODE_SECONDS)
        return text

    async def code(self, text: str, address: str) -> Code:
        """What a typed code brings; it may be redeemed already, which its table knows."""
        if not self.redeeming.take(address):
            raise Refused("too_fast")
        code = await self.store.find_code(code_hash(text))
        if code is None:
            raise Refused("no_code")
        return code

    async def end_codes(self, room: Room, keys: frozenset[str]) -> None:
        """Let the codes of those die who have had one of these keys and have no seat any more."""
        for key in keys - room.table.keys:
            with contextlib.suppress(Unavailable):  # it brings no seat any more, and dies soon anyway
                await self.store.end_code(room.id, key)

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


def _in_order(tables: Iterable[wire.OpenTable]) -> tuple[wire.OpenTable, ...]:
    """The first of these tables, those with free seats before others."""
    return tuple(sorted(tables, key=lambda table: (not table.free, table.id))[:MAX_LISTED_TABLES])


@lru_cache(maxsize=MAX_LISTS)
def _heard(published: bytes) -> tuple[wire.OpenTable, ...]:
    """The open tables of a node; none where a node of another version says it in a way that is not known."""
    try:
        return msgspec.json.decode(published, type=tuple[wire.OpenTable, ...])
    except msgspec.DecodeError as error:
        log.warning("the open tables of a node cannot be read", extra={"why": str(error)})
        return ()


def code_hash(typed: str) -> str:
    """What is kept of a code, however it was typed."""
    return hashed(typed.strip().upper().replace(" ", ""))


def _listed(room: Room) -> wire.OpenTable:
    table = room.table
    host = table.chairs[table.host].name if table.host is not None else ""
    free = sum(not chair.name for chair in table.chairs) if table.phase == "gathering" else 0
    return wire.OpenTable(
        room.id, table.setup.game, host, table.setup.seats, free, table.phase, table.setup.watch
    )
