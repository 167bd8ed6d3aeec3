"""Who is away, who dawdles, and what the table does by itself."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from elfer.bots import Bot, Observation
from elfer.core.game import TABLE
from elfer.server.bots.backend import NoAnswer, Question
from elfer.server.lobby import Lobby
from elfer.server.tables.clock import SPEED
from elfer.server.tables.live_table import GRACE_SHARE, REMATCH_SECONDS
from tests.server.indoors import (
    BalkyStore,
    InlineBots,
    SlowBots,
    TimedStore,
    begin,
    guest,
    now,
    sit_down,
    within,
)
from tests.server.people import Person


async def moved_on(someone: Person, at: int) -> None:
    await someone.until(lambda p: p.at > at)


class NotingBots(SlowBots):
    """Bots that note the questions they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        self.asked.append(question)
        return await super().ask(question, bot, observation)


async def others_turn(ada: Person) -> None:
    """Ada plays until it is no longer her turn."""
    while ada.update["awaited"] == [0]:
        await ada.tries("end" if "end" in ada.moves else ada.moves[0])


def test_after_a_while_a_bot_plays_for_who_is_away_until_that_one_returns() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            async with guest(lobby) as ben:
                table, key = await begin(ada, ben), ben.key
            left = now()
            await ada.until(lambda p: not p.table["chairs"][1]["here"])
            told, gone = ada.table["chairs"][1]["wait"], now() - left
            assert told == pytest.approx(1000 * (lobby.settings.grace - gone), abs=1)
            assert ada.table["chairs"][0]["wait"] is None
            await ada.until(lambda p: p.table["chairs"][1]["stand_in"])
            assert ada.table["chairs"][1]["wait"] is None
            assert now() - left == pytest.approx(lobby.settings.grace)
            before = ada.at
            for _ in range(2):
                await others_turn(ada)
                await ada.until(lambda p: 0 in p.update["awaited"])
            assert ada.at > before
            async with guest(lobby, key) as again:
                await again.enters(table, at=before)
                assert again.seat == 1
                assert again.update["events"]
                await ada.until(
                    lambda p: p.table["chairs"][1]["here"] and not p.table["chairs"][1]["stand_in"]
                )
                await others_turn(ada)
                still = ada.at
                await asyncio.sleep(2 * lobby.settings.grace)
                assert ada.at == still
                await again.until(lambda p: p.moves)
                await again.plays()

    within(story)


@pytest.mark.parametrize("pace", GRACE_SHARE)
def test_at_a_quicker_pace_who_is_away_is_waited_for_less(pace: str) -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            async with guest(lobby) as ben:
                await sit_down(ada, ben, "junior", pace=pace)
            left = now()
            await ada.until(lambda p: p.table["chairs"][1]["stand_in"])
            assert now() - left == pytest.approx(GRACE_SHARE[pace] * lobby.settings.grace)

    within(story)


def test_the_role_of_a_host_who_stays_away_passes_on() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ben:
            async with guest(lobby) as ada:
                await sit_down(ada, ben, "junior")
                assert await ben.refused("start") == "not_host"
            await ben.until(lambda p: p.table["host"] == 1)
            await ben.say("start")

    within(story)


def test_a_table_no_person_is_connected_to_stands_still() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table, key = await ada.creates("junior", 3, bots=["easy", "easy"], start=True), ada.key
            room = lobby.rooms[table]
            await ada.until(lambda p: p.update)
            while ada.update["awaited"] == [0]:
                await ada.plays()
        at = room.at
        assert room.match
        assert 0 not in room.match.awaited
        await asyncio.sleep(lobby.settings.unload / 2)
        assert (room.at, room.lock.abandoned) == (at, False)
        async with guest(lobby, key) as again:
            await again.enters(table)
            await again.until(lambda p: p.at > at)

    within(story, pause=1)


def test_when_a_turns_time_is_over_the_server_plays_for_the_seat() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("junior", 2, bots=["easy"], pace="quick", start=True)
            await ada.until(lambda p: p.update and p.update["awaited"] == [0])
            at, since = ada.at, now()
            assert ada.update["wait"] == 1000 * lobby.settings.quick
            await ada.until(lambda p: p.at > at)
            assert now() - since == pytest.approx(lobby.settings.quick)
            await ada.until(lambda p: p.update["result"], "for a match that plays itself")

    within(story)


def test_without_a_pace_the_host_hands_an_idle_seat_to_a_bot_until_it_moves() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben)
            await others_turn(ada)
            at = ada.at
            await asyncio.sleep(60)
            assert ada.at == at
            assert await ben.refused("substitute", seat=0) == "not_host"
            await ada.say("substitute", seat=1)
            await ada.until(lambda p: p.at > at)
            assert ada.table["chairs"][1]["stand_in"]
            await others_turn(ada)
            with_bot = ada.at
            await ada.until(lambda p: p.at > with_bot)
            await ada.say("leave")
            await ben.until(lambda p: p.moves)
            await ben.tries(ben.moves[0])

    within(story)


def test_a_match_that_has_become_too_long_is_broken_off_and_its_rounds_count() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel", rounds=3)
            while ada.at < 30:
                at = ada.at
                if TABLE in ada.update["awaited"]:
                    await ada.say("ready")
                    await ben.say("ready")
                else:
                    await ada.tries("reveal")
                await moved_on(ada, at)
            await ada.until(lambda p: p.update["result"])
            assert (ada.at, ada.update["result"]["reason"]) == (31, "stopped")
            assert sum(ada.update["result"]["points"]) == sum(ada.update["totals"])
            assert (await ada.say("record"))["text"].rstrip().splitlines()[-2] == "table: stop"
            assert (await ada.say("replay", first=31))["frames"][-1]["move"] == "stop"
            await ada.say("ready")
            await ada.until(lambda p: p.table["match"] == 2 and not p.update["result"])
            await asyncio.sleep(1)
            assert not ada.update["result"], "the moves of the first match count in the second"

    within(story, moves=30)


