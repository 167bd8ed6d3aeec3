"""Names and limits of connections: origins, heads of requests, and how much an address may have."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from elfer.server.web.guard import HEADER_BYTES, Origins
from tests.server.bystanders import act, bystanders, complaints, memory
from tests.server.people import Refusal, Server, person, serving
from tests.server.raw import Raw, raw, upgrade

BOUND = 48 << 20
"""How much the server's memory may grow by what one test does to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("guard") / "data"
    options = ("--tables", "1000", "--sockets", "1000", "--name", "cards.example")
    with serving(data, *options) as server:
        yield server
        assert complaints(server) == []


HOSTS = ["localhost", "localhost:8011", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8011", "LocalHost:8011"]
STRANGERS = [
    "", "evil.example", "evil.example:8011", "localhost.evil.example", "localhost@evil.example",
    "127.0.0.1.evil", "[::1", "[::2]:8011", "0.0.0.0", "localhost,evil.example", " localhost",
]  # fmt: skip


def test_the_server_knows_its_own_names_only() -> None:
    own = Origins(("cards.example",))
    assert all(own.knows(host) for host in [*HOSTS, "cards.example"])
    assert not any(own.knows(host) for host in STRANGERS)


def test_a_page_may_talk_only_to_the_server_it_came_from() -> None:
    own = Origins(("cards.example",))
    assert own.allows(None, "localhost:8011")
    assert own.allows("http://localhost:8011", "localhost:8011")
    assert own.allows("https://cards.example", "cards.example")
    for origin in ("null", "", "http://localhost", "http://localhost:8012", "http://evil.example", "file://"):
        assert not own.allows(origin, "localhost:8011"), origin
    assert not own.allows("http://evil.example", "evil.example")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://cards.example"],
)
def test_a_socket_from_a_wrong_origin_is_refused(server: Server, origin: str) -> None:
    async def scene() -> None:
        async with bystanders(server):
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"ws://{server.address}/socket", origin=origin)  # type: ignore[arg-type]

    act(scene)


def test_a_socket_from_the_own_page_is_welcome(server: Server) -> None:
    async def scene() -> None:
        own = f"http://{server.address}"
        async with connect(f"ws://{server.address}/socket", origin=own) as socket:  # type: ignore[arg-type]
            assert '"welcome"' in str(await socket.recv())

    act(scene)


async def asked(server: Server, *lines: str) -> bytes:
    """All that comes back for a request, until the connection is closed."""
    async with raw(server) as connection:
        connection.say("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        return await connection.rest()


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:80", "192.0.2.1", "x" * 300])
def test_a_wrong_host_is_refused(server: Server, host: str) -> None:
    """A name that an attacker lets point here (DNS rebinding) gets neither a page nor a socket."""

    async def scene() -> None:
        async with bystanders(server):
            for path in ("/", "/api/games", "/healthz", "/page.js"):
                assert b" 421 " in (await asked(server, f"GET {path} HTTP/1.1", f"Host: {host}"))[:20]
            head = upgrade(server).replace(server.address.encode(), host.encode())
            async with raw(server) as eve:
                eve.say(head)
                assert b" 403 " in (await eve.rest())[:20]

    act(scene)


def test_a_request_without_a_host_is_refused(server: Server) -> None:
    async def scene() -> None:
        assert (await asked(server, "GET / HTTP/1.1"))[:13].split()[1] in (b"400", b"421")
        assert b" 421 " in (await asked(server, "GET / HTTP/1.0"))[:20]

    act(scene)


def test_a_name_that_was_given_is_known(server: Server) -> None:
    async def scene() -> None:
        assert b" 200 " in (await asked(server, "GET /healthz HTTP/1.1", "Host: cards.example"))[:20]

    act(scene)


def test_a_head_that_never_ends_is_cut_off(server: Server) -> None:
    """Some send a little of it now and then, the first or the second on a connection; some nothing."""

    async def scene() -> None:
        begin = f"GET /healthz HTTP/1.1\r\nHost: {server.address}\r\n".encode()
        async with bystanders(server), AsyncExitStack() as stack:
            slow, later, silent = [await stack.enter_async_context(raw(server)) for _ in range(3)]
            slow.say(begin)
            later.say(begin + b"\r\n")
            assert b" 200 " in await later.hears(b"ok\n")
            later.say(begin)
            drip = [asyncio.create_task(_drip(one, b"X: 1\r\n")) for one in (slow, later)]
            assert await silent.rest() == b""
            assert await asyncio.gather(*drip) == [b"", b""]

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
        begin = f"GET /healthz HTTP/1.1\r\nHost: {server.address}\r\n".encode()
        async with bystanders(server), raw(server) as eve:
            before = memory(server)
            if second:
                eve.say(begin + b"\r\n")
                await eve.hears(b"ok\n")
            eve.say(begin)
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
        head = f"POST /api/games HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: 1000000000\r\n\r\n"
        async with bystanders(server), raw(server) as eve:
            eve.say(head.encode())
            assert b" 405 " in await _drip(eve, bytes(100))

    act(scene)


def test_an_address_may_open_only_so_many_tables(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with bystanders(server), person(server) as eve:
            for _ in range(3):
                await eve.creates("classic", 2)
            for _ in range(5):
                with pytest.raises(Refusal, match="too_many_tables"):
                    await eve.creates("classic", 2)

    with serving(tmp_path / "data", "--tables", "4") as server:
        act(lambda: scene(server))


def test_an_address_may_have_only_so_many_sockets(tmp_path: Path) -> None:
    """Who goes may come again; another address, as a proxy on this machine reports it, counts by itself."""

    async def scene(server: Server) -> None:
        url, other = f"ws://{server.address}/socket", {"X-Forwarded-For": "192.0.2.7"}
        async with bystanders(server), AsyncExitStack() as stack:
            for _ in range(4):
                first = await stack.enter_async_context(connect(url))
            for _ in range(10):
                with pytest.raises(InvalidStatus, match="403"):
                    await connect(url)
            async with connect(url, additional_headers=other) as elsewhere:
                await elsewhere.recv()
            await first.close()
            async with person(server) as again:
                assert (await again.say("lobby"))["is"] == "done"

    with serving(tmp_path / "data", "--sockets", "6") as server:
        act(lambda: scene(server))
