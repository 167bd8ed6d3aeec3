"""The time for a turn: it runs while the own cards are shown, and every wait has an end."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from elfer.games.snap.rules import COUNTDOWN_MS, WINDOW_MS
from elfer.server.lobby import Lobby
from elfer.server.tables.live_table import CURTAIN_SECONDS
from tests.rules import rule
from tests.server.indoors import Guest, TimedStore, begin, guest, now, within

QUICK: dict[str, Any] = {"pace": "quick", "people": ["Ben"]}


async def joins(cleo: Guest, ada: Guest, seat: int = 2) -> None:
    """Ada and Ben, who share a device, play with Cleo, who has her own."""
    await cleo.enters(await ada.creates("guess", 3, **QUICK))
    await cleo.say("sit", seat=seat, name="Cleo")
    await ada.say("start")
    await cleo.until(lambda page: page.update, "for the deal")


def waits(*pages: Guest) -> list[Any]:
    """How many seconds are left, as each page was told."""
    told = [page.update["wait"] for page in pages]
    return [None if wait is None else pytest.approx(wait / 1000, abs=0.01) for wait in told]


def test_time_begins_when_somebody_has_taken_the_device() -> None:
    async def story(lobby: Lobby) -> None:
        quick = lobby.settings.quick
        async with guest(lobby) as ada, guest(lobby) as cleo:
            await joins(cleo, ada)
            assert waits(ada, cleo) == [None, None]
            await asyncio.sleep(CURTAIN_SECONDS - 1)
            told = len(ada.heard)
            await ada.say("hold", seat=0)
            await cleo.until(lambda page: page.update["wait"], "for the time")
            assert [news["is"] for news in ada.heard[told:]] == ["table", "update", "done"]
            assert waits(ada, cleo) == [quick, quick]
            assert (ada.at, cleo.at, cleo.update["events"]) == (0, 0, [])
            # Once it runs, neither covering the cards, nor entering again, nor taking them again stops it.
            await asyncio.sleep(quick / 3)
            await ada.say("hold", seat=None)
            await ada.enters(ada.table["id"])
            assert waits(ada) == [2 / 3 * quick]
            await ada.say("hold", seat=0)
            await asyncio.sleep(quick / 3)
            assert ada.at == 0
            since = now()
            await ada.until(lambda page: page.at == 1, "for the end of the time")
            assert now() - since == pytest.approx(quick / 3)
            # Ben finds the cards covered then, and has all of his.
            assert (ada.table["covered"], waits(ada, cleo)) == (True, [None, None])
            await asyncio.sleep(2 * quick)
            assert ada.at == 1

    within(story)


def test_after_a_while_time_begins_though_nobody_has_come() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            await joins(cleo, ada)
            for at in (0, 1):
                dealt = now()
                await cleo.until(lambda page: page.update["wait"], "for the time")
                assert now() - dealt == pytest.approx(CURTAIN_SECONDS)
                assert waits(ada, cleo) == [lobby.settings.quick] * 2
                await cleo.hears("update", at=at + 1)
                assert now() - dealt == pytest.approx(CURTAIN_SECONDS + lobby.settings.quick)
            assert (cleo.update["awaited"], waits(cleo)) == ([2], [lobby.settings.quick])

    within(story)


def test_where_all_choose_at_once_each_device_shows_the_time_of_its_own_people() -> None:
    async def story(lobby: Lobby) -> None:
        quick = lobby.settings.quick
        async with guest(lobby) as ada, guest(lobby) as cleo, guest(lobby) as watcher:
            table = await ada.creates("highest", 3, **QUICK)
            await cleo.enters(table)
            await cleo.say("sit", seat=2, name="Cleo")
            await ada.say("start")
            await watcher.enters(table)
            assert waits(ada, cleo, watcher) == [None, quick, quick]
            await asyncio.sleep(5)
            await ada.say("hold", seat=1)
            await watcher.until(lambda page: page.update["wait"] == 1000 * (quick - 5))
            assert waits(ada, cleo) == [quick, quick - 5]
            await cleo.plays()
            await ada.until(lambda page: page.at == 1)
            assert waits(ada, cleo, watcher) == [quick] * 3  # Ben's, since he holds the device
            await asyncio.sleep(5)
            await ada.say("leave", seat=1)
            assert (ada.seat, waits(ada)) == (0, [quick])  # Ada has it for herself from now on

    within(story)


def test_a_device_shows_the_time_of_its_holder_though_another_has_less() -> None:
    async def story(lobby: Lobby) -> None:
        quick = lobby.settings.quick
        async with guest(lobby) as ada:
            await ada.creates("highest", 2, start=True, **QUICK)
            await ada.say("hold", seat=0)
            await asyncio.sleep(5)
            assert waits(ada) == [quick]
            await ada.say("hold", seat=1)
            assert waits(ada) == [quick]
            await ada.say("hold", seat=0)
            assert waits(ada) == [quick - 5]

    within(story)


def test_where_nothing_is_secret_time_runs_for_all_at_a_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("duel", 2, start=True, **QUICK)
            assert waits(ada) == [lobby.settings.quick]
            await ada.until(lambda page: page.at == 1, "for the end of the time")
            assert now() == pytest.approx(lobby.settings.quick)

    within(story)


def test_who_was_away_when_the_turn_came_has_all_the_time_for_it() -> None:
    async def story(lobby: Lobby) -> None:
        quick = lobby.settings.quick
        async with guest(lobby) as ada:
            async with guest(lobby) as ben:
                table = await begin(ada, ben, "junior", pace="quick")
            while ada.update["awaited"] == [0]:
                await ada.tries("end" if "end" in ada.moves else ada.moves[0])
            at = ada.at
            assert waits(ada) == [None]
            await asyncio.sleep(quick / 3)
            async with guest(lobby, ben.key) as again:
                await again.enters(table)
                await ada.until(lambda page: page.update["wait"], "for the time")
                assert waits(ada, again) == [quick, quick]
                await asyncio.sleep(0.9 * quick)
                assert ada.at == at

    within(story)


@rule("SNA-6", "SNA-11")
def test_the_table_waits_its_time_after_each_card_and_further_calls_do_not_delay_it() -> None:
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "snap", options={"together": True})
            await ada.until(lambda page: page.at == 2, "for the second card")
            await ada.plays("schnipp")
            await asyncio.sleep(WINDOW_MS / 1000 / 2)
            await ben.plays("schnipp")
            await ada.until(lambda page: page.at == 6, "for the third card")

    within(story, store)
    go, window = COUNTDOWN_MS / 1000, WINDOW_MS / 1000
    assert [move for _, _, move in store.made[:6]] == ["go", "go", "schnipp", "schnipp", "resolve", "go"]
    waited = [made - before for (before, *_), (made, *_) in pairwise(store.made[:6])]
    assert waited == pytest.approx([go, 0, window / 2, window / 2, go])


def test_the_next_match_begins_when_all_who_are_there_are_ready() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            while not ada.update["result"]:
                at = await ada.plays("reveal")
                await ada.until(lambda page, at=at: page.at == at)  # type: ignore[misc]
            await ada.say("ready")
            await asyncio.sleep(1)
            assert ada.table["match"] == 1
            since = now()
            await ben.say("ready")
            await ada.until(lambda page: page.table["match"] == 2)
            assert now() == since

    within(story)
