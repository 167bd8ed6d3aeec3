"""Nodes on one database, in the process of their test."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from elfer.server.stores.postgres.nodes import PostgresNodes
from elfer.server.stores.postgres.opening import open_postgres
from elfer.server.stores.postgres.statements import LOCKS
from elfer.server.stores.postgres.store import PostgresStore
from elfer.server.stores.store import Elsewhere, Saved
from elfer.server.tables.seating import Table
from tests.server.duels import OPENING, TABLE

PATIENCE_SECONDS = 60.0
SESSIONS = f"""
    SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.classid = {LOCKS} AND l.objid > 0 AND d.datname = current_database()
"""
"""Ends the sessions by which nodes show that they live."""
LAST_SIGN = "SELECT seen FROM elfer.nodes WHERE number = $1"


class Node:
    """A store and its node."""

    def __init__(self, store: PostgresStore, nodes: PostgresNodes) -> None:
        self.store, self.nodes = store, nodes

    async def play(self, id: str = "a") -> Table:
        """A table of this node with its first match."""
        await self.store.create(id, TABLE)
        table = replace(TABLE, phase="playing", match=1)
        await self.store.open_match(id, table, OPENING)
        return table

    async def falls_silent(self, other: Node) -> None:
        """Give no more signs, so that another node takes this one for dead, and never find out."""
        assert self.nodes._keeping
        self.nodes._keeping.cancel()
        await asyncio.wait([self.nodes._keeping])
        self.nodes._until = math.inf
        number = self.nodes.number or 0
        seen = await self.nodes.reader.use(lambda connection: connection.fetchval(LAST_SIGN, number))
        other.nodes._seen[number] = (seen, -math.inf)

    async def takes(self, id: str = "a") -> Saved:
        """Take a table as soon as that is possible."""
        while True:
            with contextlib.suppress(Elsewhere):
                saved = await self.store.load(id)
                assert saved
                return saved
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def node(url: str, address: str = "") -> AsyncIterator[Node]:
    async with open_postgres(url, address) as (store, nodes):
        yield Node(store, nodes)


def told(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let something happen that must come to an end."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await story()

    asyncio.run(run())
