"""A store in PostgreSQL that several nodes share; each table has one owner at a time.

Taking a table raises its epoch before its log is read, and every write carries the epoch: a node that lost
its lease can write nothing. All stored times are the database's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

from elfer.core.canonical_json import to_json
from elfer.server.stores.postgres import statements as sql
from elfer.server.stores.postgres.connection import Connection
from elfer.server.stores.postgres.groups import NO_EPOCH
from elfer.server.stores.postgres.nodes import PostgresNodes
from elfer.server.stores.store import (
    MAX_CODES,
    Code,
    Elsewhere,
    Fenced,
    Log,
    Opening,
    Played,
    Saved,
    Unavailable,
    Whole,
    opening_of,
    parsed,
    row_of,
)
from elfer.server.tables.seating import Table

NO_MOVE = (None,) * 4
NO_MATCH = (None,) * 5
MAX_CLAIMS = 10
"""Attempts to take a table that other nodes take at the same time."""
T = TypeVar("T")


class PostgresStore:
    """The store of one node."""

    def __init__(self, nodes: PostgresNodes, newest: float | None) -> None:
        self.newest = newest
        self._nodes, self._groups = nodes, nodes.groups
        self.counts = self._groups.counts

    # Writing

    async def create(self, id: str, table: Table) -> None:
        owner = self._nodes.own()
        await self._groups.write(sql.CREATE, id, NO_EPOCH, to_json(table), table.phase, owner)
        if owner != self._nodes.number:
            raise Unavailable("this node was taken for dead")
        self._nodes.epochs[id] = NO_EPOCH + 1

    def append(self, id: str, played: Played, table: Table | None = None) -> asyncio.Future[None]:
        if table is None:
            return self._write(sql.APPEND, id, *played)
        return self._write(sql.CHANGE, id, to_json(table), table.phase, *played, *NO_MATCH)

    def open_match(self, id: str, table: Table, opening: Opening) -> asyncio.Future[None]:
        return self._write(sql.CHANGE, id, to_json(table), table.phase, *NO_MOVE, *row_of(opening))

    def save_table(self, id: str, table: Table) -> asyncio.Future[None]:
        return self._write(sql.CHANGE, id, to_json(table), table.phase, *NO_MOVE, *NO_MATCH)

    def cut(self, id: str, last: int, table: Table) -> asyncio.Future[None]:
        return self._write(sql.CUT, id, last, to_json(table), table.phase)

    async def release(self, id: str) -> None:
        if (epoch := self._nodes.epochs.pop(id, None)) is not None:
            await self._groups.write(sql.RELEASE, id, epoch)

    def _write(self, statement: str, id: str, *values: object) -> asyncio.Future[None]:
        """Change a table that this node owns."""
        epoch = self._nodes.epochs.get(id)
        if epoch is None:
            fenced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            fenced.set_exception(Fenced(id))
            return fenced
        return self._groups.write(statement, id, epoch, *values)

    # Reading

    async def load(self, id: str) -> Saved | None:
        for _ in range(MAX_CLAIMS):  # again if another node takes the table at the same time
            own, silent = self._nodes.own(), self._nodes.silent()
            row = await self._row(sql.CLAIM, id, own, list(silent), list(silent.values()))
            if row is None:
                return None
            owner, free, address, epoch = row
            if not free:
                raise Elsewhere(address or "")
            if epoch is None:
                continue
            self._nodes.takeovers += owner not in (None, own)
            found = await self._snapshot(lambda connection: _saved(connection, id))
            if found and found[1] == epoch and own == self._nodes.own():
                self._nodes.epochs[id] = epoch
                return found[0]
        raise Unavailable("others take the table all the time")

    async def peek(self, id: str) -> Saved | None:
        found = await self._snapshot(lambda connection: _saved(connection, id))
        return found[0] if found else None

    async def finished(self, id: str, number: int) -> Log | None:
        return await self._snapshot(lambda connection: _log(connection, id, number))

    async def whole(self, id: str) -> Whole | None:
        return await self._snapshot(lambda connection: _whole(connection, id))

    async def ids(self) -> tuple[str, ...]:
        rows = await self._after_writes(lambda connection: connection.fetch(sql.IDS))
        return tuple(id for (id,) in rows)

    async def _after_writes(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """The result of *work*, after all writes queued before."""
        await self._groups.drained()
        outcome = await self._nodes.reader.use(work)
        self.counts.jobs += 1
        return outcome

    async def _row(self, statement: str, *values: object) -> asyncpg.Record | None:
        """The first row of a statement's result."""
        return await self._after_writes(lambda connection: connection.fetchrow(statement, *values))

    async def _snapshot(self, find: Callable[[Connection], Awaitable[T]]) -> T:
        """The result of a query on one snapshot."""

        async def look(connection: Connection) -> T:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await find(connection)

        return await self._after_writes(look)

    # Whole tables, old tables, device codes

    async def put(self, id: str, whole: Whole) -> None:
        own = self._nodes.own()
        self._nodes.epochs.pop(id, None)
        await self._after_writes(lambda connection: _put(connection, id, whole, own))

    async def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> tuple[str, ...]:
        own = self._nodes.own()
        today = float(await self._after_writes(lambda connection: connection.fetchval(sql.TODAY)))
        wrong = today - time.time()  # corrects for a wrong clock of this node
        limits = (finished + wrong, abandoned + wrong, own, most + len(self._nodes.epochs))
        swept: list[str] = []
        for (id,) in await self._after_writes(lambda connection: connection.fetch(sql.OLD, *limits)):
            if len(swept) == most:
                break
            if spare(id):  # asked for each: a page may have entered in between
                continue
            if await self._row(sql.SWEEP, id, own):
                self._nodes.epochs.pop(id, None)
                swept.append(id)
        return tuple(swept)

    async def keep_code(self, code: str, table: str, key: str, seconds: float) -> None:
        async def keep(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(sql.END_CODES, code, table, key, MAX_CODES - 1)
                await connection.execute(sql.KEEP_CODE, code, table, key, seconds)

        await self._after_writes(keep)

    async def find_code(self, code: str) -> Code | None:
        row = await self._row(sql.FIND_CODE, code)
        return Code(*row) if row else None

    async def end_code(self, table: str, key: str) -> None:
        await self._after_writes(lambda connection: connection.execute(sql.END_CODE, table, key))

    async def faults(self) -> tuple[str, ...]:
        return ()  # PostgreSQL checks its files itself

    def close(self) -> None:
        """Close at once; `leave` of the node finishes pending writes."""
        self._nodes.close()


# Rows


async def _saved(connection: Connection, id: str) -> tuple[Saved, int] | None:
    """A table with its last match, and its epoch."""
    found = await connection.fetchrow(sql.FIND, id)
    if found is None:
        return None
    document, epoch, _ = found
    table = parsed(document, Table)
    return Saved(table, await _log(connection, id, table.match)), epoch


async def _log(connection: Connection, id: str, number: int) -> Log | None:
    found = await connection.fetchrow(sql.MATCH, id, number)
    if found is None:
        return None
    opening = opening_of(found)
    moves = await connection.fetch(sql.MOVES, id, opening.first, number + 1)
    return Log(opening, tuple(map(Played._make, moves)))


async def _whole(connection: Connection, id: str) -> Whole | None:
    found = await connection.fetchrow(sql.FIND, id)
    if found is None:
        return None
    openings = tuple(map(opening_of, await connection.fetch(sql.MATCHES, id)))
    rows = await connection.fetch(sql.TIMES, id)
    moves = tuple(Played(*row[:4]) for row in rows)
    return Whole(parsed(found[0], Table), openings, moves, tuple(row[4] for row in rows), found[2])


async def _put(connection: Connection, id: str, whole: Whole, own: int) -> None:
    table, openings, moves, times, touched = whole
    async with connection.transaction():
        epoch, elsewhere, address = await connection.fetchrow(sql.HOLDER, id, own) or (0, False, "")
        if elsewhere:
            raise Elsewhere(address or "")
        await connection.execute(sql.DELETE, id)
        await connection.execute(sql.PUT, id, to_json(table), table.phase, touched, epoch + 1)
        await connection.executemany(sql.OPEN, [(id, *row_of(opening)) for opening in openings])
        rows = [(id, *move, time) for move, time in zip(moves, times, strict=True)]
        columns = ["table_id", "seq", "seat", "move", "command", "played"]
        await connection.copy_records_to_table("moves", schema_name="elfer", records=rows, columns=columns)
