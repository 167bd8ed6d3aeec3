"""Pipes between nodes: what goes through, and how they end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket

import pytest

from elfer.server.session import Session
from elfer.server.web.listener import MAX_WAITING_COMMANDS, TOO_MANY_COMMANDS, Listener
from elfer.server.web.node import _door
from elfer.server.web.pipes import WAIT_SECONDS, Pipes
from elfer.server.web.way import Kind
from tests.server.indoors import BalkyStore, indoors
from tests.server.people import new_key
from tests.server.web.piping import (
    ADDRESS,
    SECRET,
    Carried,
    OtherStore,
    listening,
    piped,
    settled,
    two_nodes,
    visitor,
    ways,
)


def test_people_at_two_nodes_play_at_one_table() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, _), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            assert owner.sessions[ADDRESS] == 2  # the visitor's own address was handed through
            assert other.pipes
            assert len(other.pipes) == 1
            await ben.say("sit", seat=1, name="Ben")
            await ada.until(lambda who: who.table["chairs"][1]["here"], "for Ben to be there")
            await ada.say("start")
            await ben.until(lambda who: who.update, "for the match")
            for _ in range(3):
                await ben.plays("reveal")
                await ada.until(lambda who: who.at == ben.at, "for the move")
            assert await ben.refused("play", move="R11", at=ben.at) == "not_possible"
            await ben.say("lobby")
            await ada.until(lambda who: not who.table["chairs"][1]["here"], "for Ben to be away")

    asyncio.run(story())


def test_people_who_share_a_device_pass_it_on_at_another_node() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, _), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("highest", 3)
            await ben.enters(table)
            for seat, name in ((1, "Ben"), (2, "Oma")):
                await ben.say("sit", seat=seat, name=name, beside=True)
            await ada.say("start")
            for seat in (1, 2):
                await ben.until(
                    lambda who: who.update and who.table["covered"], "for the cards to be covered"
                )
                await ben.say("hold", seat=seat)
                assert (ben.seat, ben.update["view"]["seat"]) == (seat, seat)
                await ben.say("play", move=ben.moves[0], at=ben.at, seat=seat)
            assert ben.seat == 2  # play waits for Ada alone

    asyncio.run(story())


def test_a_page_whose_node_is_gone_is_to_enter_anew() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, listener), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            for end in list(listener.ends):
                end.hang_up()
            await ben.hears("out", code="reload")
            await ben.enters(table)  # a new pipe
            assert ben.table["id"] == table

    asyncio.run(story())


def test_a_node_that_lets_go_answers_what_it_has_heard() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, listener), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            listener.hear_no_more()
            await settled(lambda: not listener.answering)
            listener.close()
            await ben.hears("out", code="reload")

    asyncio.run(story())


def test_a_page_that_came_through_a_pipe_is_not_carried_on() -> None:
    """Else a page could run in circles."""

    async def story() -> None:
        async with indoors(OtherStore()) as third, listening(third) as (_, address):
            store = OtherStore()
            store.owner = address
            async with indoors(store) as other, visitor(other) as ben:
                with ways() as other.pipes:
                    assert await ben.refused("enter", table="a" * 22, key=ben.key) == "no_store"

    asyncio.run(story())


def test_nobody_answers_there() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and says nothing
            async with indoors() as lobby:
                carried = Carried(lobby, ADDRESS)
                address = "{}:{}".format(*silent.getsockname())
                assert await Pipes(SECRET).open(address, ADDRESS, carried.session) is None
                assert await Pipes(SECRET).open("", ADDRESS, carried.session) is None
                assert await Pipes(SECRET).open("127.0.0.1:1", ADDRESS, carried.session) is None
                await carried.close()

    asyncio.run(story())


def test_a_node_is_reached_by_the_address_that_it_names() -> None:
    """Also by one with colons, which stands in brackets."""
    for wanted in ("127.0.0.1:0", "localhost:0", "[::1]:0"):
        if wanted.startswith("[") and not _speaks_version_6():
            continue
        with _door(wanted) as (door, address):

            async def story(door: socket.socket = door, address: str = address) -> None:
                async with indoors() as lobby:
                    listener, carried = Listener(SECRET), Carried(lobby, ADDRESS)
                    await listener.open(door, lambda address, send: Session(lobby, address, send))
                    with ways() as pipes:
                        assert await pipes.open(address, ADDRESS, carried.session), address
                    await carried.close()
                    listener.hear_no_more()
                    listener.close()
                    await settled(lambda: not listener.ends)

            asyncio.run(story())


def _speaks_version_6() -> bool:
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


def test_pages_share_the_way_between_two_nodes() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, listener), visitor(owner) as ada:
            table = await ada.creates("duel", 2)
            async with visitor(other) as ben, visitor(other) as cleo:
                await asyncio.gather(ben.enters(table), cleo.enters(table))
                assert other.pipes
                assert len(other.pipes) == 2
                assert len(listener.ends) == 1
                await ben.say("sit", seat=1, name="Ben")
                await cleo.until(lambda who: who.table["chairs"][1]["here"], "for Ben to be there")
                await cleo.say("lobby")
                await ada.until(lambda who: not who.table["watching"], "for Cleo to be gone")
                assert (await ben.say("rename", name="Benno"))["is"] == "done"
                await ben.say("lobby")
            await settled(lambda: not listener.ends)  # nobody goes this way any more

    asyncio.run(story())


def test_news_that_replace_each_other_say_so_at_the_other_end() -> None:
    async def story() -> None:
        async with piped() as both:
            heard: list[tuple[str, str]] = []
            both.carried.session.send = lambda frame, merge="": heard.append((frame, merge))
            both.page.send("one", "table")
            both.page.send("two äöü")
            await settled(lambda: len(heard) == 2)
            assert heard == [("one", "table"), ("two äöü", "")]

    asyncio.run(story())


def test_a_goodbye_has_its_code() -> None:
    async def story() -> None:
        async with piped() as both:
            both.page.say(Kind.GOODBYE, (1008).to_bytes(2) + b"too slow")
            await settled(lambda: both.carried.cut)
            assert both.carried.cut == (1008, "too slow")

    asyncio.run(story())


def test_a_page_that_says_much_waits_at_its_own_node() -> None:
    """Its commands are carried out one by one, and it is told to wait, and to go on; nobody else is."""

    async def story() -> None:
        store = BalkyStore()
        async with piped(store) as both:
            store.open.clear()
            both.pipe.send(_creates(), "make")
            pings = MAX_WAITING_COMMANDS + 5
            for number in range(pings):
                both.pipe.send(*_ping(number))
            await settled(lambda: both.pipe.waits)
            draining = asyncio.create_task(both.pipe.drain())
            beside = await both.pipes.open(both.far.node, ADDRESS, both.carried.session)
            assert beside
            beside.send(*_ping(-1))
            await beside.drain()
            await settled(lambda: [news["id"] for news in both.carried.heard()] == ["ping--1"])
            assert not draining.done()
            store.open.set()
            await draining
            await settled(lambda: both.carried._frames.qsize() >= pings)
            assert not both.pipe.waits

    asyncio.run(story())


def test_pages_wait_for_a_node_that_is_behind() -> None:
    async def story() -> None:
        async with piped() as both:
            assert both.near._transport
            both.near._transport.pause_reading()
            while not both.far.behind:  # the system takes some megabytes itself
                both.pipe.send(json.dumps("x" * 1_000_000), "x")
                await asyncio.sleep(0)
            draining = asyncio.create_task(both.pipe.drain())
            await asyncio.sleep(5 * WAIT_SECONDS)
            assert not draining.done()
            both.near._transport.resume_reading()
            await draining

    asyncio.run(story())


def test_a_page_that_does_not_wait_is_closed() -> None:
    async def story() -> None:
        store = BalkyStore()
        async with piped(store) as both:
            store.open.clear()
            both.pipe.send(_creates(), "make")
            for number in range(TOO_MANY_COMMANDS + 5):
                both.pipe.send(*_ping(number))
            await settled(lambda: both.carried.cut)
            assert both.carried.cut == (1008, "too many commands")
            assert not both.pipe.waits
            store.open.set()
            await settled(lambda: not both.near.pages)
            assert not both.near.gone  # which others may need

    asyncio.run(story())


def _creates() -> str:
    setup = {"game": "duel", "seats": 2}
    create = {"do": "create", "setup": setup, "name": "Ada", "key": new_key(), "bots": ["easy"]}
    return json.dumps({**create, "start": True, "id": "make"})


def _ping(number: int) -> tuple[str, str]:
    """A command and its id."""
    id = f"ping-{number}"
    return json.dumps({"do": "ping", "id": id}), id


def test_a_node_that_lets_go_answers_what_is_under_way() -> None:
    async def story() -> None:
        store = BalkyStore()
        async with piped(store) as both:
            store.open.clear()
            both.pipe.send(_creates(), "make")
            both.pipe.send(*_ping(1))
            await settled(lambda: both.page.answering)
            both.near.hear_no_more()
            assert both.page.answering
            store.open.set()
            await settled(lambda: not both.page.answering)
            both.near.finish()
            await settled(lambda: both.far.gone)
            assert _answers(both.carried) == [("make", "done"), ("ping-1", "not_saved")]

    asyncio.run(story())


def _answers(page: Carried) -> list[tuple[str, str]]:
    """The answers that a page has heard: the ids, and how each was answered."""
    return [(n["id"], n.get("code") or n["is"]) for n in page.heard() if "id" in n and n["is"] != "table"]


def test_every_command_is_answered_once_when_the_node_that_has_the_table_dies() -> None:
    """What was answered is not answered again; what is sent until the page hears of it is answered, too."""

    async def story() -> None:
        store = BalkyStore()
        async with piped(store) as both:
            both.carried.session._pipe = both.pipe
            both.pipe.send(*_ping(1))
            await settled(lambda: both.carried._frames.qsize())
            store.open.clear()
            both.pipe.send(_creates(), "make")
            both.pipe.send(*_ping(2))
            both.pipe.send(*_ping(2))
            await settled(lambda: both.page.answering)
            both.near.hang_up()
            both.far.hang_up()
            both.pipe.send(*_ping(3))
            await settled(lambda: not both.far.pipes)
            store.open.set()
            heard = [(n.get("id"), n.get("code")) for n in both.carried.heard() if n["is"] != "table"]
            lost = [(id, "not_saved") for id in ("make", "ping-2", "ping-2", "ping-3")]
            assert heard == [("ping-1", None), *lost, (None, "reload")]

    asyncio.run(story())


def test_a_page_that_leaves_a_node_that_lets_go_has_all_its_answers() -> None:
    async def story() -> None:
        store = BalkyStore()
        async with piped(store) as both:
            store.open.clear()
            both.pipe.send(_creates(), "make")
            both.pipe.send(*_ping(1))
            leaving = asyncio.create_task(both.pipe.leave())
            await settled(lambda: both.near.pages and both.page._leaving)
            both.near.hear_no_more()
            store.open.set()
            await leaving
            assert _answers(both.carried) == [("make", "done"), ("ping-1", "not_saved")]

    asyncio.run(story())


def test_a_node_that_falls_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.web.way.QUIET_SECONDS", 0.05)
    monkeypatch.setattr("elfer.server.web.pipes.QUIET_SECONDS", 0.05)

    async def story() -> None:
        async with piped() as both:
            both.carried.session._pipe = both.pipe
            await asyncio.sleep(0.3)  # asked now and then, and answered
            assert len(both.pipes) == 1
            assert both.near._transport
            both.near._transport.pause_reading()
            monkeypatch.setattr("elfer.server.web.way.DEAD_SECONDS", 0.2)
            await settled(lambda: not len(both.pipes))
            assert both.carried.heard() == [{"is": "out", "code": "reload"}]
            both.near._transport.resume_reading()

    asyncio.run(story())
