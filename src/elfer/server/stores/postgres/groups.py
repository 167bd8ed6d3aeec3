"""Writes in groups: what is asked for while one commit is made goes into the next one, as one statement."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from elfer.server.store import Conflict, Fenced, Unavailable
from elfer.server.stores.postgres.lines import DURABLY, Line
from elfer.server.stores.postgres.statements import EPOCHS

MAX_GROUP = 512
"""How many writes one commit takes at most."""
BY_INDEX = """;
    SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;
    SET enable_mergejoin = off
"""
"""Whatever the database believes about the size of its tables: a few rows are looked up each time."""
log = logging.getLogger("elfer.store")


class Job(NamedTuple):
    """A change of one table."""

    sql: str
    id: str
    epoch: int | None
    """Under which the table is ours; none if it need not be."""
    values: tuple[object, ...]
    done: asyncio.Future[None]


class Groups:
    """The way of all changes into a database."""

    def __init__(self, url: str, held: Callable[[], bool], fenced: Callable[[str], object]) -> None:
        """Nothing counts as done unless the node is still *held* then; *fenced* hears of tables of others."""
        self._line = Line(url, DURABLY + BY_INDEX)
        self._held, self._fenced = held, fenced
        self.jobs = self.commits = 0
        self.failed = False
        self.batches: Counter[int] = Counter()
        self._waiting: list[Job] = []
        self._group: list[Job] = []
        self._working: asyncio.Task[None] | None = None

    def ask(self, sql: str, id: str, epoch: int | None, *values: object) -> asyncio.Future[None]:
        """Carry out a statement for a table; done once that is durable."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(Job(sql, id, epoch, values, done))
        if self._working is None:
            self._working = loop.create_task(self._work())
        return done

    async def drained(self) -> None:
        """Wait until all that was asked for before is done."""
        if asked := [job.done for job in (*self._group, *self._waiting) if not job.done.done()]:
            await asyncio.wait(asked)

    def close(self) -> None:
        """Let go at once: what was asked for and is not done is told so."""
        if self._working:
            self._working.cancel()
        _fail((*self._group, *self._waiting), Unavailable("the database is let go of"))
        self._line.drop()

    async def _work(self) -> None:
        try:
            while self._waiting:
                self._group, self._waiting = _split(self._waiting)
                try:
                    await self._commit(self._group)
                except Exception as error:  # one that ended this task would end all saving
                    if not isinstance(error, Unavailable):
                        log.exception("a commit failed")
                    self.failed = True
                    _fail(self._group, Unavailable(str(error)))
        finally:
            self._group, self._working = [], None

    async def _commit(self, group: list[Job]) -> None:
        columns = list(zip(*(job.values for job in group), strict=True))
        rows = await self._line.use(lambda connection: connection.fetch(group[0].sql, *columns))
        self.commits += 1
        self.batches[len(group)] += 1
        self.failed = False
        if not self._held():
            raise Unavailable("this node was taken for dead")
        done = {id for (id,) in rows}
        if refused := [job for job in group if job.id not in done]:
            await self._refuse(refused)
        for job in group:
            if not job.done.done():
                self.jobs += 1
                job.done.set_result(None)

    async def _refuse(self, jobs: list[Job]) -> None:
        """Tell those whose table is another node's from those whose place is taken."""
        ids = [job.id for job in jobs]
        rows = await self._line.use(lambda connection: connection.fetch(EPOCHS, ids))
        now = {row["id"]: row["epoch"] for row in rows}
        for job in jobs:
            if job.epoch is None or now.get(job.id) == job.epoch:
                _fail([job], Conflict(job.id))
            else:
                self._fenced(job.id)
                _fail([job], Fenced(job.id))


def _fail(jobs: Iterable[Job], error: Exception) -> None:
    """Tell those who still wait why nothing has come of it."""
    for job in jobs:
        if not job.done.done():
            job.done.set_exception(error)


def _split(waiting: list[Job]) -> tuple[list[Job], list[Job]]:
    """The next group, and the rest: jobs of one statement, and of each table the first one that waits."""
    group: list[Job] = []
    rest: list[Job] = []
    seen: set[str] = set()
    for job in waiting:
        fits = job.sql is waiting[0].sql and job.id not in seen and len(group) < MAX_GROUP
        (group if fits else rest).append(job)
        seen.add(job.id)
    return group, rest
