"""Processes that think for the bots.

Each process has a thread of the server that hands it one question after the other: bots' moves before hints.
On a machine that has to compile the engine first, a process that does without plays until that is done.
Whoever asks waits for so long at most, queue included. A process that dies, does not get ready or does not
answer in time is replaced, and its question stays unanswered.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, PriorityQueue
from typing import Any, NamedTuple

from elfer.bots import Bot, Observation, warm_up
from elfer.server.bots import NoAnswer, Question

ANSWER_SECONDS = 5.0
"""How long an answer may take, and how long it is waited for; ten times what the slowest bot needs."""
WARM_UP_SECONDS = 300.0
"""How long a process may take to get ready; the first time ever it compiles the engine."""
COMPILING_SECONDS = 3.0
"""How long a process gets ready before another one plays meanwhile, in plain Python."""
PLAIN_TICK_SECONDS = 0.5
"""How often the process in plain Python looks whether it is still needed."""
RESTART_SECONDS = 0.5
"""How long a failed process's successor waits: one that fails at once must not keep the machine busy."""
log = logging.getLogger("elfer.bot_pool")


class Asked(NamedTuple):
    """What a bot is asked, and who waits for it; what is less is answered first."""

    later: bool
    """Whether it is a hint, which somebody can wait for."""
    number: int
    question: Question
    bot: Bot
    observation: Observation
    answer: asyncio.Future[object]


LAST = (False, -1)
"""In the place of a question: there are no more."""


class BotPool:
    """A few processes that answer questions in the order they come, but hints last."""

    def __init__(
        self,
        count: int,
        *,
        answer_seconds: float = ANSWER_SECONDS,
        warm_up_seconds: float = WARM_UP_SECONDS,
        compiling_seconds: float = COMPILING_SECONDS,
        warm_up: Callable[[], object] = warm_up,
    ) -> None:
        self.answer_seconds, self.warm_up_seconds, self.warm_up = answer_seconds, warm_up_seconds, warm_up
        self.questions: PriorityQueue[Asked | tuple[bool, int]] = PriorityQueue()
        self._numbers = itertools.count()
        self.ready = asyncio.Event()
        """Set while at least one process takes questions."""
        self.closing = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._ready_workers: set[Worker] = set()
        self._workers = [Worker(self) for _ in range(count)]
        self._loop.call_later(compiling_seconds, self._play_meanwhile)

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        """The answer of a bot's method of this name; `NoAnswer` if there is none."""
        hint = question == "weigh"
        if not self.ready.is_set() or (hint and not self.compiled):
            raise NoAnswer("no process is ready")
        answer: asyncio.Future[object] = self._loop.create_future()
        self.questions.put(Asked(hint, next(self._numbers), question, bot, observation, answer))
        late = self._loop.call_later(self.answer_seconds, _settle, answer, NoAnswer("too slow"))
        try:
            return await answer
        finally:
            late.cancel()

    @property
    def compiled(self) -> bool:
        """Whether a process takes questions that has compiled the engine."""
        return any(not worker.plain for worker in self._ready_workers)

    def _play_meanwhile(self) -> None:
        """Let somebody play in plain Python, if the engine takes its time."""
        if not self._ready_workers and not self.closing.is_set():
            self._workers.append(Worker(self, plain=True))

    @property
    def waiting(self) -> int:
        return self.questions.qsize()

    @property
    def replaced(self) -> int:
        return sum(worker.replaced for worker in self._workers)

    def close(self) -> None:
        self.closing.set()
        for worker in self._workers:
            self.questions.put(LAST)
            worker.kill()

    def report(self, what: Callable[..., None], *values: object) -> None:
        """Let a worker's thread tell the event loop something; there all else happens."""
        if not self.closing.is_set():
            self._loop.call_soon_threadsafe(what, *values)

    def came(self, worker: Worker) -> None:
        """A worker takes questions from now on."""
        self._ready_workers.add(worker)
        self.ready.set()

    def went(self, worker: Worker) -> None:
        """A worker takes no more questions; if it was the last one, nobody waits for its successor."""
        self._ready_workers.discard(worker)
        if self._ready_workers or self.closing.is_set():
            return
        self.ready.clear()
        for asked in _drained(self.questions):
            _settle(asked.answer, NoAnswer("no process is ready"))


