"""Processes that think for the bots.

A thread of the server hands each process one question after the other: moves before hints. While the engine
is being compiled, a further process plays in plain Python. An answer has a time limit, queueing included. A
process that dies, does not start or does not answer in time is replaced, and its question stays unanswered.
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
from elfer.server.bots.backend import NoAnswer, Question

ANSWER_SECONDS = 5.0
"""Time limit for an answer; ten times what the slowest bot needs."""
WARM_UP_SECONDS = 300.0
"""Time limit for the start of a process; the very first one compiles the engine."""
COMPILING_SECONDS = 3.0
"""Time without a ready process after which one starts in plain Python."""
PLAIN_TICK_SECONDS = 0.5
"""How often the plain process checks whether it is still needed."""
RESTART_SECONDS = 0.5
"""Delay before a failed process is replaced."""
log = logging.getLogger("elfer.bot_pool")


class PendingQuestion(NamedTuple):
    """A question in the queue; smaller ones are answered first."""

    is_hint: bool
    number: int
    question: Question
    bot: Bot
    observation: Observation
    answer: asyncio.Future[object]


LAST = (False, -1)
"""End of the queue, in place of a question."""
Queue = PriorityQueue[PendingQuestion | tuple[bool, int]]


class BotPool:
    """A few processes that answer questions in order, hints last."""

    def __init__(
        self,
        count: int,
        *,
        answer_seconds: float = ANSWER_SECONDS,
        warm_up_seconds: float = WARM_UP_SECONDS,
        compiling_seconds: float = COMPILING_SECONDS,
        warm_up: Callable[[], object] = warm_up,
        patient: bool = False,
    ) -> None:
        """A *patient* pool lets moves wait until a process is ready, and for as long as one may start."""
        self.answer_seconds = warm_up_seconds if patient else answer_seconds
        self.warm_up_seconds, self.warm_up = warm_up_seconds, warm_up
        self._patient = patient
        self.questions: Queue = PriorityQueue()
        self._numbers = itertools.count()
        self.ready = asyncio.Event()
        """Set while at least one process answers."""
        self.closing = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._ready_processes: set[BotProcess] = set()
        self._processes = [BotProcess(self) for _ in range(count)]
        self._loop.call_later(compiling_seconds, self._start_plain)

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        """The answer of the bot's method of this name, or `NoAnswer`."""
        hint = question == "weigh"
        if self._patient and not hint:
            await self.ready.wait()
        if not self.ready.is_set() or (hint and not self.compiled):
            raise NoAnswer("no process is ready")
        answer: asyncio.Future[object] = self._loop.create_future()
        self.questions.put(PendingQuestion(hint, next(self._numbers), question, bot, observation, answer))
        late = self._loop.call_later(self.answer_seconds, _settle, answer, NoAnswer("too slow"))
        try:
            return await answer
        finally:
            late.cancel()

    @property
    def compiled(self) -> bool:
        """Whether a process with the compiled engine is ready."""
        return any(not process.plain for process in self._ready_processes)

    def _start_plain(self) -> None:
        """Play in plain Python while the engine is being compiled."""
        if not self._ready_processes and not self.closing.is_set():
            self._processes.append(BotProcess(self, plain=True))

    @property
    def waiting(self) -> int:
        return self.questions.qsize()

    @property
    def replaced(self) -> int:
        return sum(process.replaced for process in self._processes)

    def close(self) -> None:
        self.closing.set()
        for process in self._processes:
            self.questions.put(LAST)
            process.kill()

    def report(self, call: Callable[..., None], *values: object) -> None:
        """Call a function in the event loop, from a process's thread."""
        if not self.closing.is_set():
            self._loop.call_soon_threadsafe(call, *values)

    def add_ready(self, process: BotProcess) -> None:
        self._ready_processes.add(process)
        self.ready.set()

    def remove_ready(self, process: BotProcess) -> None:
        """A process no longer answers; after the last one, queued questions fail at once."""
        self._ready_processes.discard(process)
        if self._ready_processes or self.closing.is_set():
            return
        self.ready.clear()
        with contextlib.suppress(Empty):
            while isinstance(pending := self.questions.get_nowait(), PendingQuestion):
                _settle(pending.answer, NoAnswer("no process is ready"))


class BotProcess:
    """A process that is replaced when it fails, and the thread that hands it questions."""

    def __init__(self, pool: BotPool, *, plain: bool = False) -> None:
        """A *plain* one compiles nothing, and ends when a compiled one is ready."""
        self.plain = plain
        self._pool, self._answer_seconds = pool, pool.answer_seconds
        self._process: SpawnProcess | None = None
        self.replaced = 0
        threading.Thread(target=self._run, name="bot", daemon=True).start()

    def kill(self) -> None:
        if process := self._process:
            process.kill()

    def _run(self) -> None:
        while not self._over:
            with self._start() as pipe:
                try:
                    _receive(pipe, self._pool.warm_up_seconds)
                    self._pool.report(self._pool.add_ready, self)
                    self._answer_all(pipe)
                except (EOFError, OSError, TimeoutError) as error:
                    self._give_up(str(error) or type(error).__name__)
        if self.plain and (process := self._process):
            self._process = None
            process.kill()
            process.join()

    @property
    def _over(self) -> bool:
        return self._pool.closing.is_set() or (self.plain and self._pool.compiled)

    def _start(self) -> Connection:
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        target = (theirs, None if self.plain else self._pool.warm_up)
        process = context.Process(target=_think, args=target, name="elfer-bot", daemon=True)
        process.start()
        self._process = process  # only now it can be killed
        if self._pool.closing.is_set():
            process.kill()
        theirs.close()
        return pipe

    def _answer_all(self, pipe: Connection) -> None:
        while isinstance(pending := self._next(), PendingQuestion):
            if pending.answer.done():  # cancelled or too late
                continue
            try:
                pipe.send((pending.question, pending.bot, pending.observation))
                answer = _receive(pipe, self._answer_seconds)
            except (EOFError, OSError, TimeoutError) as error:
                self._pool.report(self._pool.remove_ready, self)
                self._pool.report(_settle, pending.answer, NoAnswer(str(error)))
                raise
            self._pool.report(_settle, pending.answer, answer)

    def _next(self) -> PendingQuestion | tuple[bool, int]:
        """The next question, or `LAST`."""
        while self.plain and not self._over:
            with contextlib.suppress(Empty):
                pending = self._pool.questions.get(timeout=PLAIN_TICK_SECONDS)
                if not self._over:
                    return pending
                self._pool.questions.put(pending)  # for a compiled process
        if self.plain:
            self._pool.report(self._pool.remove_ready, self)
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
    """End this process when the server ends, even while it compiles."""
    server = parent_process()
    assert server
    server.join()
    os._exit(0)


def _think(pipe: Connection, warm_up: Callable[[], object] | None) -> None:
    """The process: warm up, or run everything uncompiled; then answer until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    if warm_up:
        warm_up()
    else:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        pipe.send("ready")
        while True:
            question, bot, observation = pipe.recv()
            try:
                answer: object = getattr(bot, question)(observation)
            except Exception as error:  # a bot's fault must not end a match
                answer = RuntimeError(f"{type(error).__name__}: {error}")
            pipe.send(answer)
    except (EOFError, OSError):
        return
