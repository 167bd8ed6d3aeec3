"""Opening a store by its place: a folder, or the address of a PostgreSQL database."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

from elfer.core.refusals import BadInput, Refused
from elfer.server.nodes.membership import Nodes
from elfer.server.stores import sqlite
from elfer.server.stores.sqlite import FILE, SqliteStore
from elfer.server.stores.store import Store
from elfer.server.upkeep.backup import dump

SCHEMES = ("postgresql://", "postgres://")
LIKE_AN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:/", re.I)
"""An address, not a folder; a single letter is a drive."""
SECRET = re.compile(r"(?<=/)[^/].*@|\?.*")


def database_url(place: str) -> str:
    """Check the address of a database; a refusal does not repeat its password."""
    if not place.startswith(SCHEMES):
        raise BadInput("database_address", place=SECRET.sub("", place))
    return place


def is_database(place: str) -> bool:
    """Whether a place is an address, not a folder."""
    return bool(LIKE_AN_ADDRESS.match(place) and database_url(place))


@contextlib.asynccontextmanager
async def open_store(
    place: str, address: str = "", *, new: bool = False, update: bool = True
) -> AsyncIterator[tuple[Store, Nodes | None]]:
    """A store that is closed at the end; it must exist unless *new*. Other nodes reach this one at *address*.

    An older database is migrated, or refused without *update*.
    """
    if is_database(place):
        try:
            from elfer.server.stores.postgres.opening import open_postgres
        except ImportError:
            raise Refused("postgres_missing") from None
        async with open_postgres(place, address, new=new, update=update) as (store, nodes):
            yield store, nodes
        return
    folder = Path(place)
    if not new and not (folder / FILE).exists():
        raise Refused("backup_nothing", folder=str(folder))
    with contextlib.closing(SqliteStore(folder, update=update)) as sqlite_store:
        yield sqlite_store, None


def backup(place: str, target: Path) -> None:
    """Copy a database into a new file; servers may be using it."""
    if is_database(place):
        dump(place, target)
    else:
        sqlite.backup(Path(place), target)
