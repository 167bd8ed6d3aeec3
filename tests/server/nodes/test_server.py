"""The server for forwarded pages: no command is cancelled, even if its page or node is gone."""

from __future__ import annotations

import asyncio

import pytest

from elfer.server.nodes.connection import SOCKET_OPTIONS
from tests.server.indoors import BalkyStore
from tests.server.nodes.forwarding import forwarded, settled, two_nodes, visitor


@pytest.mark.parametrize("dies", [False, True])
def test_what_is_being_saved_when_its_page_or_its_node_goes_is_played(dies: bool) -> None:
    """Nobody else is put out."""

    async def story() -> None:
        store = BalkyStore()
        async with two_nodes(store) as (owner, other, server), visitor(owner) as ada:
            table = await ada.creates("duel", 2)
            async with visitor(other) as ben:
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                await ada.say("start")
                store.open.clear()
                asked = asyncio.create_task(ben.say("play", move="reveal", at=0))
                await settled(lambda: server.answering)
                asked.cancel()
                if dies:
                    next(iter(server.connections)).abort()
            async with visitor(other) as cleo:
                await cleo.enters(table)  # by then the owner has heard that Ben is gone
            assert ada.at == 0
            store.open.set()
            await settled(lambda: ada.at == 1)
            assert not any(news["is"] == "out" for news in ada.heard)
            await settled(lambda: not owner.rooms[table].present - {0})

    asyncio.run(story())


def test_pages_of_a_node_that_does_not_answer_pings_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = SOCKET_OPTIONS | {"ping_interval": 0.05, "ping_timeout": 0.3}
    monkeypatch.setattr("elfer.server.nodes.server.SOCKET_OPTIONS", impatient)

    async def story() -> None:
        async with forwarded() as both:
            await settled(lambda: both.accepted._socket.latency)  # pinged, and answered
            both.owner.connection._socket.transport.pause_reading()
            await settled(lambda: not both.accepted.open and not both.server.pages)

    asyncio.run(story())
