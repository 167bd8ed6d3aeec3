"""Pages that are forwarded to the owner of their table, and how that ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket

import pytest

from elfer.server import wire
from elfer.server.nodes.connection import MAX_UNSENT_BYTES, SOCKET_OPTIONS
from elfer.server.nodes.forwarding import MAX_UNANSWERED
from elfer.server.nodes.server import PeerServer
from elfer.server.sessions.session import Session
from elfer.server.web.node import node_socket
from tests.server.indoors import BalkyStore, indoors
from tests.server.nodes.forwarding import (
    ADDRESS,
    SECRET,
    ForwardableLink,
    OtherStore,
    dialing,
    forwarded,
    listening,
    settled,
    two_nodes,
    visitor,
)
from tests.server.people import new_key


def test_people_at_two_nodes_play_at_one_table() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, _), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            assert owner.sessions[ADDRESS] == 2  # the visitor's own address was handed through
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
        async with two_nodes() as (owner, other, server), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            abort(server)
            await ben.hears("out", code="reload")
            await ben.enters(table)  # a new pipe
            assert ben.table["id"] == table

    asyncio.run(story())


def test_a_node_that_lets_go_answers_what_it_has_heard() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, server), visitor(owner) as ada, visitor(other) as ben:
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            server.stop()
            await settled(lambda: not server.answering)
            await server.close()
            await ben.hears("out", code="reload")

    asyncio.run(story())


def abort(server: PeerServer) -> None:
    for connection in list(server.connections):
        connection.abort()


def test_a_forwarded_page_is_not_forwarded_again() -> None:
    """Else a page could run in circles."""

    async def story() -> None:
        async with indoors(OtherStore()) as third, listening(third) as (_, address):
            store = OtherStore()
            store.owner = address
            async with indoors(store) as other, visitor(other) as ben, dialing() as client:
                other.forward = client.forward
                assert await ben.refused("enter", table="a" * 22, key=ben.key) == "no_store"

    asyncio.run(story())


def test_a_node_that_does_not_answer_is_given_up() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and says nothing
            async with indoors() as lobby, dialing() as client:
                link = ForwardableLink(lobby, ADDRESS)
                for address in ("{}:{}".format(*silent.getsockname()), "", "127.0.0.1:1"):
                    assert await link.forward(client, address) is None
                await link.close()

    asyncio.run(story())


def test_a_node_is_reached_by_the_address_that_it_names() -> None:
    """Also by one with colons, which stands in brackets."""
    for wanted in ("127.0.0.1:0", "localhost:0", "[::1]:0"):
        if wanted.startswith("[") and not _speaks_version_6():
            continue
        door, address = node_socket(wanted)
        with door:

            async def story(door: socket.socket = door, address: str = address) -> None:
                async with indoors() as lobby:
                    server, link = PeerServer(SECRET), ForwardableLink(lobby, ADDRESS)
                    await server.listen(door, lambda *page: Session(lobby, *page, is_forwarded=True))
                    async with dialing() as client:
                        assert await link.forward(client, address), address
                    await link.close()
                    server.stop()
                    await server.close()

            asyncio.run(story())


def _speaks_version_6() -> bool:
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


def test_pages_share_the_connection_between_two_nodes() -> None:
    async def story() -> None:
        async with two_nodes() as (owner, other, server), visitor(owner) as ada:
            table = await ada.creates("duel", 2)
            async with visitor(other) as ben, visitor(other) as cleo:
                await asyncio.gather(ben.enters(table), cleo.enters(table))
                assert len(server.connections) == 1
                assert len(server.pages) == 2
                await ben.say("sit", seat=1, name="Ben")
                await cleo.until(lambda who: who.table["chairs"][1]["here"], "for Ben to be there")
                await cleo.say("lobby")
                await ada.until(lambda who: not who.table["watching"], "for Cleo to be gone")
                assert (await ben.say("rename", name="Benno"))["is"] == "done"
                await ben.say("lobby")
            await settled(lambda: not server.pages)
            assert len(server.connections) == 1  # which other pages may need

    asyncio.run(story())


def test_news_that_replace_each_other_say_so_at_the_other_end() -> None:
    async def story() -> None:
        heard: list[tuple[str, str]] = []

        def hear(frame: str, merge: str = "") -> None:
            heard.append((frame, merge))

        async with forwarded() as both:
            both.page._send = hear
            both.tells("one", "table")
            both.tells('{"is": "äöü"}')
            await settled(lambda: len(heard) == 2)
            assert heard == [("one", "table"), ('{"is": "äöü"}', "")]

    asyncio.run(story())


def test_a_page_that_says_much_waits_at_its_own_node() -> None:
    """Until enough of its commands are answered, one by one; other pages need not wait."""

    async def story() -> None:
        store = BalkyStore()
        async with forwarded(store) as both:
            store.open.clear()
            both.page.send(_creates(), "make")
            pings = MAX_UNANSWERED + 5
            for number in range(MAX_UNANSWERED - 1):
                both.page.send(*_ping(number))
                await both.page.drain()
            for number in range(MAX_UNANSWERED - 1, pings):
                both.page.send(*_ping(number))
            draining = asyncio.create_task(both.page.drain())
            beside = await both.link.forward(both.client, both.node)
            assert beside
            beside.send(*_ping(-1))
            await beside.drain()
            await settled(lambda: _answers(both.link) == [("ping--1", "done")])
            assert not draining.done()
            store.open.set()
            await draining
            assert both.page.open
            await settled(lambda: both.link._frames.qsize() >= pings)

    asyncio.run(story())


def test_pages_wait_for_a_node_that_is_behind() -> None:
    async def story() -> None:
        async with forwarded() as both:
            accepted = both.accepted._socket
            accepted.transport.pause_reading()
            while both.owner.connection.unsent <= MAX_UNSENT_BYTES:  # the system takes some megabytes itself
                both.page.send(json.dumps("x" * 1_000_000), "x")
                await asyncio.sleep(0)
            draining = asyncio.create_task(both.page.drain())
            for _ in range(5):
                await asyncio.sleep(0)
            assert not draining.done()
            accepted.transport.resume_reading()
            await draining

    asyncio.run(story())


def _creates() -> str:
    setup = {"game": "duel", "seats": 2}
    create = {"do": "create", "setup": setup, "name": "Ada", "key": new_key(), "bots": ["easy"]}
    return json.dumps({**create, "start": True, "id": "make"})


def _ping(number: int) -> tuple[str, str]:
    """A command and its id."""
    id = f"ping-{number}"
    return json.dumps({"do": "ping", "id": id}), id


def test_a_node_that_drains_answers_what_is_under_way() -> None:
    async def story() -> None:
        store = BalkyStore()
        async with forwarded(store) as both:
            store.open.clear()
            both.page.send(_creates(), "make")
            both.page.send(*_ping(1))
            await settled(lambda: both.server.answering)
            both.server.stop()
            both.page.send(*_ping(2))
            assert both.server.answering
            store.open.set()
            await settled(lambda: not both.server.answering)
            await both.server.close()
            await settled(lambda: not both.page.open)
            lost = [("ping-1", "not_saved"), ("ping-2", "not_saved")]
            assert _answers(both.link) == [("make", "done"), *lost]

    asyncio.run(story())


def _answers(link: ForwardableLink) -> list[tuple[str, str]]:
    """The answers that a page has heard: the ids, and how each was answered."""
    return [(n["id"], n.get("code") or n["is"]) for n in link.heard() if "id" in n and n["is"] != "table"]


def test_every_command_is_answered_once_when_the_owner_dies() -> None:
    """What was answered is not answered again; what is sent until the page hears of it is answered, too."""

    async def story() -> None:
        store = BalkyStore()
        async with forwarded(store) as both:
            both.page.send(*_ping(1))
            await settled(lambda: both.link._frames.qsize())
            store.open.clear()
            both.page.send(_creates(), "make")
            both.page.send(*_ping(2))
            both.page.send(*_ping(2))
            await settled(lambda: both.server.answering)
            both.accepted.abort()
            both.owner.connection.abort()
            both.page.send(*_ping(3))
            await settled(lambda: not both.page.open)
            both.page.send(*_ping(4))
            store.open.set()
            heard = [(n.get("id"), n.get("code")) for n in both.link.heard() if n["is"] != "table"]
            lost = [(id, "not_saved") for id in ("make", "ping-2", "ping-2", "ping-3")]
            assert heard == [("ping-1", None), *lost, (None, "reload"), ("ping-4", "not_saved")]

    asyncio.run(story())


@pytest.mark.parametrize("dies", [False, True])
def test_a_page_that_leaves_an_owner_that_goes_has_all_its_answers(dies: bool) -> None:
    async def story() -> None:
        store = BalkyStore()
        async with forwarded(store) as both:
            store.open.clear()
            both.page.send(_creates(), "make")
            both.page.send(*_ping(1))
            leaving = asyncio.create_task(both.page.leave())
            await settled(lambda: both.server.answering and both.session._leaving)
            both.server.stop()
            if dies:
                both.accepted.abort()
                await leaving
            store.open.set()
            await leaving
            made = "not_saved" if dies else "done"
            assert _answers(both.link) == [("make", made), ("ping-1", "not_saved")]

    asyncio.run(story())


def test_a_page_that_its_owner_put_out_is_not_put_out_again_when_the_owner_goes() -> None:
    """It would enter twice, and hear twice of what it missed."""

    async def story() -> None:
        async with forwarded() as both:
            both.tells(wire.format_news(wire.Out(code="reload")))
            await settled(lambda: both.link._frames.qsize())
            both.accepted.abort()
            await settled(lambda: not both.page.open)
            assert both.link.heard() == [{"is": "out", "code": "reload"}]

    asyncio.run(story())


def test_a_page_that_was_about_to_enter_is_refused_and_not_put_out_as_well() -> None:
    """It would enter twice, and hear twice of what it missed."""

    async def story() -> None:
        store = BalkyStore()
        async with forwarded(store) as both:
            store.open.clear()
            both.page.send(_creates(), "make")
            await settled(lambda: both.server.answering)
            both.accepted.abort()
            await settled(lambda: not both.page.open)
            store.open.set()
            heard = [(n.get("id"), n.get("code")) for n in both.link.heard() if n["is"] != "table"]
            assert heard == [("make", "not_saved")]

    asyncio.run(story())


def test_a_node_that_does_not_answer_pings_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = SOCKET_OPTIONS | {"ping_interval": 0.05, "ping_timeout": 0.3}
    monkeypatch.setattr("elfer.server.nodes.client.SOCKET_OPTIONS", impatient)

    async def story() -> None:
        async with forwarded() as both:
            accepted = both.accepted._socket
            await settled(lambda: both.owner.connection._socket.latency)  # pinged, and answered
            assert both.page.open
            accepted.transport.pause_reading()
            await settled(lambda: not both.page.open)
            assert both.link.heard() == [{"is": "out", "code": "reload"}]
            accepted.transport.resume_reading()

    asyncio.run(story())


def test_a_batch_is_split_before_it_gets_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.nodes.connection.MAX_BATCH_LENGTH", 100)
    monkeypatch.setattr("elfer.server.nodes.client.SOCKET_OPTIONS", SOCKET_OPTIONS | {"max_size": 400})

    async def story() -> None:
        async with forwarded() as both:
            for number in range(50):
                both.tells(json.dumps({"is": "x" * 20, "id": str(number)}))
            await settled(lambda: both.link._frames.qsize() == 50)
            assert [news["id"] for news in both.link.heard()] == [str(number) for number in range(50)]

    asyncio.run(story())
