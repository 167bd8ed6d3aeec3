"""Connections to a PostgreSQL database, each made when it is needed and again when it was lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import asyncpg

from elfer.server.store import Unavailable

CONNECT_SECONDS = 4.0
STATEMENT_SECONDS = 5.0
"""How long the database may take for a statement, also to wait for others; …"""
ANSWER_SECONDS = 6.0
"""… and after how long without an answer a connection is given up."""
RETRY_SECONDS = 0.2
"""How long a database that was not there is not asked again."""
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What goes wrong with a connection, and what a database complains of."""
DURABLY = f"""
    SET synchronous_commit = on; SET jit = off; SET tcp_keepalives_idle = 60;
    SET statement_timeout = '{STATEMENT_SECONDS:.0f}s';
    SET idle_in_transaction_session_timeout = '{STATEMENT_SECONDS:.0f}s'
"""
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
T = TypeVar("T")


async def connect(url: str, settings: str = DURABLY, answer: float | None = None) -> Connection:
    """A new connection, on which an *answer* may take so long."""
    connection: Connection = await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=answer or ANSWER_SECONDS,
        server_settings={"application_name": "elfer"},
    )
    try:
        await connection.execute(settings)
    except BaseException:
        connection.terminate()
        raise
    return connection


class Line:
    """One connection that is used by one after the other."""

    def __init__(self, url: str, settings: str = DURABLY, lost: Callable[[], object] = lambda: None) -> None:
        self._url, self._settings = url, settings
        self.lost = lost
        """Called when the connection ends and we have not ended it."""
        self._turn = asyncio.Lock()
        self._connection: Connection | None = None
        self._retry = 0.0

    async def use(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What comes of some work; `Unavailable` if nobody can know whether it was done."""
        async with self._turn:
            connection = await self._connected()
            try:
                return await work(connection)
            except LOST as error:
                self.drop()
                raise Unavailable(str(error) or type(error).__name__) from error
            except asyncio.CancelledError:
                self.drop()
                raise

    async def close(self) -> None:
        """Let go, once whoever uses the connection has done so."""
        async with self._turn:
            connection, self._connection = self._connection, None
            if connection:
                with contextlib.suppress(*LOST):
                    await connection.close(timeout=CONNECT_SECONDS)

    def drop(self) -> None:
        """Let go at once."""
        connection, self._connection = self._connection, None
        if connection:
            connection.terminate()

    async def _connected(self) -> Connection:
        if self._connection and not self._connection.is_closed():
            return self._connection
        now = asyncio.get_running_loop().time()
        if now < self._retry:
            raise Unavailable("the database is not there")
        try:
            connection = self._connection = await connect(self._url, self._settings)
        except LOST as error:
            self._retry = asyncio.get_running_loop().time() + RETRY_SECONDS
            raise Unavailable(str(error) or type(error).__name__) from error
        connection.add_termination_listener(lambda _: self._ended(connection))
        return connection

    def _ended(self, connection: Connection) -> None:
        if connection is self._connection:
            self.lost()
