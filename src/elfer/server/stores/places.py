"""Stores by what an operator calls them: a folder, or the address of a PostgreSQL database."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from elfer.core.refusals import Refused
from elfer.server.nodes import Nodes
from elfer.server.store import Store
from elfer.server.stores import sqlite
from elfer.server.stores.sqlite import FILE, SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def is_database(place: str) -> bool:
    """Whether an address is meant, not a folder."""
    return place.startswith(SCHEMES)


async def open_postgres(url: str, address: str = "") -> tuple[Store, Nodes]:
    """The store in a database, and the node that this process is there; others reach it at *address*."""
    try:
        from elfer.server.stores.postgres.opening import opened
    except ImportError:
        raise Refused("postgres_missing") from None
    return await opened(url, address)


@contextlib.asynccontextmanager
async def opened(place: str, *, new: bool = False) -> AsyncIterator[tuple[Store, Nodes | None]]:
    """A store, for as long as it is needed; a folder must have a database unless it may be a *new* one."""
    if is_database(place):
        store, nodes = await open_postgres(place)
        try:
            yield store, nodes
        finally:
            await nodes.leave()
            store.close()
        return
    folder = Path(place)
    if not new and not (folder / FILE).exists():
        raise Refused("backup_nothing", folder=str(folder))
    with contextlib.closing(SqliteStore(folder)) as store:
        yield store, None


def backup(place: str, target: Path) -> None:
    """Copy a database into a new file, while servers may be using it."""
    if not is_database(place):
        sqlite.backup(Path(place), target)
        return
    from elfer.server.stores.dumps import dump

    dump(place, target)
