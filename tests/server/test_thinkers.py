"""Processes that think for bots, and what happens when they do not."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import elfer
from elfer.bots import Bot, Observation
from elfer.server.bot_pool import NoThought, Thinkers


class Sleepy(Bot):
    """A bot that never comes to an end."""

    def decide(self, observation: Observation) -> str:
        time.sleep(3600)
        return "never"


class Deadly(Bot):
    """A bot that takes its process with it."""

    def decide(self, observation: Observation) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "never"


class Wrong(Bot):
    """A bot with a mistake in it."""

    def decide(self, observation: Observation) -> str:
        raise ZeroDivisionError


def sight() -> tuple[Bot, Observation]:
    match, bot = elfer.start("guess", seats=2, seed=1), elfer.bot("hard", seed=1)
    return bot, bot.observe(match, 0)


async def answered(thinkers: Thinkers) -> str:
    """The answer of a sound bot, asked until the process is ready."""
    bot, seen = sight()
    for _ in range(1200):
        try:
            return str(await thinkers.ask("decide", bot, seen))
        except NoThought:
            await asyncio.sleep(0.1)
    raise AssertionError("no answer in two minutes")


def with_thinkers(story: Callable[[Thinkers], Coroutine[Any, Any, None]], deadline: float = 60) -> None:
    async def run() -> None:
        thinkers = Thinkers(1, deadline)
        try:
            await asyncio.wait_for(story(thinkers), 240)
        finally:
            thinkers.close()

    asyncio.run(run())


def test_a_thought_is_the_bots_own() -> None:
    async def story(thinkers: Thinkers) -> None:
        bot, seen = sight()
        assert await answered(thinkers) == bot.decide(seen)
        assert await thinkers.ask("weigh", bot, seen) == bot.weigh(seen)
        assert await thinkers.ask("react", bot, seen) is None

    with_thinkers(story)


@pytest.mark.parametrize("kind", [Sleepy, Deadly, Wrong])
def test_whoever_does_not_answer_costs_nobody_else_anything(kind: type[Bot]) -> None:
    async def story(thinkers: Thinkers) -> None:
        await answered(thinkers)
        with pytest.raises(NoThought):
            await thinkers.ask("decide", kind("hard", 1), sight()[1])
        assert await answered(thinkers)
        assert thinkers.replaced == (0 if kind is Wrong else 1)

    with_thinkers(story, deadline=2 if kind is Sleepy else 60)
