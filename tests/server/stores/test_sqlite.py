"""What only the database does: one server a folder, durable commits in groups, migrations, copies."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import elfer
from elfer.core.refusals import Refused
from elfer.server.stores import sqlite
from elfer.server.stores.sqlite import FILE, LOCK, SqliteStore, backup
from elfer.server.stores.sqlite_connections import SqliteConnections, WriteJob
from elfer.server.stores.store import CODE_SECONDS, Code, Opening, Played, Unavailable, steady
from elfer.server.tables import seating
from elfer.server.wire import Setup
from tests.server.indoors import guest, indoors
from tests.server.people import new_key

OPENING = Opening(1, 0, elfer.start("duel", seats=2, seed=1).record(), ("Ada", "Pico"))
TABLE = seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))


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


def change(folder: Path, sql: str) -> None:
    """Do something to the database behind the store's back."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None, timeout=30)) as database:
        database.execute(sql)


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
        assert store._database.writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._database.writer.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        await store.create("a", TABLE)
        assert rows(tmp_path, "SELECT id FROM tables") == [("a",)]

    within(tmp_path, story)


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await asyncio.gather(*(store.create(str(number), TABLE) for number in range(200)))
        assert store.counts.jobs == 200
        assert store.counts.commits < 100

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
                store.create("a", TABLE), store.release("b"), return_exceptions=True
            ):
                assert isinstance(outcome, Unavailable)
            assert store.counts.failed
            assert await store.load("a") is None  # reading goes on
            blocker.execute("ROLLBACK")
        await store.create("a", TABLE)
        assert not store.counts.failed

    within(tmp_path, story)


class Doubtful(SqliteConnections):
    """A database whose commit is reported as failed once, though it reached the disk."""

    doubts = False

    def _commit(self, jobs: list[WriteJob]) -> Sequence[Exception | None]:
        outcomes = super()._commit(jobs)
        if self.doubts:
            self.doubts = False
            return [Unavailable("disk I/O error") for _ in jobs]
        return outcomes


