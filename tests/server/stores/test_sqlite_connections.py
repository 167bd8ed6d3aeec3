"""Two connections to one database: commits in groups, reading beside them, and a log that does not grow."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from elfer.server.stores import sqlite_connections
from elfer.server.stores.sqlite_connections import SqliteConnections
from elfer.server.stores.store import Conflict, Unavailable

ADD = "INSERT INTO things (name) VALUES (?)"


def opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE IF NOT EXISTS things (name TEXT PRIMARY KEY)")
    return connection


def within(folder: Path, story: Callable[[SqliteConnections], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        both = SqliteConnections(opened(folder / "things.db"), opened(folder / "things.db"))
        try:
            async with asyncio.timeout(60):
                await story(both)
        finally:
            both.close()

    asyncio.run(run())


def names(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT name FROM things ORDER BY name")]


def test_a_job_is_carried_out_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    async def story(both: SqliteConnections) -> None:
        outcomes = await asyncio.gather(
            both.write((ADD, ("a",))),
            both.write((ADD, ("b",)), (ADD, ("a",))),
            both.write((ADD, ("c",)), (ADD, ("d",))),
            both.read(names),
            return_exceptions=True,
        )
        assert isinstance(outcomes[1], Conflict)
        assert outcomes[3] == ["a", "c", "d"]

    within(tmp_path, story)


def test_reading_holds_up_no_commit(tmp_path: Path) -> None:
    async def story(both: SqliteConnections) -> None:
        begun, go = threading.Event(), threading.Event()

        def long(database: sqlite3.Connection) -> list[str]:
            before = names(database)
            begun.set()
            go.wait(60)
            assert names(database) == before  # as of one moment
            return before

        reading = both.read(long)
        await asyncio.to_thread(begun.wait, 60)
        await both.write((ADD, ("a",)))
        await both.write((ADD, ("b",)))
        go.set()
        assert await reading == []

    within(tmp_path, story)


@pytest.mark.parametrize("error", [ZeroDivisionError(), sqlite3.OperationalError("no such thing")])
def test_whatever_goes_wrong_is_told_and_the_next_job_is_done(tmp_path: Path, error: Exception) -> None:
    async def story(both: SqliteConnections) -> None:
        def wrong(_: sqlite3.Connection) -> None:
            raise error

        with pytest.raises(Unavailable if isinstance(error, sqlite3.Error) else ZeroDivisionError):
            await both.read(wrong)
        unknown = {"a set"} if isinstance(error, ZeroDivisionError) else 1
        with pytest.raises(Unavailable):
            await both.write(("INSERT INTO nowhere VALUES (?)", (unknown,)))
        assert both.counts.failed
        await both.write((ADD, ("a",)))
        assert not both.counts.failed
        assert await both.read(names) == ["a"]

    within(tmp_path, story)


def test_the_log_is_carried_over_beside_the_commits_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a load without pause, which never lets the log run out by itself."""
    monkeypatch.setattr(sqlite_connections, "CHECKPOINT_SECONDS", 0.01)
    monkeypatch.setattr(sqlite_connections, "MAX_LOG_PAGES", 50)
    log = tmp_path / "things.db-wal"
    written = []

    async def story(both: SqliteConnections) -> None:
        sizes: list[int] = []
        while len(sizes) < 500 or max(sizes) >= len(sizes) * (sizes[2] - sizes[1]) / 4:
            assert len(sizes) < 30_000, "the log has kept all that was ever written"
            await both.write((ADD, (f"{len(sizes)} {'x' * 1000}",)))
            sizes.append(log.stat().st_size)
        written.append(len(sizes))

    within(tmp_path, story)
    with closing(sqlite3.connect(tmp_path / "things.db")) as database:
        assert [len(names(database))] == written


def test_a_failed_checkpoint_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_connections, "CHECKPOINT_SECONDS", 0.01)
    monkeypatch.setattr(sqlite_connections, "CHECKPOINT", "SELECT 1, 1, 1 FROM nowhere")

    async def story(both: SqliteConnections) -> None:
        await both.write((ADD, ("a",)))
        while not caplog.records:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(sqlite_connections, "CHECKPOINT", "PRAGMA wal_checkpoint(PASSIVE)")
        while both._written:
            await asyncio.sleep(0.01)
        await both.write((ADD, ("b",)))

    within(tmp_path, story)
    assert {record.message for record in caplog.records} == {"the database could not be checkpointed"}
