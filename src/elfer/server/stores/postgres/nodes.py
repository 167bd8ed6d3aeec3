"""Membership of a node in PostgreSQL.

A node holds an advisory lock in a session of its own, which ends with its process, and renews a lease every
second, for hosts and networks that vanish. The age of a renewal is measured by the monotonic clocks of the
nodes: a node gives up `HOLD_SECONDS` after it has sent its last one, and others take its tables
`LEASE_SECONDS` after they first saw it. A step of the database's clock makes no difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from datetime import datetime

from elfer.server.nodes.membership import HOLD_SECONDS, LEASE_SECONDS, RENEW_SECONDS
from elfer.server.stores.postgres import statements as sql
from elfer.server.stores.postgres.connection import Connection, ReconnectingConnection
from elfer.server.stores.postgres.groups import Groups
from elfer.server.stores.store import Unavailable, steady

REJOIN_SECONDS = 0.25
"""Interval at which a node without a lease tries to join again."""
LEASE_SETTINGS = "SET synchronous_commit = off; SET statement_timeout = '2s'; SET jit = off"
"""A renewal need not survive a crash of the database."""
log = logging.getLogger("elfer.nodes")


class PostgresNodes:
    """This node: its lease, its tables, and what it knows of the others."""

    def __init__(self, url: str, address: str, secret: bytes) -> None:
        self.name, self.address, self.secret = "", address, secret
        self.taken: Callable[[], object] = lambda: None
        self.takeovers = self.fenced = 0
        self.number: int | None = None
        """The owner of this node's tables; none without a lease."""
        self.epochs: dict[str, int] = {}
        """The epochs of this node's tables."""
        self.groups = Groups(url, lambda: self.has_lease, self._refused)
        self.batches = self.groups.batches
        self.reader = ReconnectingConnection(url)
        self._lease = ReconnectingConnection(url, LEASE_SETTINGS, self._lose)
        self._session = 0
        self._until = 0.0
        self._seen: dict[int, tuple[datetime, float]] = {}
        """The last renewal of every node, and when it was first seen here."""
        self._open = b""
        self._keeping: asyncio.Task[None] | None = None

    @property
    def has_lease(self) -> bool:
        return self.number is not None and steady() < self._until

    def own(self) -> int:
        """The number of this node; `Unavailable` without a lease."""
        if self.number is None or not self.has_lease:
            raise Unavailable("this node has no lease")
        return self.number

    # The lease

    async def join(self) -> None:
        """Join, and keep renewing the lease."""
        await self._lease.use(self._join)
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def _join(self, connection: Connection) -> None:
        """Insert the row and take its lock in one transaction."""
        name, sent = secrets.token_urlsafe(9), steady()
        async with connection.transaction():
            await connection.execute(sql.FORGET)
            row = await connection.fetchrow(sql.JOIN, name, self.address, self._open)
            assert row
            await connection.execute(sql.LOCK, row[0])
        await self._note_renewals(connection)
        self.name, self._until = name, sent + HOLD_SECONDS
        self.number, self._session = row

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(REJOIN_SECONDS if self.number is None else RENEW_SECONDS)
            try:
                await self._lease.use(self._join if self.number is None else self._renew)
            except Unavailable:
                self._lose()
            except Exception:  # an error must not end this task
                log.exception("the lease could not be renewed")
                self._lose()

    async def _renew(self, connection: Connection) -> None:
        """Renew the lease, in time and in the session that has the lock."""
        sent = steady()
        session = await connection.fetchval(sql.RENEW, self.number)
        if session != self._session or not self.has_lease:
            self._lose()
        else:
            self._until = sent + HOLD_SECONDS
            await self._note_renewals(connection)

    async def _note_renewals(self, connection: Connection) -> None:
        """Note when each node's last renewal was first seen."""
        signs, now = await connection.fetch(sql.SIGNS), steady()
        known = self._seen
        self._seen = {
            number: known[number] if number in known and known[number][0] == seen else (seen, now)
            for number, seen in signs
        }

    def silent(self) -> dict[int, datetime]:
        """The nodes whose leases have ended, with the last renewal of each."""
        latest = steady() - LEASE_SECONDS
        return {number: seen for number, (seen, first) in self._seen.items() if first < latest}

    def _lose(self) -> None:
        """The lease has ended: other nodes may take the tables."""
        if self.number is None:
            return
        log.warning("this node has lost its lease and gives up its tables", extra={"node": self.name})
        self.number = None
        self.epochs.clear()
        self._lease.drop()
        self.taken()

    def _refused(self, id: str) -> None:
        """Another node owns a table."""
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
            with contextlib.suppress(Unavailable):  # then other nodes take its tables
                await self.reader.use(lambda connection: connection.execute(sql.LEAVE, number))
        await self._lease.close()

    def close(self) -> None:
        """End at once, as if this process had died."""
        if self._keeping:
            self._keeping.cancel()
        self.number = None
        self.groups.close()
        for connection in (self._lease, self.reader):
            connection.drop()

    # Other nodes

    async def publish(self, tables: bytes) -> None:
        self._open, number = tables, self.own()
        await self.reader.use(lambda connection: connection.execute(sql.PUBLISH, number, tables))

    async def published(self) -> tuple[bytes, ...]:
        rows = await self.reader.use(lambda connection: connection.fetch(sql.PUBLISHED))
        return tuple(tables for (tables,) in rows)

    async def others(self) -> int:
        found = await self.reader.use(lambda connection: connection.fetchval(sql.OTHERS, self.number))
        return int(found)
