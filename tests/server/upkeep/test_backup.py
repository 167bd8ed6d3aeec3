"""A copy of a PostgreSQL database: whole, its owner's alone, and no password on any command line."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from elfer.core.refusals import Refused
from elfer.server.stores.places import backup, open_store
from elfer.server.upkeep import backup as dumps
from elfer.server.upkeep.backup import dump
from tests.postgres import Postgres, program
from tests.server.duels import TABLE


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


async def create(url: str, id: str) -> None:
    async with open_store(url, new=True) as (store, _):
        await store.create(id, TABLE)


def test_a_copy_can_be_restored(postgres: Postgres, tmp_path: Path) -> None:
    url, other, copy = postgres.new(), postgres.new(), postgres.folder / "copy"
    asyncio.run(create(url, "a"))
    backup(url, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with refused("backup_exists"):
        backup(url, copy)
    copy.chmod(0o644)
    postgres.run(program("pg_restore"), "--no-owner", "-d", other, copy)
    asyncio.run(create(other, "b"))
    assert postgres.ask("SELECT id FROM elfer.tables ORDER BY id", other) == [("a",), ("b",)]


def test_what_is_in_the_way_is_told(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused("backup_failed"):
        dump(postgres.url("nothing"), tmp_path / "copy")
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(dumps, "PROGRAM", "no_such_program")
    with refused("backup_program"):
        dump(postgres.url(), tmp_path / "copy")


def test_a_password_is_on_no_command_line() -> None:
    where, environment = dumps._hidden("postgresql://ada:s%40cret@db.example:5433/elfer?sslmode=require")
    assert where == "postgresql://ada@db.example:5433/elfer?sslmode=require"
    assert environment["PGPASSWORD"] == "s@cret"
    assert dumps._hidden("postgresql:///elfer")[0] == "postgresql:///elfer"
    where, environment = dumps._hidden("postgresql:///elfer?host=/run&password=s%40cret&user=ada")
    assert where == "postgresql:///elfer?host=/run&user=ada"
    assert environment["PGPASSWORD"] == "s@cret"
    assert dumps._hidden("postgres://a:b@one,two/elfer?p%61ssword=c")[0] == "postgres://a@one,two/elfer"
