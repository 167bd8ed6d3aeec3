"""Plain HTTP: heads, bodies, pipelines, answers that nobody reads: each ends, and another table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from elfer.server.web.requests import HEADER_BYTES, MAX_PIPELINED
from tests.server.bystanders import act, bystanders, complaints, lets_go, memory, open_files
from tests.server.people import Server, serving
from tests.server.raw import Raw, raw, upgrade

BOUND = 48 << 20
"""How much the server's memory may grow by what one test does to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("requests") / "data"
    with serving(data, "--tables", "1000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []
        assert "Invalid" not in server.logged(), "who sends nonsense fills no log"


HASTY = """
from elfer.server.web import requests
requests.HEADER_SECONDS = requests.WRITE_SECONDS = 3.0
requests.IDLE_SECONDS = 2
from elfer.cli import main
main()
"""
"""A server that waits for less long."""


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", "--pause", "0")
    server._command[1:3] = ["-c", HASTY]
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
        begin, before = head(server), open_files(server)
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
