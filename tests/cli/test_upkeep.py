"""Tables carried between a folder and PostgreSQL, as an operator does it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from elfer.server.stores.places import open_store
from elfer.server.stores.sqlite import FILE
from elfer.server.stores.store import Store, Whole
from tests.cli.command import run, run_here
from tests.postgres import Postgres
from tests.server.duels import OPENING, PLAYED, TABLE


async def fill(store: Store) -> None:
    """Two whole tables, and one with a gap in its moves."""
    for id in ("a", "b", "gap"):
        await store.create(id, TABLE)
        await store.open_match(id, replace(TABLE, phase="playing", match=1), OPENING)
        for played in PLAYED:
            if (id, played.number) != ("gap", 4):
                await store.append(id, played)


def filled(place: str) -> None:
    async def work() -> None:
        async with open_store(place, new=True) as (store, _):
            await fill(store)

    asyncio.run(work())
    with closing(sqlite3.connect(Path(place) / FILE)) as database, database:
        database.execute("UPDATE tables SET touched = touched - 60")  # used last a minute ago


def contents(place: str) -> dict[str, Whole | None]:
    async def work() -> dict[str, Whole | None]:
        async with open_store(place) as (store, _):
            return {id: await store.whole(id) for id in await store.ids()}

    return asyncio.run(work())


def test_all_tables_are_carried_there_and_back(postgres: Postgres, tmp_path: Path) -> None:
    folder, back, url = str(tmp_path / "data"), str(tmp_path / "back"), postgres.new()
    filled(folder)
    out = run("move-data", folder, url)
    assert (out.returncode, out.stderr) == (1, "")
    assert "Table gap, match 1:" in out.stdout
    assert out.stdout.endswith("3 tables: 3 copied, 0 there before, 0 left out, 1 with something wrong.\n")
    assert run_here("doctor", "--mend", "--database", url).returncode == 0
    assert run_here("doctor", "--database", url).stdout == "3 tables, and all is well.\n"
    out = run_here("move-data", url, back)
    assert (out.returncode, out.stderr) == (0, "")
    assert contents(back) == contents(url)
    assert contents(back)["a"] == contents(folder)["a"]
    out = run_here("move-data", folder, back, "--lang", "de")
    assert out.returncode == 1
    assert "Tisch gap: Am Ziel wurde an ihm weitergespielt" in out.stdout
    assert out.stdout.endswith("3 Tische: 0 kopiert, 2 schon da, 1 ausgelassen, 1 fehlerhaft.\n")


def test_what_servers_use_is_not_copied_from(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new()

    async def story() -> None:
        async with open_store(url, new=True):
            out = await asyncio.to_thread(run, "move-data", url, str(tmp_path))
            assert out.returncode == 2
            assert "Stop them first" in out.stderr

    asyncio.run(story())


def test_a_table_that_somebody_is_at_is_not_mended(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with open_store(url, new=True) as (store, _):
            await fill(store)
            out = await asyncio.to_thread(run, "doctor", "--mend", "--database", url)
            assert out.returncode == 1
            assert "Somebody is at this table right now." in out.stdout
            await store.save_table("gap", TABLE)

    asyncio.run(story())


def test_a_table_that_cannot_be_read_is_left(postgres: Postgres, tmp_path: Path) -> None:
    filled(str(tmp_path))
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as database:
        database.execute("UPDATE tables SET document = '{}' WHERE id <> 'b'")
    out = run_here("move-data", str(tmp_path), postgres.new())
    assert out.returncode == 1
    assert out.stdout.endswith("3 tables: 1 copied, 0 there before, 2 left out, 2 with something wrong.\n")


@pytest.mark.parametrize(
    "command",
    [
        ["serve", "--no-browser", "--port", "0", "--database"],
        ["doctor", "--database"],
        ["move-data", "{folder}"],
        ["backup", "{folder}/copy", "--database"],
    ],
)
def test_a_database_that_is_not_there_is_told_in_a_line(command: list[str], tmp_path: Path) -> None:
    filled(str(tmp_path))
    typed = [word.format(folder=tmp_path) for word in command]
    out = (run if command[0] == "serve" else run_here)(
        *typed, "postgresql://ada:secret-word@127.0.0.1:1/elfer"
    )
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.count("\n") == 1
    assert "secret-word" not in out.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["serve", "--no-browser", "--port", "0", "--database"],
        ["doctor", "--database"],
        ["move-data", "{folder}"],
    ],
)
def test_a_database_that_cannot_hold_every_name_is_told_in_a_line(
    command: list[str], tmp_path: Path, postgres: Postgres
) -> None:
    filled(str(tmp_path))
    postgres.ask("DROP DATABASE IF EXISTS western")
    postgres.ask("CREATE DATABASE western ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    typed = [word.format(folder=tmp_path) for word in command]
    out = (run if command[0] == "serve" else run_here)(*typed, postgres.url("western"))
    assert (out.returncode, out.stdout, out.stderr.count("\n")) == (2, "", 1)
    assert "has the encoding LATIN1" in out.stderr


@pytest.mark.parametrize("place", ["postgresql:/ada:secret-word@host/x", "mysql://ada:secret-word@host/x"])
def test_what_is_no_address_is_no_folder_either(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    filled("data")
    before = sorted(tmp_path.rglob("*"))
    for command in (
        ["move-data", "data", place],
        ["move-data", place, "data"],
        ["doctor", "--database", place],
        ["backup", "copy", "--database", place],
        ["backup", "copy", "--database", "data"],
        ["serve", "--no-browser", "--port", "0", "--database", place],
    ):
        out = run_here(*command)
        assert (out.returncode, out.stdout, out.stderr.count("\n")) == (2, "", 1)
        assert "is not the address of a database." in out.stderr
        assert "secret-word" not in out.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_the_doctor_makes_nothing_of_an_empty_database(database: str, postgres: Postgres) -> None:
    out = run_here("doctor", "--database", database)
    assert (out.returncode, out.stdout) == (2, "")
    assert "There are no tables of elfer" in out.stderr
    assert postgres.ask("SELECT to_regnamespace('elfer')", database) == [(None,)]
