"""Several nodes of one database: pages at any of them, tables at one, and what happens when that one goes."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.cluster.cluster import Node, cluster
from tests.postgres import Postgres, ask
from tests.server.people import PATIENCE, Person, Refusal, person

OPTIONS = ("--unload", "30")
OTHER_VERSION = """UPDATE elfer.nodes SET open = '[{"what":1}]' WHERE open NOT IN ('', '[]')"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[Node]]:
    """Two nodes, of which those that run at the end must stop in an orderly way."""
    with cluster(tmp_path_factory.mktemp("nodes"), postgres.new(), 2, *OPTIONS) as nodes:
        yield nodes
        assert all(node.stop() == 0 for node in nodes if runs(node))


@pytest.fixture
def nodes(both: list[Node]) -> list[Node]:
    """Two nodes that run, whatever a test before has done to them."""
    for node in both:
        if not runs(node):
            node.start(node.port)
    return both


def runs(node: Node) -> bool:
    return node.process is not None and node.process.poll() is None


async def at_one_table(ada: Person, ben: Person) -> str:
    """A match of Ada's and Ben's, who are at two nodes."""
    table = await ada.creates("duel", 2, listed=True)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    await ben.until(lambda who: who.update, "for the match")
    return table


def test_people_at_two_nodes_play_at_one_table(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[0]) as ada, person(nodes[1]) as ben:
            await at_one_table(ada, ben)
            at = await ada.plays()
            await ben.until(lambda who: who.at == at, "for the move")
            at = await ben.plays()
            await ada.until(lambda who: who.at == at, "for the move")
            assert await ben.refused("change", setup={"game": "duel", "seats": 2}) == "not_host"
            await ben.leaves()
            await ada.until(lambda who: not who.table["chairs"][1]["here"], "for Ben to be away")

    asyncio.run(story())


def test_the_list_of_open_tables_is_that_of_all_nodes(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[0]) as ada, person(nodes[1]) as ben:
            await ben.say("lobby")
            table = await ada.creates("duel", 2, listed=True)
            await ben.until(lambda who: table in listed(who), "for the table of another node")
            await ada.leaves()
            await ben.until(lambda who: table not in listed(who), "for the table to be gone")

    asyncio.run(story())


def test_a_list_that_cannot_be_read_is_left_out_and_all_others_go_on(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[0]) as ada, person(nodes[1]) as ben, person(nodes[0]) as cleo:
            await ben.say("lobby")
            table = await ada.creates("duel", 2, listed=True)
            await ben.until(lambda who: table in listed(who), "for the table of another node")
            await ask(nodes[0].database, OTHER_VERSION)
            await ben.until(lambda who: table not in listed(who), "for the list to be left out")
            await ada.say("lobby")
            table = await cleo.creates("duel", 2, listed=True)
            await ben.until(lambda who: table in listed(who), "for the table of another node")
            async with person(nodes[1]) as dora:
                table = await dora.creates("duel", 2, listed=True)
                await ada.until(lambda who: table in listed(who), "for the table of the other one")

    asyncio.run(story())


def listed(who: Person) -> list[str]:
    """The tables that a page in the lobby sees."""
    heard = [news for news in who.heard if news["is"] == "tables"]
    return [table["id"] for table in heard[-1]["tables"]] if heard else []


def test_a_code_of_one_node_brings_the_seat_to_another_one(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[0]) as ada, person(nodes[1]) as phone, person(nodes[1]) as late:
            table = await ada.creates("duel", 2)
            code = (await ada.say("code"))["code"]
            await phone.say("redeem", code=code, key=phone.key)
            assert (phone.table["id"], phone.seat) == (table, 0)
            await ada.until(lambda who: who.seat is None, "for the seat to be elsewhere")
            assert await late.refused("redeem", code=code, key=late.key) == "no_code"

    asyncio.run(story())


def test_what_another_node_has_done_is_not_done_again(nodes: list[Node]) -> None:
    """Whether that node lives or not: a table is opened once, a seat moved once, chairs swapped once."""

    async def story() -> None:
        setup = {"game": "classic", "seats": 3}
        async with person(nodes[0]) as ada, person(nodes[0]) as old:
            create = {"id": "c1", "setup": setup, "name": "Ada", "key": ada.key, "bots": ["easy"]}
            table = (await ada.say("create", **create))["table"]
            await ada.say("swap", id="c2", seat=0, other=2)
            code = (await ada.say("code"))["code"]
            redeem = {"id": "c3", "code": code, "key": old.key}
            await old.say("redeem", **redeem)
            opened = {**create, "key": old.key}
            other = (await old.say("create", **opened))["table"]
            for _ in range(2):
                async with person(nodes[1]) as phone:
                    assert (await phone.say("redeem", **redeem))["table"] == table
                    assert phone.seat == 2
                    assert (await phone.say("create", **opened))["table"] == other
                    await phone.say("enter", table=table, key=ada.key)
                    await phone.say("swap", id="c2", seat=0, other=2)
                    assert [chair["name"] for chair in phone.table["chairs"]] == ["", "Pico", "Ada"]
                if runs(nodes[0]):
                    nodes[0].kill()

    asyncio.run(story())


async def posts(who: Person, *commands: tuple[str, Mapping[str, object]]) -> list[str]:
    """Send commands at once, one after the other, without waiting; their ids."""
    ids = [f"{do}-{secrets.token_hex(4)}" for do, _ in commands]
    for id, (do, fields) in zip(ids, commands, strict=True):
        await who.socket.send(json.dumps({"do": do, "id": id, **fields}))
    return ids


