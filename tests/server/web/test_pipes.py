"""Pipes between nodes: who may open one, what goes through, and how they end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from elfer.server.lobby import Lobby
from elfer.server.session import Session
from elfer.server.store import Elsewhere, Saved
from elfer.server.stores.memory import MemoryStore
from elfer.server.web.pipes import (
    GREETING_SECONDS,
    MAX_GREETING_BYTES,
    MAX_MESSAGE_BYTES,
    MAX_WAITING_BYTES,
    MAX_WAITING_COMMANDS,
    End,
    Kind,
    Listener,
    Pipes,
    message,
)
from tests.server.indoors import BalkyStore, Guest, Link, indoors
from tests.server.people import new_key

SECRET = secrets.token_bytes(32)
ADDRESS = "203.0.113.9"


class OtherStore(MemoryStore):
    """The store of a node that has no table itself."""

    owner = ""

    async def load(self, id: str) -> Saved | None:
        raise Elsewhere(self.owner)


class Carried(Link):
    """A page that may be carried on to another node."""

    def __init__(self, lobby: Lobby, address: str) -> None:
        super().__init__(lobby, address)
        self.session.close()
        self.cut: tuple[int, str] | None = None
        self.session = Session(lobby, address, self._receive, self._cut)

    def _cut(self, code: int, reason: str) -> None:
        self.cut = code, reason


@contextlib.asynccontextmanager
async def listening(lobby: Lobby, secret: bytes = SECRET) -> AsyncIterator[tuple[Listener, str]]:
    """Where other nodes reach a lobby."""
    door = socket.create_server(("127.0.0.1", 0))
    listener = Listener(secret)
    await listener.open(door, lambda address, send: Session(lobby, address, send))
    try:
        yield listener, f"127.0.0.1:{door.getsockname()[1]}"
    finally:
        listener.hear_no_more()
        listener.close()
        await settled(lambda: not listener.ends)


@contextlib.contextmanager
def ways(secret: bytes = SECRET) -> Iterator[Pipes]:
    """The pipes of a node, for as long as it lives."""
    pipes = Pipes(secret)
    try:
        yield pipes
    finally:
        pipes.close()


@contextlib.asynccontextmanager
async def two_nodes() -> AsyncIterator[tuple[Lobby, Lobby, Listener]]:
    """A node that has all tables, and one that has pipes to it."""
    store = OtherStore()
    async with indoors() as owner, indoors(store) as other, listening(owner) as (listener, address):
        store.owner = address
        with ways() as other.pipes:
            yield owner, other, listener


async def settled(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def visitor(lobby: Lobby) -> AsyncIterator[Guest]:
    someone = Guest(Carried(lobby, ADDRESS), new_key())
    try:
        yield someone
    finally:
        await someone.leaves()


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


def test_whoever_lacks_the_secret_is_hung_up_on() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways(secrets.token_bytes(32)) as pipes:
                assert await pipes.open(address, ADDRESS, carried.session) is None
            await carried.close()
            await settled(lambda: not listener.ends)
            assert not lobby.sessions

    asyncio.run(story())


def test_nobody_is_told_a_command_by_who_does_not_know_the_secret() -> None:
    """A stranger at the address of a node that is gone gets a number and a proof, and then nothing."""

    async def story() -> None:
        heard, over = bytearray(), asyncio.Event()

        async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(message(Kind.HELLO, bytes(32)))
            heard.extend(await reader.readexactly(5 + 64 + len(ADDRESS)))
            writer.write(message(Kind.HELLO, bytes(32)))
            heard.extend(await reader.read())
            writer.close()
            over.set()

        server = await asyncio.start_server(stranger, "127.0.0.1", 0)
        async with server, indoors() as lobby:
            carried = Carried(lobby, ADDRESS)
            address = "{}:{}".format(*server.sockets[0].getsockname())
            assert await Pipes(SECRET).open(address, ADDRESS, carried.session) is None
            await carried.close()
            await over.wait()
        assert len(heard) == 5 + 64 + len(ADDRESS)
        assert SECRET not in heard

    asyncio.run(story())


def test_strangers_learn_nothing_and_are_not_waited_for() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            host, port = address.split(":")
            said = (b"GET / HTTP/1.1\r\n\r\n", message(Kind.FRAME, json.dumps({"do": "ping"}).encode()))
            for start in (*said, message(Kind.HELLO, bytes(MAX_GREETING_BYTES + 1)), b""):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(start)
                async with asyncio.timeout(GREETING_SECONDS + 20):
                    answer = await reader.read()
                assert len(answer) == 5 + 32  # a number, never used again
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            await settled(lambda: not listener.ends)
            assert not lobby.sessions

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


def test_a_node_that_does_not_read_is_hung_up_on() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways() as pipes:
                pipe = await pipes.open(address, ADDRESS, carried.session)
                (near,) = listener.ends
                assert isinstance(pipe, End)
                assert pipe._transport
                pipe._transport.pause_reading()
                for _ in range(40):  # the system takes some megabytes itself
                    near.send("x" * (MAX_WAITING_BYTES // 2))
                assert near.gone
            await carried.close()

    asyncio.run(story())


def test_news_that_replace_each_other_say_so_at_the_other_end() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            heard: list[tuple[str, str]] = []
            session = Session(lobby, ADDRESS, lambda frame, merge="": heard.append((frame, merge)))
            with ways() as pipes:
                assert await pipes.open(address, ADDRESS, session)
                (near,) = listener.ends
                near.send("one", "table")
                near.send("two äöü")
                await settled(lambda: len(heard) == 2)
            assert heard == [("one", "table"), ("two äöü", "")]
            session.close()

    asyncio.run(story())


def test_a_goodbye_has_its_code() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways() as pipes:
                assert await pipes.open(address, ADDRESS, carried.session)
                (near,) = listener.ends
                near.say(Kind.GOODBYE, (1008).to_bytes(2) + b"too slow")
                await settled(lambda: carried.cut)
            assert carried.cut == (1008, "too slow")
            await carried.close()

    asyncio.run(story())


def test_a_message_that_is_too_long_ends_the_pipe() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways() as pipes:
                pipe = await pipes.open(address, ADDRESS, carried.session)
                assert isinstance(pipe, End)
                assert pipe._transport
                pipe._transport.write((MAX_MESSAGE_BYTES + 1).to_bytes(4) + bytes((Kind.FRAME,)))
                await settled(lambda: not listener.ends)
            await carried.close()

    asyncio.run(story())


def test_a_page_that_says_much_waits_at_its_own_node() -> None:
    """Its commands are taken one by one, and what cannot be taken yet is not read."""

    async def story() -> None:
        store = BalkyStore()
        async with indoors(store) as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways() as pipes:
                pipe = await pipes.open(address, ADDRESS, carried.session)
                assert pipe
                (near,) = listener.ends
                store.open.clear()
                setup = {"game": "duel", "seats": 2}
                create = {"do": "create", "setup": setup, "name": "Ada", "key": new_key(), "bots": ["easy"]}
                pipe.send(json.dumps({**create, "start": True, "id": "make"}))
                pings = MAX_WAITING_COMMANDS + 5
                for number in range(pings):
                    pipe.send(json.dumps({"do": "ping", "id": f"ping-{number}"}))
                await settled(lambda: near._paused)
                store.open.set()
                await settled(lambda: carried._frames.qsize() >= pings)
                assert not near._paused
            await carried.close()

    asyncio.run(story())


def test_a_node_that_falls_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.server.web.pipes.QUIET_SECONDS", 0.05)

    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (listener, address):
            carried = Carried(lobby, ADDRESS)
            with ways() as pipes:
                pipe = await pipes.open(address, ADDRESS, carried.session)
                carried.session._pipe = pipe
                (near,) = listener.ends
                await asyncio.sleep(0.3)  # asked now and then, and answered
                assert len(pipes) == 1
                assert near._transport
                near._transport.pause_reading()
                monkeypatch.setattr("elfer.server.web.pipes.DEAD_SECONDS", 0.2)
                await settled(lambda: not len(pipes))
                assert json.loads(await carried._frames.get() or "") == {"is": "out", "code": "reload"}
                near._transport.resume_reading()
            await carried.close()

    asyncio.run(story())
