"""Two connections to one SQLite database, each in a thread of its own.

The first commits what many tables want at once; the second reads, and carries the log over into the database
file, so that no commit waits for either.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from elfer.server.store import Conflict, Unavailable

MAX_COMMIT_JOBS = 512
"""How many jobs one commit takes at most."""
CARRY_SECONDS = 1.0
"""How often the log is carried over into the database file, where something was written."""
MAX_LOG_PAGES = 16_384
"""How long the log may get before a commit waits for the rest of it: 64 MB."""
CARRY_OVER = "PRAGMA wal_checkpoint(PASSIVE)"
Statement = tuple[str, tuple[object, ...]]
T = TypeVar("T")
log = logging.getLogger("elfer.store")


class Write(NamedTuple):
    """Statements that belong together, and who waits for them."""

    statements: tuple[Statement, ...]
    done: asyncio.Future[Any]


class Read(NamedTuple):
    """What finds something, and who waits for it."""

    find: Callable[[sqlite3.Connection], object]
    done: asyncio.Future[Any]


Job = Write | Read


class Connections:
    """The way to a database; whatever comes after something else also finds it done."""

    def __init__(self, writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        self.writer, self.reader = writer, reader
        self.jobs = self.commits = 0
        self.failed = False
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reads: SimpleQueue[Read | None] = SimpleQueue()
        self._written = self._long = False
        """Whether something waits to be carried over, and whether it is too much."""
        self._loop = asyncio.get_running_loop()
        self._threads = [
            threading.Thread(target=run, name=name, daemon=True)
            for name, run in (("store", self._commit_all), ("reader", self._read_all))
        ]
        for thread in self._threads:
            thread.start()

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out all of the statements or none; done once they are durable."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(Write(statements, done))
        return done

    def read(self, find: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """What a function finds once all that was asked for before is done, as of one moment."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Read(find, done))
        return done

    def close(self) -> None:
        """Finish what was asked for, and let go."""
        self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        self.reader.close()
        self.writer.close()

    def _tell(self, jobs: Sequence[Job], outcomes: Sequence[object]) -> None:
        self._loop.call_soon_threadsafe(self._settle, jobs, outcomes)

    def _settle(self, jobs: Sequence[Job], outcomes: Sequence[object]) -> None:
        """Tell those who wait."""
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if done.done():
                continue
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                self.jobs += 1
                done.set_result(outcome)

    # The thread that writes

    def _commit_all(self) -> None:
        """Whatever has come while the last commit was made goes into the next one."""
        last = False
        while not last:
            batch = [self._jobs.get(), *_waiting(self._jobs, MAX_COMMIT_JOBS - 1)]
            if writes := [job for job in batch if isinstance(job, Write)]:
                self._tell(writes, self._commit(writes))
            for job in batch:
                if not isinstance(job, Write):
                    self._reads.put(job)
            if self._long:
                self._carry_over(self.writer)
            last = batch[-1] is None

    def _commit(self, jobs: list[Write]) -> Sequence[Exception | None]:
        """What came of each job: nothing, or why it could not be done."""
        try:
            self.writer.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(job.statements) for job in jobs]
            self.writer.execute("COMMIT")
        except Exception as error:  # one that ended this thread would end all saving
            if not isinstance(error, sqlite3.Error):
                log.exception("a commit failed")
            with contextlib.suppress(sqlite3.Error):
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
            self.failed = True
            return [Unavailable(str(error)) for _ in jobs]
        self.commits += 1
        self.failed = False
        self._written = True
        return outcomes

    def _carry_out(self, statements: tuple[Statement, ...]) -> Exception | None:
        """All of the statements, or none if something is in the way of one."""
        several = len(statements) > 1
        if several:
            self.writer.execute("SAVEPOINT job")
        try:
            for sql, values in statements:
                self.writer.execute(sql, values)
        except sqlite3.IntegrityError as error:
            if several:
                self.writer.execute("ROLLBACK TO job")
            return Conflict(str(error))
        finally:
            if several and self.writer.in_transaction:
                self.writer.execute("RELEASE job")
        return None

    # The thread that reads

    def _read_all(self) -> None:
        """Read what is asked for, and carry the log over now and then."""
        carried = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                job = self._reads.get(timeout=CARRY_SECONDS)
                if job is None:
                    return
                self._tell([job], [self._found(job)])
            if time.monotonic() - carried >= CARRY_SECONDS:
                self._carry_over(self.reader)
                carried = time.monotonic()

    def _found(self, job: Read) -> object:
        """What a job finds, or why it finds nothing."""
        try:
            self.reader.execute("BEGIN")
            return job.find(self.reader)
        except sqlite3.Error as error:
            return Unavailable(str(error))
        except Exception as error:  # whoever asked is told, and the thread goes on
            return error
        finally:
            with contextlib.suppress(sqlite3.Error):
                if self.reader.in_transaction:
                    self.reader.execute("ROLLBACK")

    def _carry_over(self, connection: sqlite3.Connection) -> None:
        """Carry the log over into the database file; what fails is tried again."""
        if not self._written:
            return
        self._written = False
        try:
            _, pages, done = connection.execute(CARRY_OVER).fetchone()
        except sqlite3.Error as error:
            self._written = True
            log.warning("the log of the database could not be carried over", extra={"why": str(error)})
        else:
            self._long = connection is self.reader and max(pages, done) > MAX_LOG_PAGES


def _waiting(queue: SimpleQueue[Job | None], most: int) -> Iterator[Job | None]:
    """What waits in a queue, up to its end."""
    with contextlib.suppress(Empty):
        for _ in range(most):
            job = queue.get_nowait()
            yield job
            if job is None:
                return
