"""A connection below the level of a WebSocket library: bytes as they are, however wrong."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket as sockets
import struct
from collections.abc import AsyncIterator

from tests.server.people import PATIENCE, Server

TEXT, BINARY, PART, CLOSE, PING, PONG = 0x81, 0x82, 0x00, 0x88, 0x89, 0x8A
BEGIN = 0x01
"""The first part of a text of many."""


class Raw:
    """Some bytes to say and some to hear."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def say(self, data: bytes) -> None:
        self._writer.write(data)

    async def keeps_saying(self, data: bytes, times: int) -> None:
        """Say the same again and again, as fast as the network takes it."""
        for _ in range(times):
            self.say(data)
            await asyncio.wait_for(self._writer.drain(), PATIENCE)

    async def hears(self, until: bytes) -> bytes:
        return await asyncio.wait_for(self._reader.readuntil(until), PATIENCE)

    async def hears_bytes(self, count: int) -> bytes:
        return await asyncio.wait_for(self._reader.readexactly(count), PATIENCE)

    async def hears_some(self, most: int) -> bytes:
        """What has come, however little."""
        return await asyncio.wait_for(self._reader.read(most), PATIENCE)

    async def rest(self) -> bytes:
        """All that comes until the server closes the connection."""
        heard = b""
        with contextlib.suppress(ConnectionError):
            while more := await asyncio.wait_for(self._reader.read(65_536), PATIENCE):
                heard += more
                if code := close_code(heard):
                    self.say(frame(CLOSE, struct.pack("!H", code)))
        return heard

    async def ignores(self) -> None:
        """Read whatever comes, and forget it."""
        with contextlib.suppress(ConnectionError):
            while await self._reader.read(65_536):
                pass

    @property
    def over(self) -> bool:
        return self._reader.at_eof() or self._writer.is_closing()


@contextlib.asynccontextmanager
async def raw(server: Server, *, reads: bool = True, address: str = "") -> AsyncIterator[Raw]:
    """A connection, from an address; one that never *reads* has next to no room for what comes."""
    made = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    if address:
        made.bind((address, 0))
    if not reads:
        made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    made.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=made, limit=4096 if not reads else 1 << 16)
    except BaseException:
        made.close()
        raise
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def upgrade(server: Server, *more: str, path: str = "/socket") -> bytes:
    """The head of a request for a WebSocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {server.address}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


@contextlib.asynccontextmanager
async def raw_socket(server: Server, *, reads: bool = True, address: str = "") -> AsyncIterator[Raw]:
    """A WebSocket that is open, and whatever happens then."""
    async with raw(server, reads=reads, address=address) as connection:
        connection.say(upgrade(server))
        assert b" 101 " in await connection.hears(b"\r\n\r\n")
        yield connection


def frame(kind: int, data: bytes = b"") -> bytes:
    """A frame as a client sends it: masked."""
    mask = os.urandom(4)
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([kind]) + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


def close_code(heard: bytes) -> int | None:
    """The code of the close frame at the end of what a server said."""
    at = heard.rfind(b"\x88")
    return struct.unpack("!H", heard[at + 2 : at + 4])[0] if 0 <= at <= len(heard) - 4 else None