def test_a_refused_move_that_comes_back_after_a_crash_is_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each resend is answered with the number of the move, which is stored once."""
    monkeypatch.setattr(sqlite, "SqliteConnections", Doubtful)
    key = new_key()

    async def before(store: SqliteStore) -> None:
        assert isinstance(store._database, Doubtful)
        async with indoors(store) as lobby, guest(lobby, key) as ada:
            tables_made.append(await ada.creates("guess", 2, bots=["easy"], start=True))
            await ada.until(lambda p: p.moves)
            commands.append({"move": ada.moves[0], "at": ada.at, "id": "the-move"})
            store._database.doubts = True
            assert await ada.refused("play", **commands[0]) == "not_saved"

    async def after(store: SqliteStore) -> None:
        async with indoors(store, pause=3600) as lobby, guest(lobby, key) as ada:
            await ada.enters(tables_made[0])
            at = commands[0]["at"] + 1
            for _ in range(3):
                assert (await ada.say("play", **commands[0]))["at"] == at
            sql = "SELECT seq FROM moves WHERE command = 'the-move'"
            assert rows(tmp_path, sql) == [(at,)]

    tables_made: list[str] = []
    commands: list[dict[str, Any]] = []
    within(tmp_path, before)
    within(tmp_path, after)


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


@pytest.mark.parametrize("name", [FILE, LOCK])
def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with refused("data_broken" if name == FILE else "data_folder"):
        SqliteStore(tmp_path)
    (tmp_path / name).rmdir()
    within(tmp_path, lambda store: store.create("a", TABLE))  # type: ignore[arg-type,return-value]


BROKEN = {
    "a document": ("UPDATE tables SET document = '{\"setup\"'", "table_broken"),
    "what is no table": ("UPDATE tables SET document = '[1, 2]'", "table_broken"),
    "names": ("UPDATE matches SET names = 'Ada'", "table_broken"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_cannot_be_read_is_refused_and_costs_the_others_nothing(tmp_path: Path, fault: str) -> None:
    sql, code = BROKEN[fault]

    async def story(store: SqliteStore) -> None:
        for id in ("a", "b"):
            await store.create(id, TABLE)
            await store.open_match(id, replace(TABLE, phase="playing", match=1), OPENING)
        change(tmp_path, f"{sql} WHERE {'id' if 'tables' in sql else 'table_id'} = 'a'")
        with refused(code):
            await store.load("a")
        if fault == "names":
            with refused(code):
                await store.finished("a", 1)
        assert await store.load("b")
        await store.append("b", Played(1, 0, "reveal"))

    within(tmp_path, story)


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE tables SET document = '{'", "table_broken"),
        ("UPDATE matches SET opening = replace(opening, '[Seed ', '[Sead ')", "table_broken"),
        ("UPDATE moves SET move = 'R99'", "table_broken"),
        ("ALTER TABLE tables RENAME TO elsewhere", "no_store"),
    ],
)
def test_who_enters_a_table_that_cannot_be_read_is_told_so_once(tmp_path: Path, sql: str, code: str) -> None:
    async def story(store: SqliteStore) -> None:
        async with indoors(store) as lobby, guest(lobby) as ada:
            table = await ada.creates("duel", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            await ada.plays()
            lobby._abandon(lobby.rooms[table])
            change(tmp_path, sql)
            before = len(ada.heard)
            assert await ada.refused("enter", table=table, key=ada.key) == code
            assert [news["is"] for news in ada.heard[before:]].count("refused") == 1
            assert (await ada.say("ping"))["is"] == "done"

    within(tmp_path, story)


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [("duel", "dual", "unknown_game"), ("[Version 1]", "[Version 99]", "other_rules")],
)
def test_who_enters_a_table_whose_rules_are_not_here_finds_its_match_over(
    tmp_path: Path, was: str, now: str, why: str
) -> None:
    async def story(store: SqliteStore) -> None:
        async with indoors(store) as lobby, guest(lobby) as ada:
            table = await ada.creates("duel", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            lobby._abandon(lobby.rooms[table])
            change(tmp_path, f"UPDATE matches SET opening = replace(opening, '{was}', '{now}')")
            await ada.enters(table)
            assert (await ada.hears("table", phase="over"))["ended"]["why"] == why
            saved = await store.peek(table)
            assert saved
            assert saved.table.phase == "over"

    within(tmp_path, story)


def test_a_database_that_cannot_be_read_says_so_and_recovers(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create("a", TABLE)
        change(tmp_path, "ALTER TABLE tables RENAME TO elsewhere")
        for reading in (store.load("a"), store.ids()):
            with pytest.raises(Unavailable):
                await reading
        change(tmp_path, "ALTER TABLE elsewhere RENAME TO tables")
        assert await store.load("a")

    within(tmp_path, story)


def test_the_files_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"

    def modes() -> dict[str, int]:
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}

    async def story(store: SqliteStore) -> None:
        await store.create("a", TABLE)
        assert modes().keys() >= {FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK}
        assert set(modes().values()) == {0o600}
        backup(folder, folder / "copy.db")
        assert modes()["copy.db"] == 0o600

    before = os.umask(0)
    try:
        within(folder, story)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        for file in folder.iterdir():
            file.chmod(0o644)
        within(folder, lambda store: store.create("b", TABLE))  # type: ignore[arg-type,return-value]
    finally:
        os.umask(before)
    assert modes() == {FILE: 0o600, LOCK: 0o600, "copy.db": 0o644}


def test_the_time_of_a_visit_is_never_before_the_last_one_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    within(tmp_path, lambda store: store.create("a", TABLE))  # type: ignore[arg-type,return-value]
    ((noted,),) = rows(tmp_path, "SELECT touched FROM tables")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 1e9)

    async def story(store: SqliteStore) -> None:
        assert store.newest == noted
        await store.release("a")
        assert rows(tmp_path, "SELECT touched FROM tables") == [(noted,)]

    within(tmp_path, story)


@pytest.mark.parametrize("step", [-1e6, 1e6])
def test_setting_the_clock_neither_ends_a_code_nor_prolongs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    day, now, passed = time.time(), steady(), 0.0
    monkeypatch.setattr("elfer.server.stores.device_codes.steady", lambda: now + passed)

    async def story(store: SqliteStore) -> None:
        nonlocal passed
        await store.keep_code("x", "a", "ada", CODE_SECONDS)
        monkeypatch.setattr(time, "time", lambda: day + step)
        await store.keep_code("y", "a", "ben", CODE_SECONDS)
        passed = CODE_SECONDS - 1
        assert await store.find_code("x") == Code("a", "ada")
        assert await store.find_code("y") == Code("a", "ben")
        passed = CODE_SECONDS
        assert await store.find_code("x") is await store.find_code("y") is None
        await store.keep_code("z", "a", "cleo", CODE_SECONDS)
        assert rows(tmp_path, "SELECT code FROM codes") == [("z",)]

    within(tmp_path, story)


@pytest.mark.parametrize(("meanwhile", "left"), [(100.0, 200.0), (300.0, 0.0), (-1.0, 0.0), (1e6, 0.0)])
def test_a_code_holds_over_a_restart_for_what_is_left_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: float, left: float
) -> None:
    """And not at all where the clock was set back meanwhile."""
    day, now, passed = time.time(), steady(), 0.0
    monkeypatch.setattr(time, "time", lambda: day)
    monkeypatch.setattr("elfer.server.stores.device_codes.steady", lambda: now + passed)

    async def before(store: SqliteStore) -> None:
        await store.keep_code("x", "a", "ada", CODE_SECONDS)

    async def after(store: SqliteStore) -> None:
        nonlocal passed
        assert bool(await store.find_code("x")) == bool(left)
        passed = left
        assert await store.find_code("x") is None

    within(tmp_path, before)
    day += meanwhile
    within(tmp_path, after)


def test_what_sqlite_finds_wrong_is_told(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create("a", TABLE)
        assert await store.faults() == ()
        change(tmp_path, "INSERT INTO moves VALUES ('nowhere', 1, 0, 'reveal', NULL, 0)")
        assert len(await store.faults()) == 1

    within(tmp_path, story)


def test_what_a_newer_version_wrote_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("PRAGMA user_version = 99")
    with refused("data_newer"):
        SqliteStore(tmp_path)


def test_a_new_database_has_all_migrations(tmp_path: Path) -> None:
    async def story(_: SqliteStore) -> None:
        assert rows(tmp_path, "PRAGMA user_version") == [(3,)]

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
