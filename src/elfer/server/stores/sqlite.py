"""Tables kept in SQLite: one connection in one thread, which commits what many tables want at once.

WAL and `synchronous=FULL`: whatever was committed survives a crash of the process and of the machine.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import msgspec

from elfer.core.encoding import to_json
from elfer.core.refusals import Refused
from elfer.server.store import Conflict, Log, Opening, Played, Saved, Unavailable
from elfer.server.table import Table

FILE = "elfer.db"
MAX_COMMIT_JOBS = 512
"""How many jobs one commit takes at most."""
CREATE = "INSERT INTO tables (id, document, phase, touched) VALUES (?, ?, ?, ?)"
SAVE = "UPDATE tables SET document = ?, phase = ?, touched = ? WHERE id = ?"
FIND = "SELECT document FROM tables WHERE id = ?"
OPEN = "INSERT INTO matches (table_id, number, first, opening, names) VALUES (?, ?, ?, ?, ?)"
MATCH = "SELECT first, opening, names FROM matches WHERE table_id = ? AND number = ?"
APPEND = "INSERT INTO moves (table_id, seq, seat, move, command, played) VALUES (?, ?, ?, ?, ?, ?)"
MOVES = "SELECT seq, seat, move, command FROM moves WHERE table_id = ? AND seq > ? ORDER BY seq"
COMMANDS = "SELECT seat, command, seq FROM moves WHERE table_id = ? AND command IS NOT NULL"
CUT = "DELETE FROM moves WHERE table_id = ? AND seq > ?"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
OLD = "SELECT id FROM tables WHERE (phase = 'over' AND touched < ?) OR (phase <> 'over' AND touched < ?)"
DELETE = "DELETE FROM tables WHERE id = ?"
Statement = tuple[str, tuple[object, ...]]
Rows = list[tuple[Any, ...]]


class Job(NamedTuple):
    """Statements that belong together, and who waits for them."""

    statements: tuple[Statement, ...]
    done: asyncio.Future[Any]


class SqliteStore:
    """The database of one server; no other server may use the folder at the same time."""

    def __init__(self, folder: Path) -> None:
        self._lock = _take(folder)
        self._connection = _connect(folder / FILE)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()
        self.commits = self.jobs = 0
        self.failed = False

    # What is kept

    def create(self, id: str, table: Table) -> asyncio.Future[None]:
        return self._write((CREATE, (id, to_json(table), table.phase, _seconds())))

    def append(self, id: str, played: Played, table: Table | None = None) -> asyncio.Future[None]:
        move: Statement = (APPEND, (id, *played, round(time.time() * 1000)))
        return self._write(move) if table is None else self._write(move, _saving(id, table))

    def open_match(self, id: str, table: Table, opening: Opening) -> asyncio.Future[None]:
        number, first, record, names = opening
        return self._write(_saving(id, table), (OPEN, (id, number, first, record, to_json(names))))

    def save_table(self, id: str, table: Table) -> asyncio.Future[None]:
        return self._write(_saving(id, table))

    def cut(self, id: str, last: int, table: Table) -> asyncio.Future[None]:
        return self._write((CUT, (id, last)), _saving(id, table))

    def touch(self, id: str) -> asyncio.Future[None]:
        return self._write((TOUCH, (_seconds(), id)))

    async def sweep(self, finished: float, abandoned: float, spare: Callable[[str], bool]) -> tuple[str, ...]:
        swept = []
        for (id,) in await self._read(OLD, round(finished), round(abandoned)):
            if not spare(id):  # asked anew for each: somebody may have come to the table meanwhile
                await self._write((DELETE, (id,)))
                swept.append(id)
        return tuple(swept)

    # What is there

    async def load(self, id: str) -> Saved | None:
        found = await self._read(FIND, id)
        if not found:
            return None
        table = msgspec.json.decode(found[0][0], type=Table)
        commands = {(seat, command): number for seat, command, number in await self._read(COMMANDS, id)}
        return Saved(table, await self.finished(id, table.match), commands)

    async def finished(self, id: str, number: int) -> Log | None:
        found = await self._read(MATCH, id, number)
        if not found:
            return None
        first, record, names = found[0]
        opening = Opening(number, first, record, tuple(msgspec.json.decode(names)))
        return Log(opening, tuple(Played(*row) for row in await self._read(MOVES, id, first)))

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()
        self._lock.close()

    # How it is done

    def _write(self, *statements: Statement) -> asyncio.Future[Any]:
        """Carry out all of the statements or none; done once they are durable, with the rows of the last."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(Job(statements, done))
        return done

    async def _read(self, sql: str, *values: object) -> Rows:
        rows: Rows = await self._write((sql, values))
        return rows

    def _run(self) -> None:
        """The thread: whatever has come while the last commit was made goes into the next one."""
        while (job := self._jobs.get()) is not None:
            batch, last = [job], False
            while len(batch) < MAX_COMMIT_JOBS and not last:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                else:
                    batch.append(more)
            self._loop.call_soon_threadsafe(_settle, batch, self._commit(batch))
            if last:
                return

    def _commit(self, batch: list[Job]) -> list[Rows | Exception]:
        """What each job found, or why it could not be done."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(job) for job in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self.failed = True
            return [Unavailable(str(error)) for _ in batch]
        self.commits += 1
        self.jobs += len(batch)
        self.failed = False
        return outcomes

    def _carry_out(self, job: Job) -> Rows | Exception:
        """One job within the transaction."""
        rows: Rows = []
        connection = self._connection
        if len(job.statements) > 1:
            connection.execute("SAVEPOINT job")
        try:
            for sql, values in job.statements:
                rows = connection.execute(sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            if len(job.statements) > 1:
                connection.execute("ROLLBACK TO job")
            return Conflict(str(error))
        finally:
            if len(job.statements) > 1 and connection.in_transaction:
                connection.execute("RELEASE job")
        return rows


def _settle(batch: list[Job], outcomes: list[Rows | Exception]) -> None:
    """Tell those who wait."""
    for (_, done), outcome in zip(batch, outcomes, strict=True):
        if done.done():
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


def _saving(id: str, table: Table) -> Statement:
    return SAVE, (to_json(table), table.phase, _seconds(), id)


def _seconds() -> int:
    return round(time.time())


# The files


def _take(folder: Path) -> sqlite3.Connection:
    """A lock on the folder that ends with the process, whatever ends it: SQLite's own, on a file beside."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _open(folder / "elfer.lock")
        lock.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.OperationalError) as error:
        busy = "locked" in str(error)
        raise Refused("data_used" if busy else "data_folder", folder=str(folder), why=str(error)) from None
    return lock


