"""Limits: how often, how long, from where. Who goes beyond them is turned away, and nobody else notices."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEADER_SECONDS = 10.0
"""How long a request's head may take, ..."""
HEADER_BYTES = 16_384
"""... and how long it may be."""
UNREAD_BYTES = 262_144
"""How much a peer may leave unread before it is cut off."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Bucket:
    """A store of permissions that refills at a steady rate."""

    __slots__ = ("_filled", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._left, self._filled = size, time.monotonic()

    def take(self) -> bool:
        """Whether there was a permission left."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that the bucket can be forgotten."""
        return self._left + (time.monotonic() - self._filled) * self._rate >= self._size


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if address not in self._buckets:
            if len(self._buckets) > 10_000:
                self._buckets = {a: bucket for a, bucket in self._buckets.items() if not bucket.full}
            self._buckets[address] = Bucket(self._rate, self._size)
        return self._buckets[address].take()


class Origins:
    """From where a page may talk to this server: from this server, under one of its names."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self._hosts = frozenset((*LOOPBACK, *hosts))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        return _name(host) in self._hosts

    def allows(self, origin: str | None, host: str) -> bool:
        """Whether a socket may be opened: only browsers send an origin, and it must be this very server."""
        if not self.knows(host):
            return False
        return origin is None or origin in (f"http://{host}", f"https://{host}")


def _name(host: str) -> str:
    """A host without its port."""
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]


class Http(HttpToolsProtocol):
    """HTTP whose heads must end soon."""

    _deadline: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEADER_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline:
            self._head += len(data)
            if self._head > HEADER_BYTES + 65_536:
                self.transport.abort()
                return
        super().data_received(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if sum(len(name) + len(value) for name, value in self.headers) > HEADER_BYTES:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self._deadline:
            self._head = 0

    def _in_time(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


class Frames(WebSocketsSansIOProtocol):
    """A WebSocket whose peer must read what it makes the server say."""

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()


def address_of(scope: Any) -> str:
    """Who is connected, as far as the network knows."""
    client = scope.get("client")
    return str(client[0]) if client else ""
