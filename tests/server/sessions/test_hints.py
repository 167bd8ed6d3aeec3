"""Hints: what a seat is told of its moves, one at a time, while all else goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from elfer.bots import Bot, Observation
from elfer.server.bots.backend import NoAnswer, Question
from elfer.server.lobby import Lobby
from elfer.server.sessions.hints import MAX_HINTS_AT_ONCE
from tests.server.indoors import BalkyStore, InlineBots, SlowBots, begin, guest, within


def test_hints_where_the_table_allows_them() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("guess", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            hint = await ada.say("hint")
            assert {entry["move"] for entry in hint["moves"]} == set(ada.moves)
            assert all(0 <= entry["win"] <= 1 for entry in hint["moves"])
            await ada.creates("guess", 2, bots=["easy"], hints=False, start=True)
            assert await ada.refused("hint") == "no_hints"

    within(story)


def test_a_bot_that_has_no_answer_gives_no_hint() -> None:
    class Silent(InlineBots):
        async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
            raise NoAnswer

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("guess", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            assert await ada.refused("hint") == "no_thought"

    within(story, bots=Silent())


def test_while_a_bot_thinks_about_a_hint_other_commands_are_carried_out() -> None:
    bots = SlowBots()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            hint = asyncio.create_task(ada.say("hint"))
            await asyncio.sleep(0)
            assert await ada.refused("hint") == "too_fast"
            assert (await ada.say("ping"))["is"] == "done"
            bots.may_answer.set()
            assert [entry["move"] for entry in (await hint)["moves"]] == ["reveal"]

    within(story, bots=bots)


def test_a_seat_has_one_hint_at_a_time_on_however_many_devices() -> None:
    bots = SlowBots()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await begin(ada, ben, "duel")
            async with guest(lobby, ada.key) as elsewhere:
                await elsewhere.enters(table)
                first = asyncio.create_task(elsewhere.say("hint"))
                await asyncio.sleep(0)
                assert await ada.refused("hint") == "too_fast"
                other = asyncio.create_task(ben.say("hint"))  # another seat
                await asyncio.sleep(0)
                first.cancel()
            again = asyncio.create_task(ada.say("hint"))  # the device is gone, and its hint with it
            bots.may_answer.set()
            assert (await other)["moves"]
            assert (await again)["moves"]

    within(story, bots=bots)


def test_a_hint_while_a_move_is_being_saved_is_about_what_was_there_before() -> None:
    store = BalkyStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "guess")
            mover = ada if ada.moves else ben
            before = set(mover.moves)
            store.open.clear()
            move = asyncio.create_task(mover.plays())
            await asyncio.sleep(1)
            async with guest(lobby, mover.key) as elsewhere:  # the same seat on another device
                await elsewhere.enters(mover.table["id"])
                assert (elsewhere.at, set(elsewhere.moves)) == (0, before)
                hint = await elsewhere.say("hint")
                assert {entry["move"] for entry in hint["moves"]} == before
                store.open.set()
                assert await move == 1
                await elsewhere.until(lambda p: p.at == 1)

    within(story, store)


@pytest.mark.usefixtures("at_once")
def test_an_address_gets_only_so_many_hints() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address="198.51.100.1") as eve:
            for one in (ada, eve):
                await one.creates("guess", 2, bots=["easy"], start=True)
                await one.until(lambda p: p.moves)
            for _ in range(MAX_HINTS_AT_ONCE):
                await ada.say("hint")
            assert await ada.refused("hint") == "too_fast"
            assert (await eve.say("hint"))["is"] == "hint"

    within(story)
