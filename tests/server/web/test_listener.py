"""Where other nodes bring pages: nothing that is heard there is broken off, whoever goes."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.indoors import BalkyStore
from tests.server.web.piping import piped, settled, two_nodes, visitor


@pytest.mark.parametrize("dies", [False, True])
def test_what_is_being_saved_when_its_page_or_its_node_goes_is_played(dies: bool) -> None:
    """Nobody else is put out."""

    async def story() -> None:
        store = BalkyStore()
        async with two_nodes(store) as (owner, other, listener), visitor(owner) as ada:
            table = await ada.creates("duel", 2)
            async with visitor(other) as ben:
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                await ada.say("start")
                store.open.clear()
                asked = asyncio.create_task(ben.say("play", move="reveal", at=0))
                await settled(lambda: listener.answering)
                asked.cancel()
                if dies:
                    next(iter(listener.ends)).hang_up()
            async with visitor(other) as cleo:
                await cleo.enters(table)  # by then the owner has heard that Ben is gone
            assert ada.at == 0
            store.open.set()
            await settled(lambda: ada.at == 1)
            assert not any(news["is"] == "out" for news in ada.heard)
            await settled(lambda: not owner.rooms[table].present - {0})

    asyncio.run(story())


def test_others_have_a_turn_after_each_of_many_commands() -> None:
    async def story() -> None:
        async with piped() as both:
            both.carried.heard()
            said = list[int]()
            for number in range(20):
                both.page.hear(f'{{"do": "ping", "id": "{number}"}}')
            while both.page.answering or not said:
                said.append(both.page._commands.qsize())
                await asyncio.sleep(0)
            assert set(said) >= set(range(20))

    asyncio.run(story())


def test_a_node_that_brings_pages_and_falls_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("way", "listener"):
        monkeypatch.setattr(f"elfer.server.web.{module}.QUIET_SECONDS", 0.05)

    async def story() -> None:
        async with piped() as both:
            assert both.pipes._timer
            assert both.far._transport
            both.pipes._timer.cancel()  # so it asks nothing itself
            heard = both.near.heard
            await settled(lambda: both.near.heard > heard)  # asked, and answered
            both.far._transport.pause_reading()
            monkeypatch.setattr("elfer.server.web.way.DEAD_SECONDS", 0.2)
            await settled(lambda: both.near.gone and not both.near.pages)

    asyncio.run(story())
