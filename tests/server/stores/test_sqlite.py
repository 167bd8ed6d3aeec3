"""What only the database does: one server a folder, durable commits in groups, migrations, copies."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from elfer.core.refusals import Refused
from elfer.server import table as tables
from elfer.server.store import Unavailable
from elfer.server.stores.sqlite import FILE, SqliteStore, backup
from elfer.server.wire import Setup

TABLE = tables.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


def within(folder: Path, story: Callable[[SqliteStore], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        store = SqliteStore(folder)
        try:
            async with asyncio.timeout(30):
                await story(store)
        finally:
            store.close()

    asyncio.run(run())


def rows(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / FILE)) as database:
        return database.execute(sql).fetchall()


def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    async def before(store: SqliteStore) -> None:
        await store.create("a", TABLE)

    async def after(store: SqliteStore) -> None:
        saved = await store.load("a")
        assert saved
        assert saved.table == TABLE

    within(tmp_path, before)
    within(tmp_path, after)


def test_a_commit_reaches_the_disk_before_it_is_told(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        await store.create("a", TABLE)
        assert rows(tmp_path, "SELECT id FROM tables") == [("a",)]

    within(tmp_path, story)


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await asyncio.gather(*(store.create(str(number), TABLE) for number in range(200)))
        assert store.jobs == 200
        assert store.commits < 100

    within(tmp_path, story)


def test_what_is_asked_for_is_finished_before_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        asked = [store.create(str(number), TABLE) for number in range(50)]
        store.close()
        await asyncio.gather(*asked)

    asyncio.run(story())
    assert rows(tmp_path, "SELECT count(*) FROM tables") == [(50,)]


def test_a_database_that_cannot_commit_says_so_and_recovers(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as blocker:
            blocker.execute("BEGIN IMMEDIATE")
            for outcome in await asyncio.gather(
                store.create("a", TABLE), store.load("a"), return_exceptions=True
            ):
                assert isinstance(outcome, Unavailable)
            assert store.failed
            blocker.execute("ROLLBACK")
        await store.create("a", TABLE)
        assert not store.failed

    within(tmp_path, story)


def test_a_folder_is_for_one_server(tmp_path: Path) -> None:
    async def story(_: SqliteStore) -> None:
        with refused("data_used"):
            SqliteStore(tmp_path)

    within(tmp_path, story)
    within(tmp_path, lambda store: store.create("a", TABLE))  # type: ignore[arg-type,return-value]


def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with refused("data_folder"):
        SqliteStore(tmp_path / "file" / "data")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is not a database, " * 100)
    with refused("data_broken"):
        SqliteStore(tmp_path)


def test_what_a_newer_version_wrote_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("PRAGMA user_version = 99")
    with refused("data_newer"):
        SqliteStore(tmp_path)


def test_a_new_database_has_all_migrations(tmp_path: Path) -> None:
    async def story(_: SqliteStore) -> None:
        assert rows(tmp_path, "PRAGMA user_version") == [(1,)]

    within(tmp_path, story)


def test_a_copy_is_made_while_the_database_is_used(tmp_path: Path) -> None:
    copy = tmp_path / "copy"

    async def story(store: SqliteStore) -> None:
        await store.create("a", TABLE)
        copy.mkdir()
        backup(tmp_path, copy / FILE)
        with refused("backup_exists"):
            backup(tmp_path, copy / FILE)
        with refused("backup_nothing"):
            backup(tmp_path / "nowhere", copy / "other")
        with refused("backup_failed"):
            backup(tmp_path, tmp_path / "nowhere" / FILE)

    within(tmp_path, story)
    assert rows(copy, "SELECT id FROM tables") == [("a",)]
