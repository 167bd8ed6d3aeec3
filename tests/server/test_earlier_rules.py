"""A match that began under an earlier version of its game's rules goes on by them; the next one does not."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import elfer
from tests.rules import rule
from tests.server.people import Person, new_key, person, serving

MOVES = 10
"""After this number of moves the match is broken off."""


async def begun(data: Path, keys: tuple[str, str]) -> str:
    """A table of *connect* whose first card lies in the middle."""
    with serving(data) as server:
        async with person(server, keys[0]) as ada, person(server, keys[1]) as ben:
            table = await ada.creates("connect", 2)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            await ada.say("start")
            await ada.until(lambda p: "reveal" in p.moves)
            await ada.plays("reveal")
            await ada.until(lambda p: "middle" in p.moves)
            await ada.plays("middle")
    return table


def made_older(data: Path) -> None:
    """Let the match be one of version 2."""
    with closing(sqlite3.connect(data / "elfer.db")) as database, database:
        database.execute("UPDATE matches SET opening = replace(opening, '[Version 3]', '[Version 2]')")


async def plays_on(ada: Person, ben: Person) -> None:
    """Each plays what there is to play, until the match is broken off."""
    while ada.at < MOVES:
        mover = ada if ada.update["awaited"] == [0] else ben
        at = mover.at
        await mover.tries(next(move for move in mover.moves[::-1] if move != "stopp"))
        for one in (ada, ben):
            await moved_on(one, at)
    await ada.until(lambda p: p.update["result"])


async def moved_on(one: Person, at: int) -> None:
    await one.until(lambda p: p.at > at)


@rule("CON-7")
def test_a_table_of_the_version_before_goes_on_by_its_own_rules(tmp_path: Path) -> None:
    data, keys = tmp_path / "data", (new_key(), new_key())

    async def story() -> None:
        table = await begun(data, keys)
        made_older(data)
        with serving(data, "--moves", str(MOVES)) as server:
            async with person(server, keys[0]) as ada, person(server, keys[1]) as ben:
                for one in (ada, ben):
                    await one.enters(table)
                    await one.until(lambda p: p.update)
                await ben.plays("stopp")
                await ben.until(lambda p: p.update["view"]["stacks"] == [40, 39], "for the caller to pay")
                await plays_on(ada, ben)
                record = (await ada.say("record"))["text"]
                assert "[Version 2]" in record
                assert elfer.replay(record).result == elfer.Result((0, 0), (), (1, 1), "broken_off")
                for one in (ada, ben):
                    await one.say("ready")
                await ada.until(lambda p: p.table["match"] == 2)
                first, second = server.rows("SELECT opening FROM matches ORDER BY number")
                assert "[Version 2]" in first[0]
                assert "[Version 3]" in second[0]

    asyncio.run(story())