def _open(file: Path) -> sqlite3.Connection:
    """A connection that any thread may use, one at a time, and that begins no transaction by itself."""
    return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)


def _connect(file: Path) -> sqlite3.Connection:
    """The database, brought up to this version's shape."""
    connection = _open(file)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, file)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise Refused("data_broken", file=str(file), why=str(error)) from None
    return connection


def _migrate(connection: sqlite3.Connection, file: Path) -> None:
    """Carry out the migrations that this database lacks, each as a whole."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    scripts = sorted(
        (script for script in resources.files(__package__).joinpath("migrations").iterdir()),
        key=lambda script: script.name,
    )
    if found > len(scripts):
        connection.close()
        raise Refused("data_newer", file=str(file), found=found, known=len(scripts))
    for number, script in enumerate(scripts[found:], found + 1):
        text = script.read_text("utf-8")
        connection.executescript(f"BEGIN IMMEDIATE; {text} PRAGMA user_version = {number}; COMMIT;")


def backup(folder: Path, target: Path) -> None:
    """Copy the database into a new file, while a server may be using it."""
    source = folder / FILE
    if not source.exists():
        raise Refused("backup_nothing", folder=str(folder))
    if target.exists():
        raise Refused("backup_exists", file=str(target))
    try:
        with closing(_open(source)) as live, closing(_open(target)) as copy:
            live.backup(copy)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise Refused("backup_failed", file=str(target), why=str(error)) from None
