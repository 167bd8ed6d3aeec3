"""Two connections to one SQLite database, each in its own thread.

One commits writes in groups; the other reads and checkpoints the write-ahead log, so that no commit waits.
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

from elfer.server.stores.store import Conflict, StoreCounts, Unavailable

MAX_COMMIT_JOBS = 512
"""Writes in one commit."""
CHECKPOINT_SECONDS = 1.0
"""Interval of checkpoints after writes."""
MAX_LOG_PAGES = 16_384
"""Length of the log (64 MB) above which a commit waits for a checkpoint."""
CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
Statement = tuple[str, tuple[object, ...]]
T = TypeVar("T")
log = logging.getLogger("elfer.store")


class WriteJob(NamedTuple):
    """Statements of one transaction, and the future of their result."""

    statements: tuple[Statement, ...]
    done: asyncio.Future[Any]


class ReadJob(NamedTuple):
    """A query, and the future of its result."""

    find: Callable[[sqlite3.Connection], object]
    done: asyncio.Future[Any]


SqliteJob = WriteJob | ReadJob


class SqliteConnections:
    """Runs jobs in order: a read sees all writes queued before it."""

    def __init__(self, writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        self.writer, self.reader = writer, reader
        self.counts = StoreCounts()
        self._jobs: SimpleQueue[SqliteJob | None] = SimpleQueue()
        self._reads: SimpleQueue[ReadJob | None] = SimpleQueue()
        self._written = self._long = False
        """Whether the log has new pages, and whether it is too long."""
        self._loop = asyncio.get_running_loop()
        self._threads = [
            threading.Thread(target=run, name=name, daemon=True)
            for name, run in (("store", self._commit_all), ("reader", self._read_all))
        ]
        for thread in self._threads:
            thread.start()

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Run all statements or none; done once they are durable."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(WriteJob(statements, done))
        return done

    def read(self, find: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """The result of a query on one snapshot, after all earlier jobs."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(ReadJob(find, done))
        return done

    def close(self) -> None:
        """Finish pending jobs, and close."""
        self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        self.reader.close()
        self.writer.close()

    def _tell(self, jobs: Sequence[SqliteJob], outcomes: Sequence[object]) -> None:
        self._loop.call_soon_threadsafe(self._settle, jobs, outcomes)

    def _settle(self, jobs: Sequence[SqliteJob], outcomes: Sequence[object]) -> None:
        """Set the results of futures."""
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if done.done():
                continue
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                self.counts.jobs += 1
                done.set_result(outcome)

    # The writer's thread

    def _commit_all(self) -> None:
        """Commit in one group all jobs that came during the last commit."""
        last = False
        while not last:
            batch = [self._jobs.get(), *_waiting(self._jobs, MAX_COMMIT_JOBS - 1)]
            if writes := [job for job in batch if isinstance(job, WriteJob)]:
                self._tell(writes, self._commit(writes))
            for job in batch:
                if not isinstance(job, WriteJob):
                    self._reads.put(job)
            if self._long:
                self._checkpoint(self.writer)
            last = batch[-1] is None

    def _commit(self, jobs: list[WriteJob]) -> Sequence[Exception | None]:
        """The error of each job, or none."""
        try:
            self.writer.execute("BEGIN IMMEDIATE")
            outcomes = [self._execute(job.statements) for job in jobs]
            self.writer.execute("COMMIT")
        except Exception as error:  # an error must not end this thread
            if not isinstance(error, sqlite3.Error):
                log.exception("a commit failed")
            with contextlib.suppress(sqlite3.Error):
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
            self.counts.failed = True
            return [Unavailable(str(error)) for _ in jobs]
        self.counts.commits += 1
        self.counts.failed = False
        self._written = True
        return outcomes

    def _execute(self, statements: tuple[Statement, ...]) -> Exception | None:
        """Run the statements of a job; roll all back on a conflict."""
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

    # The reader's thread

    def _read_all(self) -> None:
        """Run the reads that are asked for, and carry the log over now and then."""
        checkpointed = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                job = self._reads.get(timeout=CHECKPOINT_SECONDS)
                if job is None:
                    return
                self._tell([job], [self._found(job)])
            if time.monotonic() - checkpointed >= CHECKPOINT_SECONDS:
                self._checkpoint(self.reader)
                checkpointed = time.monotonic()

    def _found(self, job: ReadJob) -> object:
        """The result of a query, or its error."""
        try:
            self.reader.execute("BEGIN")
            return job.find(self.reader)
        except sqlite3.Error as error:
            return Unavailable(str(error))
        except Exception as error:  # the caller gets it, and the thread goes on
            return error
        finally:
            with contextlib.suppress(sqlite3.Error):
                if self.reader.in_transaction:
                    self.reader.execute("ROLLBACK")

    def _checkpoint(self, connection: sqlite3.Connection) -> None:
        """Checkpoint the log; a failure is retried later."""
        if not self._written:
            return
        self._written = False
        try:
            _, pages, done = connection.execute(CHECKPOINT).fetchone()
        except sqlite3.Error as error:
            self._written = True
            log.warning("the database could not be checkpointed", extra={"why": str(error)})
        else:
            self._long = connection is self.reader and max(pages, done) > MAX_LOG_PAGES


def _waiting(queue: SimpleQueue[SqliteJob | None], most: int) -> Iterator[SqliteJob | None]:
    """The jobs in a queue, up to its end."""
    with contextlib.suppress(Empty):
        for _ in range(most):
            job = queue.get_nowait()
            yield job
            if job is None:
                return
