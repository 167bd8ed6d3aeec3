"""Group commit: writes that arrive during one commit go into the next, as one statement."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from elfer.server.stores.postgres.connection import DURABLE_SETTINGS, ReconnectingConnection
from elfer.server.stores.postgres.statements import EPOCHS
from elfer.server.stores.store import Conflict, Fenced, StoreCounts, Unavailable

MAX_GROUP = 512
"""Writes in one commit."""
NO_EPOCH = 0
INDEX_SETTINGS = """;
    SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;
    SET enable_mergejoin = off
"""
"""A few rows are looked up each time, whatever the statistics of the tables say."""
log = logging.getLogger("elfer.store")


class GroupedWrite(NamedTuple):
    """A write to one table."""

    sql: str
    id: str
    epoch: int
    """The epoch under which this node owns the table; `NO_EPOCH` for a new table."""
    values: tuple[object, ...]
    """The values of the other columns."""
    done: asyncio.Future[None]


class Groups:
    """Queues writes and commits them in groups."""

    def __init__(self, url: str, has_lease: Callable[[], bool], fenced: Callable[[str], object]) -> None:
        """Nothing counts as done without *has_lease*; *fenced* is called with tables of other nodes."""
        self._connection = ReconnectingConnection(url, DURABLE_SETTINGS + INDEX_SETTINGS)
        self._has_lease, self._fenced = has_lease, fenced
        self.counts = StoreCounts()
        self.batches: Counter[int] = Counter()
        self._waiting: list[GroupedWrite] = []
        self._group: list[GroupedWrite] = []
        self._working: asyncio.Task[None] | None = None

    def write(self, sql: str, id: str, epoch: int, *values: object) -> asyncio.Future[None]:
        """Run a statement for a table; done once it is durable."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(GroupedWrite(sql, id, epoch, values, done))
        if self._working is None:
            self._working = loop.create_task(self._work())
        return done

    async def drained(self) -> None:
        """Wait for all writes queued so far."""
        if pending := [job.done for job in (*self._group, *self._waiting) if not job.done.done()]:
            await asyncio.wait(pending)

    def close(self) -> None:
        """Close at once; pending writes fail."""
        if self._working:
            self._working.cancel()
        _fail((*self._group, *self._waiting), Unavailable("the store is closed"))
        self._connection.drop()

    async def _work(self) -> None:
        try:
            while self._waiting:
                self._group, self._waiting = _split(self._waiting)
                try:
                    await self._commit(self._group)
                except Exception as error:  # an error must not end this task
                    if not isinstance(error, Unavailable):
                        log.exception("a commit failed")
                    self.counts.failed = True
                    _fail(self._group, Unavailable(str(error)))
        finally:
            self._group, self._working = [], None

    async def _commit(self, group: list[GroupedWrite]) -> None:
        columns = list(zip(*((job.id, job.epoch, *job.values) for job in group), strict=True))
        rows = await self._connection.use(lambda connection: connection.fetch(group[0].sql, *columns))
        self.counts.commits += 1
        self.batches[len(group)] += 1
        self.counts.failed = False
        if not self._has_lease():
            raise Unavailable("this node was taken for dead")
        done = {id for (id,) in rows}
        if refused := [job for job in group if job.id not in done]:
            await self._refuse(refused)
        for job in group:
            if not job.done.done():
                self.counts.jobs += 1
                job.done.set_result(None)

    async def _refuse(self, jobs: list[GroupedWrite]) -> None:
        """Fail each write with `Fenced` or `Conflict`."""
        ids = [job.id for job in jobs]
        rows = await self._connection.use(lambda connection: connection.fetch(EPOCHS, ids))
        now = {row["id"]: row["epoch"] for row in rows}
        for job in jobs:
            if job.epoch == NO_EPOCH or now.get(job.id) == job.epoch:
                _fail([job], Conflict(job.id))
            else:
                self._fenced(job.id)
                _fail([job], Fenced(job.id))


def _fail(jobs: Iterable[GroupedWrite], error: Exception) -> None:
    """Fail the writes that are still pending."""
    for job in jobs:
        if not job.done.done():
            job.done.set_exception(error)


def _split(waiting: list[GroupedWrite]) -> tuple[list[GroupedWrite], list[GroupedWrite]]:
    """The next group and the rest: writes with the same statement, and one per table."""
    group: list[GroupedWrite] = []
    rest: list[GroupedWrite] = []
    seen: set[str] = set()
    for job in waiting:
        fits = job.sql is waiting[0].sql and job.id not in seen and len(group) < MAX_GROUP
        (group if fits else rest).append(job)
        seen.add(job.id)
    return group, rest