def test_the_next_round_begins_after_a_while_though_nobody_is_ready() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("junior", 2, bots=["easy"], pace="quick", rounds=2, start=True)
            await ada.until(lambda p: p.update and p.update["awaited"] == [TABLE])
            ended = now()
            await ada.until(lambda p: p.update["round"] == 1)
            assert now() - ended == pytest.approx(lobby.settings.round_pause)

    within(story)


def test_another_match_begins_a_while_after_the_first_who_wants_it() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            while not ada.update["result"]:
                await ada.plays()
            await asyncio.sleep(10 * REMATCH_SECONDS)
            assert await ada.refused("substitute", seat=1) == "no_match"
            await ada.say("ready")
            since = now()
            await ada.until(lambda p: p.table["match"] == 2)
            assert now() - since == pytest.approx(REMATCH_SECONDS)

    within(story)


def test_no_match_begins_when_the_only_person_who_wanted_it_has_left() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ben:
            async with guest(lobby) as ada:
                await begin(ada, ben, "duel")
                while not ada.update["result"]:
                    await ada.plays()
                await ada.say("ready")
                await asyncio.sleep(REMATCH_SECONDS / 2)
            await asyncio.sleep(10 * REMATCH_SECONDS)
            assert ben.table["match"] == 1

    within(story)


def test_a_bot_is_asked_once_per_position_however_many_pages_come_and_go() -> None:
    bots = NotingBots()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("junior", 2, bots=["easy"], start=True)
            await others_turn(ada)
            for _ in range(5):
                async with guest(lobby, ada.key) as again:
                    await again.enters(table)
            assert sorted(bots.asked) == ["decide", "react"]
            bots.may_answer.set()
            await ada.until(lambda p: 0 in p.update["awaited"] or p.update["result"])
            assert ada.at > 0

    within(story, bots=bots)


@pytest.mark.parametrize("speed", SPEED)
def test_bots_are_as_quick_as_the_host_wants_also_during_a_match(speed: str) -> None:
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("junior", 4, bots=["easy"] * 3, start=True, speed="slow")
            await cleo.enters(table)
            assert await cleo.refused("speed", speed=speed) == "not_host"
            await ada.until(lambda p: p.update)
            await ada.say("speed", speed=speed)
            await ada.until(lambda p: p.table["setup"]["speed"] == speed)
            for _ in range(3):
                await others_turn(ada)
                await ada.until(lambda p: 0 in p.update["awaited"] or p.update["result"])
        pauses = [b[0] - a[0] for a, b in pairwise(store.made) if b[1] > 0]
        assert pauses
        assert pauses == pytest.approx([SPEED[speed]] * len(pauses), abs=0.01)

    within(story, store, pause=1)


CHOICES, ONLY_MOVES = (0.01, 0.12, 0.27, 0.05), 0.001
"""The seconds that a bot with a choice takes, one time after the other, and one without."""


class PonderingBots(InlineBots):
    """Bots that take their time where there is something to decide."""

    def __init__(self) -> None:
        self.asked: list[bool] = []
        """For each move, whether there was a choice."""

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        answer = await super().ask(question, bot, observation)
        if question == "decide":
            choice = len(observation.moves) > 1
            await asyncio.sleep(CHOICES[sum(self.asked) % len(CHOICES)] if choice else ONLY_MOVES)
            self.asked.append(choice)
        return answer


@pytest.mark.parametrize("speed", ["instant", "fast"])
def test_how_long_a_bot_takes_does_not_tell_whether_it_had_a_choice(speed: str) -> None:
    """An only move comes in the same steps of time as choices do, and takes as long as the last choice."""
    store, bots = TimedStore(), PonderingBots()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2, bots=["expert"], start=True, speed=speed)
            await ada.until(lambda p: p.update)
            await ada.plays_on()
        taken = [b[0] - a[0] for a, b in pairwise([(0.0, 0, ""), *store.made]) if b[1] == 1]
        taken, asked = (taken[1:], bots.asked[1:]) if store.made[0][1] == 1 else (taken, bots.asked)
        assert len(taken) == len(asked)
        step, pause = SPEED["instant"], SPEED[speed]
        assert {round(time, 6) for time in taken} <= {round(max(pause, n * step), 6) for n in range(1, 4)}
        after = [
            time == pytest.approx(before)
            for (before, _), (time, own) in pairwise(zip(taken, asked, strict=True))
            if not own
        ]
        assert after
        assert all(after)

    within(story, store, bots, pause=1)


def test_where_no_bot_answers_a_simple_one_moves() -> None:
    class Silent(InlineBots):
        async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
            raise NoAnswer

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("guess", 2, bots=["expert"], start=True)
            await ada.until(lambda p: p.update)
            await ada.plays_on()

    within(story, bots=Silent())


def test_a_clock_that_looks_while_a_move_is_being_saved_plays_nothing_twice() -> None:
    """Ada's time runs out while her move is on its way to the disk."""
    store = BalkyStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("junior", 2, bots=["easy"], pace="quick", start=True)
            await ada.until(lambda p: p.update and p.update["awaited"] == [0])
            at, room = ada.at, lobby.rooms[table]
            store.open.clear()
            move = asyncio.create_task(ada.plays())
            await asyncio.sleep(3 * lobby.settings.quick)
            assert room.at == at
            store.open.set()
            assert await move == at + 1
            assert room.match
            assert room.match.history[at].seat == 0

    within(story, store)
