"""Middleware: which names are the server's own, and whose page may open a socket."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from elfer.server.web.middleware import HostCheck
from tests.server.bystanders import act, bystanders, complaints
from tests.server.people import Server, serving
from tests.server.raw import raw, upgrade


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
    "[::1].evil.com", "[::1].evil.com:8011", "[::1]evil.com", "[::1]:8011.evil.com", "localhost:evil.com",
    "localhost:", "localhost:8011:8011", "[[::1]]", "[localhost]", "localhost\n",
]  # fmt: skip


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError


def test_the_server_knows_its_own_names_only() -> None:
    own = HostCheck(never, ("cards.example",))
    assert all(own.knows(host) for host in [*HOSTS, "cards.example"])
    assert not any(own.knows(host) for host in STRANGERS)


def test_a_page_may_talk_only_to_the_server_it_came_from() -> None:
    own = HostCheck(never, ("cards.example",))
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


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example:80", "192.0.2.1", "[::1].evil.com", "x" * 300]
)
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
