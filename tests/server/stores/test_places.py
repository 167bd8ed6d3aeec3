"""Stores by folder or address; asyncpg is needed for PostgreSQL only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from elfer.core.refusals import Refused
from elfer.server.stores.places import is_database, open_store
from elfer.server.stores.postgres.store import PostgresStore
from elfer.server.stores.sqlite import FILE, SqliteStore
from elfer.server.stores.store import Store
from tests.environment import run
from tests.postgres import Postgres

NEEDLESS = "import sys, elfer, elfer.server.web.app, elfer.cli; assert 'asyncpg' not in sys.modules"
MISSING = """
import asyncio, sys
sys.modules["asyncpg"] = None
from elfer.core.refusals import Refused
from elfer.server.stores.places import open_store
try:
    asyncio.run(open_store("postgresql://localhost/elfer").__aenter__())
except Refused as refused:
    print(refused.code)
"""


async def kind(place: str, *, new: bool = False) -> type[Store]:
    async with open_store(place, new=new) as (store, nodes):
        assert (nodes is not None) == is_database(place)
        assert await store.ids() == ()
        return type(store)


def test_a_folder_has_sqlite(tmp_path: Path) -> None:
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "backup_nothing"):
        asyncio.run(kind(str(tmp_path)))
    assert not (tmp_path / FILE).exists()
    for new in (True, False):
        assert asyncio.run(kind(str(tmp_path), new=new)) is SqliteStore


def test_an_address_has_postgresql(postgres: Postgres) -> None:
    url = postgres.new()
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "database_empty"):
        asyncio.run(kind(url))
    assert postgres.ask("SELECT to_regnamespace('elfer')", url) == [(None,)]
    for new in (True, False):
        assert asyncio.run(kind(url, new=new)) is PostgresStore
    assert postgres.ask("SELECT count(*) FROM elfer.nodes", url) == [(0,)]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("postgresql:/ada:secret-word@host/elfer?password=secret-word", "postgresql:/host/elfer"),
        ("mysql://ada:secret/word@host/elfer", "mysql://host/elfer"),
        ("postgresql+asyncpg://host/elfer", "postgresql+asyncpg://host/elfer"),
    ],
)
def test_what_looks_like_an_address_is_no_folder(place: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        is_database(place)
    assert (refused.value.code, refused.value.params) == ("database_address", {"place": told})
    assert not any(map(is_database, (r"C:\data", "C:/data", "./a:/b", "data")))


def test_the_package_for_postgresql_is_needed_for_nothing_else() -> None:
    import sys

    run(sys.executable, "-c", NEEDLESS)
    assert run(sys.executable, "-c", MISSING) == "postgres_missing\n"
