"""This node among all others on one database.

It holds an advisory lock in a session of its own, which ends with its process, and gives a sign every second,
for hosts and networks that vanish. The age of a sign is measured by the steady clocks of the nodes: a node
takes itself for dead `HOLD_SECONDS` after it has sent its last sign, and others do so `LEASE_SECONDS` after
they have first seen that sign. A step of the database's clock makes no difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from datetime import datetime

from elfer.server.nodes import HOLD_SECONDS, LEASE_SECONDS, RENEW_SECONDS
from elfer.server.store import Unavailable, steady
from elfer.server.stores.postgres import statements as sql
from elfer.server.stores.postgres.groups import Groups
from elfer.server.stores.postgres.lines import Connection, Line

REJOIN_SECONDS = 0.25
"""How often a node that is held no longer tries to come back."""
LOOSELY = "SET synchronous_commit = off; SET statement_timeout = '2s'; SET jit = off"
"""A sign that is lost with the database is none to miss."""
log = logging.getLogger("elfer.nodes")


class PostgresNodes:
    """This node: its sign of life, its tables, and what it knows of the others."""

    def __init__(self, url: str, address: str, secret: bytes) -> None:
        self.name, self.address, self.secret = "", address, secret
        self.taken: Callable[[], object] = lambda: None
        self.takeovers = self.fenced = 0
        self.number: int | None = None
        """By which tables know their owner; none while this node is not held."""
        self.epochs: dict[str, int] = {}
        """Under which the tables of this node are its own."""
        self.groups = Groups(url, lambda: self.held, self._refused)
        self.batches = self.groups.batches
        self.reader = Line(url)
        self._signs = Line(url, LOOSELY, self._lose)
        self._session = 0
        self._until = 0.0
        self._seen: dict[int, tuple[datetime, float]] = {}
        """The last sign of every node, and when it was first seen here."""
        self._open = b""
        self._keeping: asyncio.Task[None] | None = None

    @property
    def held(self) -> bool:
        return self.number is not None and steady() < self._until

    def own(self) -> int:
        """The number of this node, if it is held."""
        if self.number is None or not self.held:
            raise Unavailable("this node is not held")
        return self.number

    # Being held

    async def join(self) -> None:
        """Become a node, and stay one."""
        await self._signs.use(self._join)
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def _join(self, connection: Connection) -> None:
        """Have a lock before anybody can know of the row."""
        name, sent = secrets.token_urlsafe(9), steady()
        async with connection.transaction():
            await connection.execute(sql.FORGET)
            row = await connection.fetchrow(sql.JOIN, name, self.address, self._open)
            assert row
            await connection.execute(sql.LOCK, row[0])
        await self._look_for_signs(connection)
        self.name, self._until = name, sent + HOLD_SECONDS
        self.number, self._session = row

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(REJOIN_SECONDS if self.number is None else RENEW_SECONDS)
            try:
                await self._signs.use(self._join if self.number is None else self._renew)
            except Unavailable:
                self._lose()
            except Exception:  # one that ended this task would end this node
                log.exception("this node could not give a sign")
                self._lose()

    async def _renew(self, connection: Connection) -> None:
        """Give a sign: in time, and in the session that has the lock."""
        sent = steady()
        session = await connection.fetchval(sql.RENEW, self.number)
        if session != self._session or not self.held:
            self._lose()
        else:
            self._until = sent + HOLD_SECONDS
            await self._look_for_signs(connection)

    async def _look_for_signs(self, connection: Connection) -> None:
        """Note which nodes have given a sign since the last look."""
        signs, now = await connection.fetch(sql.SIGNS), steady()
        known = self._seen
        self._seen = {
            number: known[number] if number in known and known[number][0] == seen else (seen, now)
            for number, seen in signs
        }

    def silent(self) -> dict[int, datetime]:
        """The nodes without a sign for as long as a lease, and the last sign of each."""
        latest = steady() - LEASE_SECONDS
        return {number: seen for number, (seen, first) in self._seen.items() if first < latest}

    def _lose(self) -> None:
        """Others may have taken all tables of this node, or will."""
        if self.number is None:
            return
        log.warning("this node is not held any more, and lets go of its tables", extra={"node": self.name})
        self.number = None
        self.epochs.clear()
        self._signs.drop()
        self.taken()

    def _refused(self, id: str) -> None:
        """A table turned out to be another node's."""
        self.fenced += 1
        self.epochs.pop(id, None)

    async def leave(self) -> None:
        if self._keeping:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        await self.groups.drained()
        number, self.number = self.number, None
        self.epochs.clear()
        if number is not None:
            with contextlib.suppress(Unavailable):  # then the others take its tables
                await self.reader.use(lambda connection: connection.execute(sql.LEAVE, number))
        await self._signs.close()

    def close(self) -> None:
        """Let go at once, as if this process had died."""
        if self._keeping:
            self._keeping.cancel()
        self.number = None
        self.groups.close()
        for line in (self._signs, self.reader):
            line.drop()

    # What nodes know of each other

    async def publish(self, tables: bytes) -> None:
        self._open, number = tables, self.own()
        await self.reader.use(lambda connection: connection.execute(sql.PUBLISH, number, tables))

    async def published(self) -> tuple[bytes, ...]:
        rows = await self.reader.use(lambda connection: connection.fetch(sql.PUBLISHED))
        return tuple(tables for (tables,) in rows)

    async def others(self) -> int:
        found = await self.reader.use(lambda connection: connection.fetchval(sql.OTHERS, self.number))
        return int(found)
