"""Troubles that befall a cluster under load, one after the other."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tests.cluster.cluster import Balancer, Node
from tests.postgres import Postgres, ask
from tests.server.crash import LIMIT, Crowd, Rows
from tests.server.people import person

GAMES = ("classic", "cheat", "snap", "highest")


class PostgresRows(Rows):
    """What is in a PostgreSQL database, looked at without a server."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}?search_path=elfer"

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        for number in range(1, len(values) + 1):
            sql = sql.replace("?", f"${number}", 1)
        return asyncio.run(ask(self._url, sql, *values))


class Chaos:
    """Nodes that are killed, stand still, are drained, and lose their database, while a crowd plays."""

    def __init__(self, postgres: Postgres, nodes: list[Node], balancer: Balancer, seed: int) -> None:
        self._postgres, self._nodes, self._rng = postgres, nodes, random.Random(seed)
        self.crowd = Crowd(balancer, seed)
        self.happened: Counter[str] = Counter()
        self._troubles: tuple[Callable[[Node], Awaitable[None]], ...] = (
            self._kill,
            self._freeze,
            self._drain,
            self._restart_database,
        )

    async def run(self, events: int) -> None:
        """A number of faults, each kind equally often, and then a quiet while."""
        async with asyncio.TaskGroup() as tasks:
            self.crowd.begin(tasks, *GAMES)
            for number in range(events):
                await self.crowd.plays_on(5)
                trouble = self._troubles[number % len(self._troubles)]
                await trouble(self._rng.choice(self._nodes))
                self.happened[trouble.__name__.strip("_")] += 1
            await self.crowd.plays_on(50)
            await self.crowd.stop()

    async def _kill(self, node: Node) -> None:
        node.kill()
        await asyncio.sleep(self._rng.random())
        await asyncio.to_thread(node.start, node.port)

    async def _freeze(self, node: Node) -> None:
        """Let a node stand still: sometimes for so long that it is taken for dead."""
        node.freeze()
        await asyncio.sleep(self._rng.choice((0.5, 7.0)))
        node.wake()

    async def _drain(self, node: Node) -> None:
        assert await asyncio.to_thread(node.stop) == 0
        await asyncio.to_thread(node.start, node.port)

    async def _restart_database(self, _: Node) -> None:
        await asyncio.to_thread(self._postgres.stop, "immediate")
        await asyncio.sleep(self._rng.random())
        await asyncio.to_thread(self._postgres.start)

    async def check_seats(self) -> None:
        """Everybody who kept trying has the seat of before."""
        for player in self.crowd.players:
            async with asyncio.timeout(LIMIT), person(self._nodes[0], player.key) as who:
                await who.enters(player.table)
                assert who.seat is not None
                assert player.seat in (who.seat, -1)  # who came at the very end was not told of one yet
                assert player.over or who.at >= player.at
