"""Bots that think where everything else happens, too."""

from __future__ import annotations

import asyncio

import pytest

import elfer
from elfer.bots import Bot
from elfer.server.bots.backend import LocalBots, NoAnswer


def test_one_thinks_after_the_other_and_what_has_arrived_goes_between() -> None:
    async def story() -> None:
        thoughts, bot, match = LocalBots(), Bot("easy", 1), elfer.start("guess", seats=2, seed=1)
        seen = bot.observe(match, match.actors[0])
        happened: list[str] = []

        async def thinks() -> None:
            assert await thoughts.ask("decide", bot, seen) in seen.moves
            happened.append("thought")

        async def arrives() -> None:
            happened.append("frame")

        asked = [asyncio.ensure_future(thinks()), asyncio.ensure_future(thinks())]
        await asyncio.sleep(0)
        assert thoughts.waiting == 2
        await asyncio.gather(arrives(), *asked)
        assert happened == ["thought", "frame", "thought"]
        assert thoughts.waiting == 0

    asyncio.run(story())


def test_a_bot_that_fails_has_no_answer() -> None:
    async def story() -> None:
        bot = Bot("easy", 1)
        with pytest.raises(NoAnswer):
            await LocalBots().ask("decide", bot, None)  # type: ignore[arg-type]

    asyncio.run(story())
