"""Processes that think for the bots, so that the server never waits for a thought.

Each process has a thread that hands it one question after the other. One that dies or does not answer in time
is replaced, and its question stays unanswered: a simple bot moves instead.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple

from elfer.bots import Bot, Observation, bot
from elfer.core.game import TABLE
from elfer.match import start

DEADLINE = 5.0
"""After so many seconds without an answer a process is given up; ten times what the slowest bot needs."""
WARM_UP = 300.0
"""How many seconds a process may take to get ready; the first time ever it compiles the engine."""
Kind = Literal["decide", "react", "weigh"]
log = logging.getLogger("elfer.thinkers")


class NoThought(Exception):
    """There is no answer."""


class Question(NamedTuple):
    """What a bot is asked, and who waits for it."""

    kind: Kind
    bot: Bot
    observation: Observation
    answer: asyncio.Future[Any]


class Thinkers:
    """A few processes that answer questions in the order they come."""

    def __init__(self, count: int, deadline: float = DEADLINE) -> None:
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._deadline = deadline
        self._workers = [Worker(self._questions, self._loop, deadline) for _ in range(count)]
        self.waiting = self._questions.qsize

    async def ask(self, kind: Kind, bot: Bot, observation: Observation) -> Any:
        """The answer of a bot's method of this name; `NoThought` if there is none."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._questions.put(Question(kind, bot, observation, answer))
        return await answer

    @property
    def replaced(self) -> int:
        """How many processes died or were given up."""
        return sum(worker.replaced for worker in self._workers)

    def close(self) -> None:
        for worker in self._workers:
            worker.closing = True
            self._questions.put(None)
        for worker in self._workers:
            worker.kill()


class Worker:
    """One process and its thread."""

    def __init__(
        self, questions: SimpleQueue[Question | None], loop: asyncio.AbstractEventLoop, deadline: float
    ) -> None:
        self._questions, self._loop, self._deadline = questions, loop, deadline
        self._process: Any = None
        self._pipe: Connection | None = None
        self._warm = False
        self.replaced = 0
        self.closing = False
        threading.Thread(target=self._run, name="thinker", daemon=True).start()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        self._spawn()
        while (question := self._questions.get()) is not None:
            if question.answer.cancelled():
                continue
            try:
                outcome: Any = self._answer(question)
            except (EOFError, OSError, TimeoutError) as error:
                outcome = NoThought(str(error) or type(error).__name__)
                if self.closing:
                    return
                if self._warm or not self._process.is_alive():
                    self._replace(outcome)
            self._loop.call_soon_threadsafe(_settle, question.answer, outcome)

    def _answer(self, question: Question) -> Any:
        assert self._pipe is not None
        if not self._warm:
            self._warm = self._pipe.poll(0) and self._pipe.recv() == "warm"
            if not self._warm:
                raise TimeoutError("still getting ready")
        self._pipe.send(question[:3])
        if not self._pipe.poll(self._deadline):
            raise TimeoutError("too slow")
        return self._pipe.recv()

    def _replace(self, why: NoThought) -> None:
        log.warning("a bot's process was replaced", extra={"why": str(why)})
        self._process.kill()
        self._process.join()
        self.replaced += 1
        self._spawn()

    def _spawn(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_think, args=(theirs,), name="elfer-bot", daemon=True)
        self._process.start()
        theirs.close()
        self._warm = False


def _settle(answer: asyncio.Future[Any], outcome: Any) -> None:
    if answer.done():
        return
    if isinstance(outcome, Exception):
        answer.set_exception(NoThought(str(outcome)))
    else:
        answer.set_result(outcome)


def _think(pipe: Connection) -> None:
    """What a process does: get ready, then answer until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    try:
        pipe.send("warm")
        while True:
            kind, asked, observation = pipe.recv()
            try:
                answer: Any = getattr(asked, kind)(observation)
            except Exception as error:  # whatever a bot does wrong must not cost a table its game
                answer = RuntimeError(f"{type(error).__name__}: {error}")
            pipe.send(answer)
    except (EOFError, OSError):
        return


def warm_up() -> None:
    """Compile what the first thought would have to wait for, or load it where it was compiled before."""
    for seats in (2, 3):
        match, expert = start("classic", seats=seats, seed=1), bot("expert", seed=1)
        while not match.over and match.steps < 12:
            seat = match.actors[0]
            match.play(seat, match.moves(TABLE)[0] if seat == TABLE else expert.choose(match, seat))
