"""The fence around a table: who was taken for dead can write nothing, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import asyncpg
import pytest

from elfer.server.stores.postgres.connection import Connection
from elfer.server.stores.store import Elsewhere, Fenced, Played, Saved
from tests.postgres import Postgres, ask
from tests.server.duels import OPENING
from tests.server.stores.postgres.nodes import Node, node, told

FREE = "UPDATE elfer.tables SET owner = NULL WHERE id = $1"
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
TAKEOVERS = 120


@contextlib.asynccontextmanager
async def holding(url: str, sql: str) -> AsyncIterator[Connection]:
    """A connection with an uncommitted statement."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            await connection.execute(sql)
            yield connection
    finally:
        await connection.close()


async def waits(url: str, count: int, *others: asyncio.Task[Any]) -> None:
    """Wait until *count* statements wait for locks, or one of the other tasks is done."""
    connection = await asyncpg.connect(url)
    while await connection.fetchval(WAITING) < count and not any(other.done() for other in others):
        await asyncio.sleep(0.01)
    await connection.close()


def test_a_node_that_was_taken_for_dead_can_write_nothing(postgres: Postgres) -> None:
    """Which it does not know yet."""
    url = postgres.new()

    async def story() -> None:
        async with node(url) as stale, node(url) as other:
            table = await stale.play()
            await stale.store.append("a", Played(1, 0, "reveal"))
            await stale.falls_silent(other)
            saved = await other.store.load("a")
            assert saved
            assert saved.log
            assert len(saved.log.moves) == 1
            assert other.nodes.takeovers == 1
            epoch = stale.nodes.epochs["a"]
            writes: tuple[Callable[[], Awaitable[None]], ...] = (
                lambda: stale.store.append("a", Played(2, 1, "reveal")),
                lambda: stale.store.append("a", Played(2, 1, "reveal"), table),
                lambda: stale.store.save_table("a", table),
                lambda: stale.store.open_match("a", table, OPENING._replace(number=2, first=1)),
                lambda: stale.store.cut("a", 0, table),
            )
            for write in writes:
                stale.nodes.epochs["a"] = epoch  # as if it had not heard of it yet
                with pytest.raises(Fenced):
                    await write()
            assert stale.nodes.fenced == 5
            stale.nodes.epochs["a"] = epoch
            await stale.store.release("a")  # harmless
            await other.store.append("a", Played(2, 1, "reveal"))
            kept = await other.store.whole("a")
            assert kept
            assert (len(kept.moves), len(kept.openings), kept.table) == (2, 1, table)

    told(story)


def test_who_takes_a_table_finds_what_was_on_its_way(postgres: Postgres) -> None:
    """A write that has passed the fence is waited for, though its node was taken for dead meanwhile."""
    url = postgres.new()
    same = "INSERT INTO elfer.moves (table_id, seq, seat, move, played) VALUES ('a', 1, 0, 'draw', 0)"

    async def story() -> None:
        async with node(url) as stale, node(url) as other:
            await stale.play()
            async with holding(url, same) as blocker:
                asked = stale.store.append("a", Played(1, 0, "reveal"))
                await waits(url, 1)
                await stale.falls_silent(other)
                taking = asyncio.create_task(other.takes())
                await waits(url, 2, taking)
                await blocker.execute("DELETE FROM elfer.moves")
            await asked
            saved = await taking
            assert saved.log
            assert saved.log.moves == (Played(1, 0, "reveal"),)

    told(story)


def test_of_two_that_want_a_table_at_once_one_has_it(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url, "a:1") as first, node(url, "b:2") as second:
            await first.play()
            await first.store.release("a")
            async with holding(url, "SELECT FROM elfer.tables FOR UPDATE"):
                loading = [asyncio.create_task(own.store.load("a")) for own in (first, second)]
                await waits(url, 2)
            outcomes = await asyncio.gather(*loading, return_exceptions=True)
            (winner,) = (number for number, outcome in enumerate(outcomes) if isinstance(outcome, Saved))
            refusal = outcomes[1 - winner]
            assert isinstance(refusal, Elsewhere)
            assert refusal.node == ("a:1", "b:2")[winner]
            assert await ask(url, "SELECT epoch FROM elfer.tables") == [(2,)]
            await (first, second)[winner].store.append("a", Played(1, 0, "reveal"))

    told(story)


async def free(connection: Connection, id: str) -> None:
    """Remove the owner of a table, which may go on writing."""
    await connection.execute(FREE, id)


async def wander(own: Node, ids: list[str], done: dict[tuple[str, int], str], seed: int) -> None:
    """Take tables from their owners, and play each until it is taken away."""
    chance = random.Random(seed)
    for turn in range(TAKEOVERS // 3):
        id = chance.choice(ids)
        await own.nodes.reader.use(partial(free, id=id))
        with contextlib.suppress(Elsewhere, Fenced):
            saved = await own.store.load(id)
            assert saved
            assert saved.log
            at = len(saved.log.moves)
            for _ in range(chance.randrange(1, 30)):
                command = f"{seed}-{turn}-{at}"
                await own.store.append(id, Played(at + 1, 0, "reveal", command))
                at += 1
                assert (id, at) not in done
                done[id, at] = command


def test_takeovers_under_load_lose_nothing(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        done: dict[tuple[str, int], str] = {}
        ids = ["a", "b", "c", "d"]
        async with AsyncExitStack() as nodes:
            three = [await nodes.enter_async_context(node(url)) for _ in range(3)]
            for id in ids:
                await three[0].play(id)
            await asyncio.gather(*(wander(own, ids, done, seed) for seed, own in enumerate(three)))
            assert sum(own.nodes.fenced for own in three) > 0
            log: dict[tuple[str, int], str | None] = {}
            for id in ids:
                kept = await three[0].store.whole(id)
                assert kept
                assert [move.number for move in kept.moves] == list(range(1, len(kept.moves) + 1))
                log |= {(id, move.number): move.command for move in kept.moves}
            assert done.items() <= log.items()
            assert len(done) > TAKEOVERS

    told(story)
