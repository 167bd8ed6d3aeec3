"""The interface to the bots' thinking, and bots that think in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Literal, Protocol

from elfer.bots import Bot, Observation

Question = Literal["decide", "react", "weigh"]
"""The method of `Bot` that answers."""


class NoAnswer(Exception):
    """No bot could answer; a simple bot moves instead."""


class BotBackend(Protocol):
    """Answers questions for bots without blocking the event loop for long."""

    @property
    def waiting(self) -> int:
        """Number of questions in the queue."""

    @property
    def replaced(self) -> int:
        """Number of processes that died or were killed."""

    def ask(self, question: Question, bot: Bot, observation: Observation) -> Awaitable[Any]:
        """The answer of the bot's method of this name, or `NoAnswer`."""


class LocalBots:
    """Bots that think in the event loop, one at a time: for a browser's worker, which has one thread."""

    replaced = 0

    def __init__(self) -> None:
        self.waiting = 0
        self._turn = asyncio.Lock()

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        self.waiting += 1
        try:
            async with self._turn:
                await asyncio.sleep(0)  # frames that have arrived go first
                return getattr(bot, question)(observation)
        except Exception as error:  # a bot's fault must not end a match
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        finally:
            self.waiting -= 1
