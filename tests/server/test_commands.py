"""Commands that are sent again are answered again; whoever sits there later may use their ids for others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from elfer.core.refusals import Refused
from elfer.server.commands import Commands
from elfer.server.store import Played
from tests.server.people import Person, Server, person, serving


def test_what_is_sent_again_is_known_and_another_move_under_its_id_is_refused() -> None:
    commands = Commands(2, (Played(7, 0, "R11", "c1·2"), Played(8, 1, "R12")), (Played(5, 0, "R11", "c1"),))
    assert commands.number(0, "R11", "c1", 6) == 7
    assert commands.number(0, "R11", "c1", 4) == 7
    assert commands.number(1, "R11", "c1", 6) is commands.number(0, "R11", "c2", 6) is None
    for move, at in (("R12", 6), ("R11", 7)):
        with pytest.raises(Refused, check=lambda refused: refused.code == "command_used"):
            commands.number(0, move, "c1", at)
    later = commands.next()
    assert later.number(0, "R11", "c1", 6) == 7  # the match has ended with it
    assert later.number(0, "R11", "c1", 8) is later.next().number(0, "R11", "c1", 6) is None
    assert [Commands(1).text("c1"), later.text("c1"), later.text(None)] == ["c1", "c1·3", None]


def test_who_sits_there_later_may_count_from_the_beginning_too(tmp_path: Path) -> None:
    """Also after a crash, and where an earlier version has kept the ids of a later match as they were."""
    with serving(tmp_path / "data") as server:
        asyncio.run(two_matches(server))


async def two_matches(server: Server) -> None:
    async with person(server) as ada, person(server) as ben, person(server) as cleo:
        table = await ada.creates("duel", 2)
        last = await whole_match(ada, ben, table)
        await ben.say("leave")
        await cleo.enters(table)
        await cleo.say("sit", seat=1, name="Cleo")
        await ada.say("start")
        await cleo.until(lambda p: p.update and p.at == last["at"] + 1, "for the deal")
        first: dict[str, Any] = {"id": "c1", "move": "reveal", "at": cleo.at}
        assert (await cleo.say("play", **first))["at"] == cleo.at == last["at"] + 2
        assert await cleo.refused("play", **{**first, "at": cleo.at}) == "command_used"
        assert await cleo.refused("play", **{**first, "id": "new", "at": last["at"]}) == "stale"
        old = {**first, "id": "old", "at": cleo.at}
        await cleo.say("play", **old)
        again = [(cleo, first), (cleo, old), (ada, last)]
        for who, command in again:
            assert (await who.say("play", **command))["at"] == command["at"] + 1
    server.kill()
    assert server.write("UPDATE moves SET command = 'old' WHERE command = 'old·2'") == 1
    server.start()
    async with person(server, ada.key) as ada, person(server, cleo.key) as cleo:
        for who, command in ((cleo, first), (cleo, old), (ada, last)):
            await who.enters(table)
            assert (await who.say("play", **command))["at"] == command["at"] + 1
        assert ada.at == last["at"] + 3
        assert await cleo.refused("play", **{**old, "at": cleo.at}) == "command_used"
        await cleo.plays("reveal")


async def whole_match(ada: Person, ben: Person, table: str) -> dict[str, Any]:
    """A match in which Ben counts his commands, and Ada plays the last move; what she has sent."""
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    await ben.until(lambda p: p.update, "for the deal")
    while ben.update["view"]["stacks"][0] > 1:
        await ben.say("play", id=f"c{ben.at + 1}", move="reveal", at=ben.at)
    sent = {"id": "last", "move": "reveal", "at": ben.at}
    await ada.say("play", **sent)
    await ben.until(lambda p: p.update["result"], "for the end")
    return sent
