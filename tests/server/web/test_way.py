"""The way between two nodes: who may open one, and what ends it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable

import pytest

from elfer.server.web.pipes import Pipes
from elfer.server.web.way import (
    GREETING_SECONDS,
    MAX_GREETING_BYTES,
    MAX_MESSAGE_BYTES,
    MAX_WAITING_BYTES,
    VERSION,
    Kind,
    message,
)
from tests.server.indoors import indoors
from tests.server.web.piping import ADDRESS, SECRET, Carried, listening, piped, settled, ways

Answers = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


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


async def is_no_node(answers: Answers) -> str:
    """Try to open a pipe to somebody who answers like this, which leads nowhere; the address."""
    server = await asyncio.start_server(answers, "127.0.0.1", 0)
    async with server, indoors() as lobby:
        carried = Carried(lobby, ADDRESS)
        address = "{}:{}".format(*server.sockets[0].getsockname())
        assert await Pipes(SECRET).open(address, ADDRESS, carried.session) is None
        await carried.close()
    return address


def test_nobody_is_told_a_command_by_who_does_not_know_the_secret() -> None:
    """A stranger at the address of a node that is gone gets a number and a proof, and then nothing."""

    async def story() -> None:
        heard, over = bytearray(), asyncio.Event()

        async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(message(Kind.HELLO, VERSION + bytes(32)))
            heard.extend(await reader.readexactly(5 + 64))
            writer.write(message(Kind.HELLO, bytes(32)))
            heard.extend(await reader.read())
            writer.close()
            over.set()

        await is_no_node(stranger)
        await over.wait()
        assert len(heard) == 5 + 64
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
                assert len(answer) == 5 + 33  # a number, never used again
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            await settled(lambda: not listener.ends)
            assert not lobby.sessions

    asyncio.run(story())


def test_a_node_of_another_release_is_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async def older(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(message(Kind.HELLO, b"\0" * 32))
            assert await reader.read() == b""
            writer.close()

        address = await is_no_node(older)
        (told,) = caplog.records
        assert told.getMessage() == "a node of another release has a table"
        assert told.__dict__["node"] == address

    with caplog.at_level(logging.WARNING, "elfer.pipes"):
        asyncio.run(story())


def test_a_node_that_does_not_read_is_hung_up_on() -> None:
    async def story() -> None:
        async with piped() as both:
            assert both.far._transport
            both.far._transport.pause_reading()
            for _ in range(12):  # the system takes some megabytes itself
                both.page.send("x" * (MAX_WAITING_BYTES // 4))
            await settled(lambda: both.near.gone)

    asyncio.run(story())


def test_a_message_that_is_too_long_ends_the_way() -> None:
    async def story() -> None:
        async with piped() as both:
            assert both.far._transport
            both.far._transport.write((MAX_MESSAGE_BYTES + 1).to_bytes(4) + bytes((Kind.FRAME,)))
            await settled(lambda: both.near.gone)

    asyncio.run(story())


def test_messages_come_in_any_pieces() -> None:
    async def story() -> None:
        async with piped() as both:
            number = next(iter(both.near.pages))
            assert both.near._transport
            assert both.near._signing
            codes = both.near._signing

            def sealed(text: str) -> bytes:
                said = message(Kind.FRAME, number + b"\0" + text.encode())
                return said + codes.next(said)

            texts = ('"äh"', f'"{"b" * 9}"') * 3
            for byte in b"".join(map(sealed, texts[:2])):
                both.near._transport.write(bytes((byte,)))
                await asyncio.sleep(0.001)
            both.near._transport.write(b"".join(map(sealed, texts[2:])))
            await settled(lambda: both.carried._frames.qsize() == 6)
            assert [str(news) for news in both.carried.heard()] == ["äh", "b" * 9] * 3

    asyncio.run(story())
