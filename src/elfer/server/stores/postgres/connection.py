"""Connections to a PostgreSQL database that reconnect when they are lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import asyncpg

from elfer.server.stores.store import Unavailable

CONNECT_SECONDS = 4.0
STATEMENT_SECONDS = 5.0
"""Time limit of a statement in the database, with its waiting for locks."""
ANSWER_SECONDS = 6.0
"""Time without an answer after which a connection is dropped."""
RETRY_SECONDS = 0.2
"""Pause after a failed attempt to connect."""
CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of a connection or of the database."""
DURABLE_SETTINGS = f"""
    SET synchronous_commit = on; SET jit = off; SET tcp_keepalives_idle = 60;
    SET statement_timeout = '{STATEMENT_SECONDS:.0f}s';
    SET idle_in_transaction_session_timeout = '{STATEMENT_SECONDS:.0f}s'
"""
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
T = TypeVar("T")


async def connect(url: str, settings: str = DURABLE_SETTINGS, answer: float | None = None) -> Connection:
    """A new connection; *answer* is the time limit of its answers."""
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


class ReconnectingConnection:
    """A connection that is opened when needed, and used by one task at a time."""

    def __init__(
        self, url: str, settings: str = DURABLE_SETTINGS, lost: Callable[[], object] = lambda: None
    ) -> None:
        self._url, self._settings = url, settings
        self.lost = lost
        """Called when the connection ends unexpectedly."""
        self._turn = asyncio.Lock()
        self._connection: Connection | None = None
        self._retry = 0.0

    async def use(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """The result of *work*; `Unavailable` if it is unknown whether it was done."""
        async with self._turn:
            connection = await self._connected()
            try:
                return await work(connection)
            except CONNECTION_ERRORS as error:
                self.drop()
                raise Unavailable(str(error) or type(error).__name__) from error
            except asyncio.CancelledError:
                self.drop()
                raise

    async def close(self) -> None:
        """Close after the current use."""
        async with self._turn:
            connection, self._connection = self._connection, None
            if connection:
                with contextlib.suppress(*CONNECTION_ERRORS):
                    await connection.close(timeout=CONNECT_SECONDS)

    def drop(self) -> None:
        """Close at once."""
        connection, self._connection = self._connection, None
        if connection:
            connection.terminate()

    async def _connected(self) -> Connection:
        if self._connection and not self._connection.is_closed():
            return self._connection
        now = asyncio.get_running_loop().time()
        if now < self._retry:
            raise Unavailable("the database is away")
        try:
            connection = self._connection = await connect(self._url, self._settings)
        except CONNECTION_ERRORS as error:
            self._retry = asyncio.get_running_loop().time() + RETRY_SECONDS
            raise Unavailable(str(error) or type(error).__name__) from error
        connection.add_termination_listener(lambda _: self._ended(connection))
        return connection

    def _ended(self, connection: Connection) -> None:
        if connection is self._connection:
            self.lost()
