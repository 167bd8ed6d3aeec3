"""Opening a PostgreSQL database: checks, migrations, and errors in words."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from importlib import resources
from urllib.parse import parse_qs, urlsplit

import asyncpg

from elfer.core.refusals import Refused
from elfer.server.stores.postgres.connection import CONNECTION_ERRORS, Connection, connect
from elfer.server.stores.postgres.nodes import PostgresNodes
from elfer.server.stores.postgres.statements import LOCKS, NEWEST
from elfer.server.stores.postgres.store import PostgresStore
from elfer.server.stores.store import Unavailable

LEAST_VERSION = 15
ENCODINGS = ("UTF8", "SQL_ASCII")
"""Encodings for every name; SQL_ASCII stores bytes as they are."""
MIGRATING = f"SELECT pg_advisory_xact_lock({LOCKS}, 0)"
"""Held by the node that migrates; others wait."""
PROBE = f"SELECT pg_try_advisory_lock({LOCKS}, $1), pg_backend_pid()"
EXISTS = "SELECT to_regclass('elfer.about') IS NOT NULL"
MIGRATION_SECONDS = 600.0
"""Time limit of a migration, and of waiting for one."""
MIGRATION_SETTINGS = f"SET statement_timeout = '{MIGRATION_SECONDS:.0f}s'; SET jit = off"
AWAY = (asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError, asyncpg.PostgresConnectionError)


@contextlib.asynccontextmanager
async def open_postgres(
    url: str, address: str = "", *, new: bool = True, update: bool = True
) -> AsyncIterator[tuple[PostgresStore, PostgresNodes]]:
    """The store at a URL, and this node's membership; other nodes reach it at *address*."""
    with as_refusals(url):
        connection = await connect(url, MIGRATION_SETTINGS, MIGRATION_SECONDS)
        try:
            secret = await _migrate(connection, url, new, update)
            newest = await connection.fetchval(NEWEST)
        finally:
            connection.terminate()
        nodes = PostgresNodes(url, address, secret)
        await nodes.join()
    store = PostgresStore(nodes, newest)
    try:
        yield store, nodes
    finally:
        await nodes.leave()
        store.close()


async def _migrate(connection: Connection, url: str, new: bool, update: bool) -> bytes:
    """Run the missing migrations in one transaction; returns the secret of the nodes."""
    if (found := connection.get_server_version().major) < LEAST_VERSION:
        raise Refused("database_old", database=named(url), found=found, least=LEAST_VERSION)
    if (encoding := connection.get_settings().server_encoding) not in ENCODINGS:
        raise Refused("database_encoding", database=named(url), found=encoding)
    todo = scripts()
    async with connection.transaction():
        await connection.execute(MIGRATING)
        await _look_for_pooler(url)  # one node at a time: probes of several could hide a pooler
        exists = await connection.fetchval(EXISTS)
        version = await connection.fetchval("SELECT version FROM elfer.about") if exists else 0
        if version > len(todo):
            raise Refused("data_newer", file=named(url), found=version, known=len(todo))
        if not exists and not new:
            raise Refused("database_empty", database=named(url))
        if version < len(todo) and not update:
            raise Refused("data_older", file=named(url))
        if not exists:
            await connection.execute("CREATE SCHEMA IF NOT EXISTS elfer")
        for script in todo[version:]:
            await connection.execute(script)
        if not exists:
            await connection.execute("INSERT INTO elfer.about VALUES (0, $1)", secrets.token_bytes(32))
        if version < len(todo):
            await connection.execute("UPDATE elfer.about SET version = $1", len(todo))
        return bytes(await connection.fetchval("SELECT secret FROM elfer.about"))


def scripts() -> list[str]:
    """All migrations in order; each must leave nodes of the version before able to work."""
    files = resources.files(__package__).joinpath("migrations").iterdir()
    return [file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name)]


async def _look_for_pooler(url: str) -> None:
    """Refuse a pooler that changes sessions between transactions."""
    key = -1 - secrets.randbelow(1 << 30)
    async with AsyncExitStack() as stack:
        first = await connect(url)
        stack.callback(first.terminate)
        second = await connect(url)
        stack.callback(second.terminate)
        async with first.transaction():
            session = await first.fetchrow(PROBE, key)
        async with second.transaction():
            shared = await second.fetchval(PROBE, key)
            if not shared:
                async with first.transaction():
                    again = await first.fetchrow(PROBE, key)
        if shared or again != session:
            raise Refused("database_pooled", database=named(url))


# Errors


def named(url: str) -> str:
    """The host and name of a database, without its password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return re.sub(r"(?<=//).*@|\?.*", "", url)
    host = parts.netloc.rpartition("@")[2] or "".join(parse_qs(parts.query).get("host", ["localhost"]))
    return f"{host}{parts.path}"


@contextlib.contextmanager
def as_refusals(url: str) -> Iterator[None]:
    """Turn errors of the database into refusals of one line."""
    try:
        yield
    except Refused:
        raise
    except (Unavailable, ValueError, *CONNECTION_ERRORS) as error:
        why = error.__cause__ or error
        code = next((code for code, kinds in REFUSALS.items() if isinstance(why, kinds)), "data_broken")
        where = {"file" if code == "data_broken" else "database": named(url)}
        raise Refused(code, **where, why=_reason(why)) from None


REFUSALS: dict[str, tuple[type[Exception], ...]] = {
    "database_url": (ValueError,),
    "database_missing": (asyncpg.InvalidCatalogNameError,),
    "database_login": (asyncpg.InvalidAuthorizationSpecificationError,),
    "database_rights": (asyncpg.InsufficientPrivilegeError, asyncpg.ReadOnlySQLTransactionError),
    "database_pooled": (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError),
    "database_away": (Unavailable, OSError, *AWAY),
}


def _reason(error: BaseException) -> str:
    """The first line of an error."""
    if isinstance(error, TimeoutError):
        return "no answer"
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
