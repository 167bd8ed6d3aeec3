"""Bots where there is one thread for everything: they think one after the other, and frames go between."""

from __future__ import annotations

import asyncio
from typing import Any

from elfer.bots import Bot, Observation
from elfer.server.bots import NoAnswer, Question


class Thoughts:
    """Bots that think right here."""

    replaced = 0

    def __init__(self) -> None:
        self.waiting = 0
        self._turn = asyncio.Lock()

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        """The answer of a bot's method of this name; `NoAnswer` if there is none."""
        self.waiting += 1
        try:
            async with self._turn:
                await asyncio.sleep(0)  # what has arrived meanwhile goes first
                return getattr(bot, question)(observation)
        except Exception as error:  # whatever a bot does wrong must not cost a table its game
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        finally:
            self.waiting -= 1
