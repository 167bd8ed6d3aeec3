"""The database: one connection in one thread, which commits what many tables want at once.

Whatever `write` has returned from survives a crash of the process and of the machine.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from elfer.core.refusals import Refused
from elfer.server.settings import FILE

BATCH = 512
"""How many jobs one commit takes at most."""
Statement = tuple[str, tuple[Any, ...]]
Rows = list[tuple[Any, ...]]


class Job(NamedTuple):
    """Statements that belong together, and who waits for them."""

    statements: tuple[Statement, ...]
    done: asyncio.Future[Rows]


class Store:
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
        """Whether the last commit could not be made."""

    def write(self, *statements: Statement) -> asyncio.Future[Rows]:
        """Carry out all of the statements or none; done once they are durable."""
        done: asyncio.Future[Rows] = self._loop.create_future()
        self._jobs.put(Job(statements, done))
        return done

    async def read(self, sql: str, *values: Any) -> Rows:
        """The rows that a query finds."""
        return await self.write((sql, values))

    def close(self) -> None:
        """Finish what was asked for, and let go of the folder."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()
        self._lock.close()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, last = [job], False
            while len(batch) < BATCH and not last:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                else:
                    batch.append(more)
            outcomes = self._commit(batch)
            self._loop.call_soon_threadsafe(_settle, outcomes)
            if last:
                return

    def _commit(self, batch: list[Job]) -> list[tuple[Job, Rows | sqlite3.Error]]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcomes = [(job, self._carry_out(job)) for job in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self.failed = True
            return [(job, error) for job in batch]
        self.commits += 1
        self.jobs += len(batch)
        self.failed = False
        return outcomes

    def _carry_out(self, job: Job) -> Rows | sqlite3.Error:
        """One job within the transaction: what it found, or why it could not be done."""
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
            return error
        finally:
            if len(job.statements) > 1 and connection.in_transaction:
                connection.execute("RELEASE job")
        return rows


def _settle(outcomes: list[tuple[Job, Rows | sqlite3.Error]]) -> None:
    """Tell those who wait."""
    for job, outcome in outcomes:
        if job.done.done():
            continue
        if isinstance(outcome, sqlite3.Error):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)


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