def test_whatever_is_said_before_one_leaves_is_done_and_answered(nodes: list[Node]) -> None:
    """In the same order as at the owner, unnoticed by others there."""

    async def story() -> None:
        async with person(nodes[0]) as ada, person(nodes[1]) as ben:
            table = await at_one_table(ada, ben)
            enter = ("enter", {"table": table, "key": ben.key})
            for elsewhere in (("lobby", {}), enter) * 3:
                at = ben.at
                ids = await posts(ben, ("play", {"move": "reveal", "at": at}), ("hint", {}), elsewhere)
                await ben.until(partial(answers, ids=ids[2:]), "to be elsewhere")
                assert answers(ben, ids) == ids
                if elsewhere is not enter:
                    assert last_of(ben, "update") < last_of(ben, "tables")
                    await ben.enters(table)
                assert ben.at == at + 1
            at = ben.at  # which the answer may still raise while the page closes
            await ada.until(lambda who: who.at == at, "for the moves")
            await ben.socket.send(json.dumps({"do": "play", "id": "last", "move": "reveal", "at": at}))
            await ben.leaves()
            await ada.until(lambda who: who.at == at + 1, "for what was said before a page was closed")
            assert not any(news["is"] == "out" for news in ada.heard)

    asyncio.run(story())


def answers(who: Person, ids: list[str]) -> list[str]:
    """The answers to these commands that have come, in their order."""
    return [n["id"] for n in who.heard if n["is"] != "table" and n.get("id") in ids]


def last_of(who: Person, kind: str) -> int:
    return max(number for number, news in enumerate(who.heard) if news["is"] == kind)


def test_after_a_kill_the_table_goes_on_at_another_node(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[1]) as ben:
            async with person(nodes[0]) as ada:
                table = await at_one_table(ada, ben)
                await ada.plays()
                await ben.until(lambda who: who.at == 1, "for the move")
                nodes[0].kill()
            await ben.hears("out", code="reload")
            await ben.enters(table, at=1)
            assert ben.update["events"] == []
            assert await ben.plays() == 2

    asyncio.run(story())


async def comes_back(who: Person, table: str) -> None:
    """Enter a table at a node that may still have to find its database again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await who.enters(table)
            except Refusal as refusal:
                if refusal.code != "no_store":
                    raise
            await asyncio.sleep(0.05)


AT_A_TABLE: tuple[tuple[str, dict[str, object]], ...] = (
    ("hold", {"seat": None}),
    ("emote", {"emote": "bravo"}),
    ("ready", {}),
    ("hint", {}),
    ("say", {"text": "reveal", "lang": "en"}),
    ("code", {}),
    ("play", {"move": "reveal", "at": 1}),
)
"""Commands that a node must not answer as if it still had the table."""


def test_a_node_that_stood_still_can_neither_write_nor_tell(nodes: list[Node]) -> None:
    """Its table goes on elsewhere, as do those of others that its pages are at; when it wakes up, what it was
    about to do is refused."""
    owner, other = nodes

    async def story() -> None:
        async with person(owner) as ada, person(other) as ben, person(other) as cleo, person(owner) as dora:
            await at_one_table(cleo, dora)
            await cleo.until(lambda who: who.table["chairs"][1]["here"], "for Dora")
            table = await at_one_table(ada, ben)
            await ada.plays()
            owner.freeze()
            ids = await posts(ada, *AT_A_TABLE)
            await ben.hears("out", code="reload")
            await ben.enters(table)
            for at in (2, 3):
                assert await ben.plays() == at
            await cleo.until(lambda who: not who.table["chairs"][1]["here"], "for Dora's node to be given up")
            heard = len(ada.heard)
            owner.wake()
            await ada.until(lambda who: any(n["is"] == "out" for n in who.heard[heard:]), "to be let go")
            async with person(owner, ada.key) as ada_again:
                await comes_back(ada_again, table)
                assert (ada_again.seat, ada_again.at) == (0, 3)
                assert await ada_again.plays() == 4
            await dora.hears("out", code="reload")
            await ada.say("ping", id="last")  # whatever was told before has come
            told = [n for n in ada.heard[heard:] if n.get("id") != "last"]
            assert {n["is"] for n in told} == {"refused", "out"}
            assert answers(ada, ids) == ids

    asyncio.run(story())


def test_a_node_that_is_stopped_hands_its_tables_over(nodes: list[Node]) -> None:
    async def story() -> None:
        async with person(nodes[1]) as ben, person(nodes[0]) as ada:
            table = await at_one_table(ada, ben)
            await ada.plays()
            stopping = asyncio.create_task(asyncio.to_thread(nodes[0].stop))
            await ben.hears("out", code="reload")
            await ben.enters(table)
            assert await ben.plays() == 2
            assert await ada.closed() in (1001, 1012)
            assert await stopping == 0

    asyncio.run(story())


def test_a_node_alone_serves_the_tables_of_one_that_was_killed(tmp_path: Path, database: str) -> None:
    """Restarted on the same database, at once."""

    async def begin() -> tuple[str, str]:
        async with person(node) as ada:
            table = await ada.creates("duel", 2, bots=("easy",), start=True)
            await ada.plays()
            return table, ada.key

    async def go_on(table: str, key: str) -> None:
        async with person(node, key) as ada:
            await ada.enters(table)
            assert ada.at >= 1
            await ada.plays()

    with cluster(tmp_path, database, 1) as (node,):
        table, key = asyncio.run(begin())
        node.kill()
        node.start(node.port)
        asyncio.run(go_on(table, key))
        assert node.stop() == 0
