"""A connection that reconnects after a loss, with a time limit for every answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from elfer.server.stores.postgres import connection
from elfer.server.stores.postgres.connection import Connection, ReconnectingConnection
from elfer.server.stores.store import Unavailable
from tests.postgres import Postgres, ask
from tests.server.stores.postgres.nodes import told

KILL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database()
"""


async def one(connection: Connection) -> object:
    return await connection.fetchval("SELECT 1")


def test_a_line_that_was_cut_is_made_again(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        lost = asyncio.Event()
        line = ReconnectingConnection(url, lost=lost.set)
        assert await line.use(one) == 1
        assert not lost.is_set()
        await ask(url, KILL, "elfer")
        await lost.wait()
        assert await line.use(one) == 1
        lost.clear()
        await line.close()
        await asyncio.sleep(0)
        assert not lost.is_set()

    told(story)


def test_who_is_cut_off_in_the_middle_is_told_that_nobody_knows(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        line = ReconnectingConnection(url)
        asked = asyncio.create_task(line.use(lambda connection: connection.execute("SELECT pg_sleep(4)")))
        while not await ask(url, "SELECT 1 FROM pg_stat_activity WHERE query = $1", "SELECT pg_sleep(4)"):
            await asyncio.sleep(0.02)
        await ask(url, KILL, "elfer")
        with pytest.raises(Unavailable):
            await asked
        assert await line.use(one) == 1
        await line.close()

    told(story)


def test_a_statement_that_takes_too_long_is_given_up(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new()

    async def story() -> None:
        line = ReconnectingConnection(url, "SET statement_timeout = '100ms'")
        with pytest.raises(Unavailable, match="timeout"):
            await line.use(lambda connection: connection.execute("SELECT pg_sleep(10)"))
        assert await line.use(one) == 1
        await line.close()

    told(story)


@contextlib.asynccontextmanager
async def silence() -> AsyncIterator[str]:
    """The address of a server that accepts connections and never answers."""

    silent: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: silent.append(writer), "127.0.0.1", 0)
    async with server:
        yield f"postgresql://elfer@127.0.0.1:{server.sockets[0].getsockname()[1]}/elfer?sslmode=disable"
        for writer in silent:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def test_somebody_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(connection, "RETRY_SECONDS", 30.0)

    async def story() -> None:
        async with silence() as url:
            line = ReconnectingConnection(url)
            with pytest.raises(Unavailable):
                await line.use(one)
            with pytest.raises(Unavailable, match="away"):  # no second attempt at once
                await line.use(one)

    told(story)


def test_an_answer_that_never_comes_is_not_waited_for(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new()

    async def story() -> None:
        line = ReconnectingConnection(url)
        monkeypatch.setattr(connection, "ANSWER_SECONDS", 2.0)
        assert await line.use(one) == 1
        monkeypatch.undo()
        with pytest.raises(Unavailable):
            await line.use(lambda connection: connection.execute("SELECT pg_sleep(4)"))
        assert await line.use(one) == 1
        await line.close()

    told(story)
