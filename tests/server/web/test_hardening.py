"""What one connection may cost is bounded, other tables go on, and the libraries are as assumed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from elfer.server.web.connection_limits import HEADER_BYTES, MAX_FRAMES_AT_ONCE, MAX_PIPELINED
from tests.server.bystanders import act, bystanders, complaints, lets_go, memory, open_connections
from tests.server.people import Server, new_key, person, serving
from tests.server.raw import (
    BEGIN,
    CLOSE,
    PART,
    PING,
    PONG,
    TEXT,
    Raw,
    close_code,
    frame,
    raw,
    raw_socket,
    upgrade,
)

BOUND = 48 << 20
"""How much the server's memory may grow by what one test does to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("hardening") / "data"
    with serving(data, "--tables", "1000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []
        assert "Invalid" not in server.logged(), "who sends nonsense fills no log"


HASTY = """
from elfer.server.web import connection_limits
connection_limits.HEADER_SECONDS = connection_limits.WRITE_SECONDS = 3.0
connection_limits.IDLE_SECONDS = 2
from elfer.cli import main
main()
"""
"""A server that waits for less long."""


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", "--pause", "0")
    server.program = ("-c", HASTY)
    with server:
        yield server
        assert complaints(server) == []


def head(server: Server, path: str = "/healthz") -> bytes:
    """The beginning of a request."""
    return f"GET {path} HTTP/1.1\r\nHost: {server.address}\r\n".encode()


def test_whatever_takes_too_long_is_cut_off(hasty: Server) -> None:
    """Heads that never end, blank lines for ever, silence at the beginning and later, and answers unread."""

    server = hasty

    async def scene() -> None:
        begin, before = head(server), open_connections(server)
        async with bystanders(server), AsyncExitStack() as stack:
            slow, later, blank, silent, idle = [
                await stack.enter_async_context(raw(server)) for _ in range(5)
            ]
            deaf = await stack.enter_async_context(raw(server, reads=False))
            deaf.say((head(server, "/api/games") + b"\r\n") * MAX_PIPELINED)
            slow.say(begin)
            for one in (later, blank, idle):
                one.say(begin + b"\r\n")
                assert b" 200 " in await one.hears(b"ok\n")
            later.say(begin)
            drip = [_drip(slow, b"X: 1\r\n"), _drip(later, b"X: 1\r\n"), _drip(blank, b"\r\n")]
            assert await asyncio.gather(*drip, silent.rest(), idle.rest()) == [b""] * 5
            await lets_go(server, before + 2)

    act(scene)


async def _drip(connection: Raw, drop: bytes) -> bytes:
    """Send a little every moment, until the connection is closed; what was heard."""
    ending = asyncio.create_task(connection.rest())
    for _ in range(150):
        if ending.done():
            break
        connection.say(drop)
        await asyncio.sleep(0.2)
    assert ending.done(), "it went on for ever"
    return await ending


@pytest.mark.parametrize("piece", [b"X-Many: yes\r\n", b"X", b"X: " + b"y" * 1000 + b"\r\n"])
@pytest.mark.parametrize("second", [False, True])
def test_a_head_that_is_too_long_is_refused(server: Server, piece: bytes, second: bool) -> None:
    async def scene() -> None:
        async with bystanders(server), raw(server) as eve:
            before = memory(server)
            if second:
                eve.say(head(server) + b"\r\n")
                await eve.hears(b"ok\n")
            eve.say(head(server))
            flood = piece * (4_000 // len(piece))
            with pytest.raises(ConnectionError):
                await eve.keeps_saying(flood, 20_000)
            assert memory(server) - before < BOUND

    act(scene)


def test_a_long_head_of_a_socket_is_answered(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            for size, status in ((9_000, b" 400 "), (HEADER_BYTES, b" 400 "), (1_000, b" 101 ")):
                async with raw(server) as eve:
                    eve.say(upgrade(server, f"Cookie: {'c' * size}"))
                    assert status in await eve.hears(b"\r\n\r\n")

    act(scene)


def test_a_body_that_never_ends_is_not_waited_for(server: Server) -> None:
    async def scene() -> None:
        post = f"POST /api/games HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: 1000000000\r\n\r\n"
        async with bystanders(server), raw(server) as eve:
            eve.say(post.encode())
            assert b" 405 " in await _drip(eve, bytes(100))

    act(scene)


def test_only_a_few_requests_may_wait_for_earlier_ones(server: Server) -> None:
    """The rest is not even read: ten thousand at once would stop everybody else for a while."""

    async def scene() -> None:
        request = head(server) + b"\r\n"
        async with bystanders(server):
            async with raw(server) as ada:
                ada.say(request * (MAX_PIPELINED // 2))
                for _ in range(MAX_PIPELINED // 2):
                    assert b" 200 " in await ada.hears(b"ok\n")
            for count in (100, 10_000):
                async with raw(server) as eve:
                    eve.say(request)
                    await eve.hears(b"ok\n")
                    eve.say(request * count)
                    heard = await eve.rest()
                    assert heard.count(b" 200 ") <= MAX_PIPELINED + 1
                    assert b"400 Bad Request" in heard

    act(scene)


def test_nonsense_is_refused_and_leaves_no_trace(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            for nonsense in (
                b"\x00" * 100,
                b"GET\r\n\r\n",
                b"GET / HTTP/9.9\r\n\r\n",
                b"\x16\x03\x01\x02\x00",
            ):
                async with raw(server) as eve:
                    eve.say(nonsense)
                    assert b"400 Bad Request" in await eve.rest()
            async with raw(server) as eve:
                eve.say(head(server) + b"Upgrade: tea\r\nConnection: upgrade\r\n\r\n")
                assert b" 200 " in await eve.hears(b"ok\n")

    act(scene)


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING),
        frame(PING, bytes(125)),
        frame(PONG),
        frame(PONG, bytes(125)),
        frame(BEGIN) + 60 * frame(PART) + frame(PART | 0x80),
    ],
    ids=["pings", "long pings", "pongs", "long pongs", "parts"],
)
def test_frames_of_any_kind_are_limited(server: Server, flood: bytes) -> None:
    """Without a limit, this one socket would keep the server busy for as long as it likes."""

    async def scene() -> None:
        async with bystanders(server), raw_socket(server) as eve:
            before = memory(server)
            ending = asyncio.create_task(eve.rest())
            with pytest.raises(ConnectionError):
                await eve.keeps_saying(flood * 100, 20_000)
            heard = await ending
            assert heard.count(b"\x8a") < 1.5 * MAX_FRAMES_AT_ONCE, "so many pings were answered"
            assert memory(server) - before < BOUND

    act(scene)


def test_the_liveliest_page_stays_within_the_limits(server: Server) -> None:
    """Sixty commands at once of the greatest length, and then twenty in a second, with pings in between."""

    async def scene() -> None:
        async with bystanders(server), person(server) as ada:
            long = json.dumps({"do": "ping", "id": "1", "more": "x" * 16_000})
            for _ in range(60):
                await ada.socket.send(long)
            for number in range(20):
                await asyncio.sleep(0.06)
                await ada.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            assert (await ada.hears("done", id="c19"))["is"] == "done"
            assert [news.get("code") for news in ada.heard].count("bad_frame") == 60

    act(scene)


def test_a_school_behind_one_address_stays_within_the_limits(tmp_path: Path) -> None:
    """All sockets that an address may have, each with as many commands at once as a page ever sends."""

    async def scene(server: Server) -> None:
        async with bystanders(server), AsyncExitStack() as stack:
            pupils = [await stack.enter_async_context(person(server)) for _ in range(64)]
            for pupil in pupils:
                for number in range(58):
                    await pupil.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            for pupil in pupils:
                assert (await pupil.hears("done", id="c57"))["is"] == "done"

    with serving(tmp_path / "data") as server:
        act(lambda: scene(server))


def test_an_address_beyond_its_limit_waits_and_nobody_there_is_cut_off(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with bystanders(server), AsyncExitStack() as stack:
            four = [await stack.enter_async_context(person(server)) for _ in range(4)]
            for one in four:
                for _ in range(60):
                    await one.socket.pong(b"")  # type: ignore[attr-defined]
            for one in four:
                for number in range(20):
                    await one.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            for one in four:
                assert (await one.hears("done", id="c19"))["is"] == "done"

    with serving(tmp_path / "data", "--sockets", "4") as server:
        act(lambda: scene(server))


def test_text_that_is_no_text_is_told_and_logged_by_nobody(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            before = len(server.logged())
            for more in (b"", frame(CLOSE), frame(TEXT, b"\xff") * 20, frame(PING) * 20):
                for _ in range(10):
                    async with raw_socket(server) as eve:
                        eve.say(frame(TEXT, b"\xff\xfe") + more)
                        heard = await eve.rest()
                        assert close_code(heard) in (1007, 1005) or b"\x88\x00" in heard
            assert len(server.logged()) == before

    act(scene)


def test_commands_of_who_goes_at_once_are_carried_out(server: Server) -> None:
    """They and the goodbye come together; the goodbye does not overtake them."""

    async def scene() -> None:
        create = {"do": "create", "id": "1", "name": "Ada", "setup": {"game": "duel", "seats": 2}}
        pings = [frame(TEXT, b'{"do": "ping", "id": "%d"}' % number) for number in range(40)]
        async with bystanders(server), raw_socket(server) as ada:
            before = tables(server)
            last = frame(TEXT, json.dumps({**create, "key": new_key()}).encode())
            ada.say(b"".join(pings) + last + frame(CLOSE, b"\x03\xe8"))
            assert close_code(await ada.rest()) == 1000
            while tables(server) == before:
                await asyncio.sleep(0.1)

    act(scene)


def tables(server: Server) -> int:
    """How many tables were ever opened and saved."""
    return int(server.rows("SELECT count(*) FROM tables")[0][0])
