"""Limits of connections: how long, how much, from where. Who goes beyond them is turned away unnoticed."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

HEADER_SECONDS = 10.0
"""How long a request's head may take, ..."""
HEADER_BYTES = 16_384
"""... and how long it may be."""
SEND_BYTES = 131_072
"""How much the system may hold for a peer that does not read; else it would be megabytes, ..."""
UNREAD_BYTES = 262_144
"""... and how much of its own pings' answers the server."""
MAX_PARTS = 64
"""How many parts a message may have; empty ones cost nothing to send."""
CLOSE_SECONDS = 5.0
"""How long a peer has for its part of a goodbye."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Origins:
    """From where a page may talk to this server: from this server, under one of its names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset((*LOOPBACK, *names))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        return _name(host) in self._names

    def allows(self, origin: str | None, host: str) -> bool:
        """Whether a socket may be opened: only browsers send an origin, and it must be this very server."""
        if not self.knows(host):
            return False
        return origin is None or origin in (f"http://{host}", f"https://{host}")


def _name(host: str) -> str:
    """A host without its port."""
    host = host.lower()
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]


class Http(HttpToolsProtocol):
    """HTTP whose heads must be short and end soon, every one of a connection."""

    _deadline: asyncio.TimerHandle | None = None
    """When the head must have ended; none while no head is under way."""
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline:
            self._head += len(data)
            if self._head > HEADER_BYTES:
                self.send_400_response("The head is too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._deadline:
            self._expect_head()

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        if self.cycle.more_body:  # nothing here wants a body, so nobody waits for its end
            self.transport.close()
        super().on_response_complete()

    def _expect_head(self) -> None:
        self._head = 0
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _in_time(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


class Frames(WebSocketsSansIOProtocol):
    """A WebSocket whose peer must read what it makes the server say, and go when it is told to."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:  # uvicorn would leave it open for ever
            self.transport.write(
                b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.close()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MAX_PARTS:
            self.transport.abort()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._let_go()
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._let_go()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._let_go()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._let_go()

    def _let_go(self) -> None:
        """End the connection soon, even if the peer reads nothing; a transport would wait for ever."""
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def address_of(scope: Scope) -> str:
    """Who is connected, as far as the network knows."""
    client = scope.get("client")
    return str(client[0]) if client else ""
