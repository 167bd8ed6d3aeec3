"""Resent commands are answered again; a later player of the seat may reuse their ids."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.stores.store import Played
from elfer.server.tables import seating
from elfer.server.tables.command_ids import MAX_DONE, PlayedCommands, done_command, remember, was_done
from elfer.server.tables.seating import DoneCommand
from tests.server.people import Person, Refusal, Server, person, serving


def test_what_is_sent_again_is_known_and_another_move_under_its_id_is_refused() -> None:
    commands = PlayedCommands(
        2, (Played(7, 0, "R11", "c1·2"), Played(8, 1, "R12")), (Played(5, 0, "R11", "c1"),)
    )
    assert commands.number(0, "R11", "c1", 6) == 7
    assert commands.number(0, "R11", "c1", 4) == 7
    assert commands.number(1, "R11", "c1", 6) is commands.number(0, "R11", "c2", 6) is None
    for move, at in (("R12", 6), ("R11", 7)):
        with pytest.raises(Refused, check=lambda refused: refused.code == "command_used"):
            commands.number(0, move, "c1", at)
    later = commands.next_match()
    assert later.number(0, "R11", "c1", 6) == 7  # the match has ended with it
    assert later.number(0, "R11", "c1", 8) is later.next_match().number(0, "R11", "c1", 6) is None
    assert [PlayedCommands(1).stored_id("c1"), later.stored_id("c1"), later.stored_id(None)] == [
        "c1",
        "c1·3",
        None,
    ]


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


def start(id: str, key: str = "ada") -> DoneCommand:
    return done_command(key, wire.StartMatch(id=id))


TABLE = seating.create(wire.Setup(game="classic", seats=4), "Ada", "ada", ())


def test_a_table_knows_the_commands_that_were_done_there() -> None:
    table = remember(TABLE, start("c1"))
    assert was_done(table, start("c1"))
    assert not was_done(table, start("c2"))
    assert not was_done(table, start("c1", "ben"))
    with pytest.raises(Refused, check=lambda refused: refused.code == "command_used"):
        was_done(table, done_command("ada", wire.Swap(id="c1", seat=0, other=1)))


def test_the_last_commands_of_a_seat_are_known_whatever_others_do() -> None:
    table = remember(TABLE, start("first"))
    for number in range(MAX_DONE - 1):
        table = remember(table, start(f"c{number}"))
    for number in range(10 * MAX_DONE):
        table = remember(table, start("c1", f"stranger {number}"))
    assert len(table.done) == 2 * MAX_DONE
    assert was_done(table, start("first"))
    assert not was_done(remember(table, start("one more")), start("first"))


class Evening:
    """What was said at a table, so that all of it can be said again."""

    def __init__(self, host: Person, table: str) -> None:
        self._host, self._table = host, table
        self._said: list[tuple[str, dict[str, Any]]] = []

    async def says(
        self, who: Person, do: str, *others: tuple[Person, str, dict[str, Any]], **fields: Any
    ) -> None:
        """A command is sent, *others* go on, and it is resent: the resend changes nothing."""
        command = {"do": do, "id": f"again-{len(self._said)}", **fields}
        self._said.append((who.key, command))
        await who.say(**command)
        for other, what, more in others:
            await self.says(other, what, **more)
        if who.seat is None:
            await who.insists("enter", table=self._table, key=who.key)
        before = await self.shown(self._host)
        await who.insists(**command)
        assert await self.shown(self._host) == before, command

    async def says_all_again(self, *people: Person) -> None:
        by_key = {one.key: one for one in people}
        before = await self.shown(people[0])
        for key, command in self._said:
            await by_key[key].insists(**command)
        assert await self.shown(people[0]) == before

    async def shown(self, who: Person) -> Any:
        """The table as a page sees it once all commands are done, without presence."""
        await who.insists("ping")
        chairs = [{**chair, "here": None, "wait": None} for chair in who.table["chairs"]]
        return chairs, {name: who.table[name] for name in ("setup", "host", "phase", "match")}


def test_whatever_is_sent_again_is_answered_and_not_done_again(tmp_path: Path) -> None:
    """Also after a crash, and with another person in the seat."""
    with serving(tmp_path / "data") as server:
        asyncio.run(all_sent_again(server))


async def all_sent_again(server: Server) -> None:
    async with person(server) as ada, person(server) as ben, person(server) as cleo, person(server) as dan:
        people = (ada, ben, cleo, dan)
        table = await ada.creates("classic", 4)
        for one in people[1:]:
            await one.enters(table)
        evening = Evening(ada, table)
        setup = {"game": "classic", "seats": 4, "watch": True}
        await evening.says(ben, "sit", seat=1, name="Ben")
        await evening.says(ada, "swap", seat=1, other=2)
        await evening.says(ben, "rename", (ben, "rename", {"name": "Bert"}), name="Bob")
        await evening.says(
            cleo,
            "sit",
            (ada, "remove", {"seat": 3}),
            (dan, "sit", {"seat": 3, "name": "D"}),
            seat=3,
            name="C",
        )
        await evening.says(ben, "leave", (ben, "sit", {"seat": 2, "name": "Ben"}))
        await evening.says(ada, "place", (ada, "place", {"seat": 1, "bot": "easy"}), seat=1, bot=None)
        await evening.says(
            ada, "change", (ada, "change", {"setup": {**setup, "rounds": 3}}), setup={**setup, "rounds": 2}
        )
        await evening.says(ada, "speed", (ada, "speed", {"speed": "slow"}), speed="fast")
        await ada.say("place", seat=1, bot=None)
        await evening.says(ada, "clear", (cleo, "ping", {}))
        await cleo.hears("out", code="removed")
        await evening.says(ada, "place", seat=1, bot="hard")
        await evening.says(ada, "start")
        with pytest.raises(Refusal, match="command_used"):
            await ada.insists("swap", id="again-1", seat=0, other=1)
        await evening.says_all_again(*people)
        assert sum(news["is"] == "out" for news in cleo.heard) == 2
    server.kill()
    server.start()
    async with contextlib.AsyncExitStack() as stack:
        again = [await stack.enter_async_context(person(server, one.key)) for one in people]
        for one in again:
            await one.enters(table)
        await evening.says_all_again(*again)
        names = [chair["name"] for chair in again[0].table["chairs"]]
        assert names == ["Ada", "Pico", "Ben", "D"]
        assert [one.seat for one in again] == [0, 2, None, 3]


def test_a_code_that_is_sent_again_by_the_same_key_brings_the_seat_again(tmp_path: Path) -> None:
    """Its answer may have been lost, also with the server; others gain nothing by it."""

    async def story(server: Server) -> None:
        async with person(server) as ada, person(server) as phone, person(server) as eve:
            table = await ada.creates("classic", 2)
            code = (await ada.say("code"))["code"]
            redeem = {"id": "once", "code": code, "key": phone.key}
            for _ in range(2):
                assert (await phone.say("redeem", **redeem))["table"] == table
                assert phone.seat == 0
            await ada.say("sit", seat=1, name="Ada again")
            assert await eve.refused("redeem", code=code, key=eve.key) == "no_code"
        server.kill()
        server.start()
        async with person(server, phone.key) as phone, person(server, eve.key) as eve:
            assert (await phone.say("redeem", **redeem))["table"] == table
            assert phone.seat == 0
            assert await eve.refused("redeem", code=code, key=eve.key) == "no_code"
            assert [chair["name"] for chair in phone.table["chairs"]] == ["Ada", "Ada again"]

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server))