def _drained(questions: PriorityQueue[Asked | tuple[bool, int]]) -> list[Asked]:
    found = []
    try:
        while isinstance(asked := questions.get_nowait(), Asked):
            found.append(asked)
    except Empty:
        pass
    return found


class Worker:
    """One process after the other, and the thread that hands them questions."""

    def __init__(self, pool: BotPool, *, plain: bool = False) -> None:
        """A *plain* one compiles nothing, and ends when another one is ready."""
        self.plain = plain
        self._pool, self._patience = pool, pool.answer_seconds
        self._process: SpawnProcess | None = None
        self.replaced = 0
        threading.Thread(target=self._run, name="bot", daemon=True).start()

    def kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    def _run(self) -> None:
        while not self._over:
            with self._start() as pipe:
                try:
                    self._get_ready(pipe)
                    self._answer_all(pipe)
                except (EOFError, OSError, TimeoutError) as error:
                    self._give_up(str(error) or type(error).__name__)
        if self.plain:
            self._let_go()

    def _let_go(self) -> None:
        """Keep nothing of a process that is not needed any more."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    @property
    def _over(self) -> bool:
        return self._pool.closing.is_set() or (self.plain and self._pool.compiled)

    def _start(self) -> Connection:
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        target = (theirs, None if self.plain else self._pool.warm_up)
        self._process = context.Process(target=_think, args=target, name="elfer-bot", daemon=True)
        self._process.start()
        theirs.close()
        return pipe

    def _get_ready(self, pipe: Connection) -> None:
        _receive(pipe, self._pool.warm_up_seconds)
        self._pool.report(self._pool.came, self)

    def _answer_all(self, pipe: Connection) -> None:
        while isinstance(asked := self._next(), Asked):
            if asked.answer.done():  # nobody waits for it any more
                continue
            try:
                pipe.send((asked.question, asked.bot, asked.observation))
                answer = _receive(pipe, self._patience)
            except (EOFError, OSError, TimeoutError) as error:
                self._pool.report(self._pool.went, self)
                self._pool.report(_settle, asked.answer, NoAnswer(str(error)))
                raise
            self._pool.report(_settle, asked.answer, answer)

    def _next(self) -> Asked | tuple[bool, int]:
        """The next question; none when there will be no more for this process."""
        while self.plain and not self._over:
            with contextlib.suppress(Empty):
                asked = self._pool.questions.get(timeout=PLAIN_TICK_SECONDS)
                if not self._over:
                    return asked
                self._pool.questions.put(asked)  # for a process that has compiled the engine
        if self.plain:
            self._pool.report(self._pool.went, self)
            return LAST
        return self._pool.questions.get()

    def _give_up(self, why: str) -> None:
        assert self._process
        self._process.kill()
        self._process.join()
        if not self._pool.closing.is_set():
            log.warning("a bot's process was replaced", extra={"why": why})
            self.replaced += 1
            self._pool.closing.wait(RESTART_SECONDS)


def _receive(pipe: Connection, seconds: float) -> object:
    if not pipe.poll(seconds):
        raise TimeoutError("too slow")
    return pipe.recv()


def _settle(answer: asyncio.Future[object], outcome: object) -> None:
    if answer.done():
        return
    if isinstance(outcome, Exception):
        answer.set_exception(NoAnswer(str(outcome)))
    else:
        answer.set_result(outcome)


def _end_with_server() -> None:
    """Whatever ends the server ends this process, also while it compiles."""
    server = parent_process()
    assert server
    server.join()
    os._exit(0)


def _do_without_compiling() -> None:
    """Let all that would be compiled run as it is written."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def _think(pipe: Connection, warm_up: Callable[[], object] | None) -> None:
    """What a process does: get ready, then answer until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    if warm_up:
        warm_up()
    else:
        _do_without_compiling()
    try:
        pipe.send("ready")
        while True:
            question, bot, observation = pipe.recv()
            try:
                answer: object = getattr(bot, question)(observation)
            except Exception as error:  # whatever a bot does wrong must not cost a table its game
                answer = RuntimeError(f"{type(error).__name__}: {error}")
            pipe.send(answer)
    except (EOFError, OSError):
        return
