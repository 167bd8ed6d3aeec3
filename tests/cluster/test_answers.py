"""Forty people at one node whose tables another node has: whatever befalls that one, all are answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.cluster.chaos import PostgresRows
from tests.cluster.cluster import Node, cluster
from tests.server.crash import LIMIT, Player, Told, check_moves
from tests.server.people import new_key, person
from tests.server.programs import Stay, needs_node, runs

TABLES = 20
MOVES = 3
"""How many moves everybody makes before the trouble, and after it."""


async def dies(owner: Node) -> None:
    owner.kill()


async def freezes(owner: Node) -> None:
    """Stand still for so long that it is taken for dead, and wake up."""
    owner.freeze()
    await asyncio.sleep(7)
    owner.wake()


async def drains(owner: Node) -> None:
    assert await asyncio.to_thread(owner.stop) == 0


async def founded(owner: Node, other: Node, number: int, told: Told) -> list[Player]:
    """A table for two at one node, and its people at another one."""
    keys = (new_key(), new_key())
    async with person(owner, keys[0]) as ada, person(owner, keys[1]) as ben:
        table = await ada.creates("duel", 2, options={"to_the_end": True})
        await ben.enters(table)
        await ben.say("sit", seat=1, name="Ben")
        await ada.say("start")
        return [Player(other, table, key, random.Random(number), told) for key in keys]


async def moved(players: list[Player]) -> None:
    """Wait until everybody has made some more moves, or has no more to make."""
    before = {player: len(player.confirmed) for player in players}
    async with asyncio.timeout(LIMIT):
        while any(not p.over and len(p.confirmed) < before[p] + MOVES for p in players):
            await asyncio.sleep(0.05)


async def play(owner: Node, other: Node, trouble: Callable[[Node], Awaitable[None]]) -> list[Player]:
    told: Told = {}
    tables = await asyncio.gather(*(founded(owner, other, number, told) for number in range(TABLES)))
    players = [player for table in tables for player in table]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        await moved(players)
        await trouble(owner)
        await moved(players)
        for player in players:
            player.rests = True
        async with asyncio.timeout(LIMIT):
            while not all(player.settled for player in players):
                await asyncio.sleep(0.05)
    finally:
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    assert not [one for one in ended if isinstance(one, Exception)]
    return players


@pytest.mark.parametrize("trouble", [dies, freezes, drains])
def test_every_command_is_answered_once_and_nobody_is_stuck(
    tmp_path: Path, database: str, trouble: Callable[[Node], Awaitable[None]]
) -> None:
    """On the socket that everybody had before, which the page's own node keeps open."""
    with cluster(tmp_path, database, 2) as (owner, other):
        players = asyncio.run(play(owner, other, trouble))
        assert other.stop() == 0
    assert {player.again for player in players} == {0}
    assert all(player.entered > 1 or player.over for player in players)
    rows = PostgresRows(database)
    for player in players:
        check_moves(player, rows)
    assert '"level":"error"' not in other.logged()


@needs_node
def test_programs_play_on_when_the_node_that_has_their_table_stands_still(
    tmp_path: Path, database: str
) -> None:
    """`elfer join`, and the client of the protocol's document."""

    async def story(owner: Node, other: Node) -> None:
        async with person(owner) as ada:
            table = await ada.creates("highest", 3, programs=True)
            stay = Stay(other.address, table)
            await ada.until(lambda p: p.table["chairs"][1]["program"], "for elfer join")
            client = asyncio.create_task(asyncio.to_thread(runs, f"http://{other.address}/t/{table}"))
            await ada.until(lambda p: p.table["chairs"][2]["program"], "for the client")
            await ada.say("start")
        player = Player(other, table, ada.key, random.Random(1), {})
        playing = asyncio.create_task(player.play())
        async with asyncio.timeout(LIMIT):
            while player.at < 5:
                await asyncio.sleep(0.01)
            owner.freeze()
            await playing
            assert (await client).startswith("Won by seat ")
        assert stay.refused is None
        assert stay.told == []
        assert player.entered > 1

    with cluster(tmp_path, database, 2) as (owner, other):
        asyncio.run(story(owner, other))
