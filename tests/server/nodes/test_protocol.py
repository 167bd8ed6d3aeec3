"""Who may open a connection between nodes, and what ends it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable

import pytest
from websockets.utils import accept_key

from elfer.server.nodes.connection import MAX_BATCH_BYTES, MAX_WAITING_BYTES, OPEN_SECONDS
from elfer.server.nodes.protocol import PATH, OpenPage, PageFrame, authorization, encode
from tests.server.indoors import indoors
from tests.server.nodes.forwarding import (
    ADDRESS,
    SECRET,
    ForwardableLink,
    dialing,
    forwarded,
    listening,
    settled,
)

Answers = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def test_a_client_without_the_secret_is_refused() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (server, address):
            link = ForwardableLink(lobby, ADDRESS)
            async with dialing(secrets.token_bytes(32)) as client:
                assert await link.forward(client, address) is None
            await link.close()
            assert not server.connections
            assert not lobby.sessions

    asyncio.run(story())


async def is_refused(answers: Answers) -> None:
    """Try to forward a page to a server that answers like this, which must fail."""
    server = await asyncio.start_server(answers, "127.0.0.1", 0)
    async with server, indoors() as lobby, dialing() as client:
        link = ForwardableLink(lobby, ADDRESS)
        address = "{}:{}".format(*server.sockets[0].getsockname())
        assert await link.forward(client, address) is None
        await link.close()


def test_a_server_without_the_secret_is_sent_no_command() -> None:
    """A stranger at the address of a node that is gone gets a token, and then nothing."""

    async def story() -> None:
        heard, over = bytearray(), asyncio.Event()

        async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.extend(request := await reader.readuntil(b"\r\n\r\n"))
            (key,) = [line[19:] for line in request.split(b"\r\n") if line.startswith(b"Sec-WebSocket-Key: ")]
            writer.write(_accepts(key.decode()))
            with contextlib.suppress(OSError):
                heard.extend(await reader.read())
            writer.close()
            over.set()

        await is_refused(stranger)
        await over.wait()
        assert heard.endswith(b"\r\n\r\n")  # nothing but the request
        assert SECRET not in heard
        assert SECRET.hex().encode() not in heard

    asyncio.run(story())


def _accepts(key: str) -> bytes:
    """The answer of any WebSocket server."""
    upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return f"{upgrade}Sec-WebSocket-Accept: {accept_key(key)}\r\nElfer-Proof: {'0' * 64}\r\n\r\n".encode()


def test_strangers_learn_nothing_and_are_not_waited_for() -> None:
    async def story() -> None:
        async with indoors() as lobby, listening(lobby) as (server, address):
            host, port = address.split(":")
            said = (
                b"GET / HTTP/1.1\r\n\r\n",
                b"GET " + PATH.encode() + b" HTTP/1.1\r\nX: " + b"x" * 10_000,
                b"\0" * 99,
                b"",
            )
            for start in said:
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(start)
                answer = b""
                async with asyncio.timeout(OPEN_SECONDS + 20):
                    with contextlib.suppress(OSError):
                        answer = await reader.read()
                assert not answer or answer.startswith(b"HTTP/1.1 4")
                assert b"elfer" not in answer.lower()
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            assert not server.connections
            assert not lobby.sessions

    asyncio.run(story())


def test_a_node_of_another_version_is_refused_in_words(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elfer.server.nodes.client.PATH", "/nodes/0")

    async def story() -> str:
        async with indoors() as lobby, listening(lobby) as (_, address), dialing() as client:
            link = ForwardableLink(lobby, ADDRESS)
            assert await link.forward(client, address) is None
            await link.close()
            reader, writer = await asyncio.open_connection(*address.split(":"))
            upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            key = f"Sec-WebSocket-Key: {'A' * 22}==\r\nAuthorization: {authorization(SECRET)}\r\n"
            writer.write(f"GET /nodes/0 HTTP/1.1\r\nHost: x\r\n{upgrade}{key}\r\n".encode())
            answer = (await reader.read()).decode()
            writer.close()
            assert answer.startswith("HTTP/1.1 426 ")
            assert answer.endswith("protocol version differs\n")
            return address

    with caplog.at_level(logging.WARNING, "elfer.nodes"):
        address = asyncio.run(story())
    (told,) = caplog.records
    assert told.getMessage() == "protocol version differs"
    assert told.__dict__["node"] == address


def test_a_node_that_does_not_read_is_dropped() -> None:
    async def story() -> None:
        async with forwarded() as both:
            both.owner.connection._socket.transport.pause_reading()
            for _ in range(12):  # the system takes some megabytes itself
                both.tells("x" * (MAX_WAITING_BYTES // 4))
            await settled(lambda: not both.accepted.open)

    asyncio.run(story())


@pytest.mark.parametrize(
    "batch",
    [encode([PageFrame(0, "x" * MAX_BATCH_BYTES)]), b"\xc1", encode([[9, 0]]), encode([[0, "0", ""]])],
)
def test_a_batch_that_is_too_long_or_unreadable_ends_the_connection(batch: bytes) -> None:
    async def story() -> None:
        async with forwarded() as both:
            with contextlib.suppress(Exception):
                await both.owner.connection._socket.send(batch)
            await settled(lambda: not both.accepted.open and not both.page.open)

    asyncio.run(story())


def test_messages_about_unknown_pages_are_ignored() -> None:
    async def story() -> None:
        async with forwarded() as both:
            both.owner.connection.send(PageFrame(99, '{"do": "ping", "id": "a"}'))
            both.accepted.send(PageFrame(99, '{"is": "done", "id": "a"}'))
            both.owner.connection.send(OpenPage(7, ADDRESS))
            await settled(lambda: len(both.server.pages) == 2)
            assert both.page.open

    asyncio.run(story())
