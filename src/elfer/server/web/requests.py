"""Plain HTTP: how long a request may take, how many may wait, and how long an answer may lie unread."""

from __future__ import annotations

import asyncio
import socket
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from elfer.server.web.guard import visitor
from elfer.server.web.visitors import Visitors

HEADER_SECONDS = 10.0
"""How long a request's head may take, ..."""
HEADER_BYTES = 16_384
"""... and how long it may be."""
MAX_PIPELINED = 8
"""How many requests may wait for the answers to earlier ones of the same connection; browsers send none."""
WRITE_SECONDS = 10.0
"""How long a peer may leave an answer unread that the system's buffers cannot hold."""
IDLE_SECONDS = 5
"""How long a connection stays open for another request."""
CLOSE_SECONDS = 5.0
"""How long a peer has to take the rest of what was said to it."""
SEND_BYTES = 131_072
"""How much the system may hold for a peer that does not read, …"""
RECEIVE_BYTES = 65_536
"""… and from a peer that has to wait; else it would be megabytes."""
UPGRADE_VISITS = 8
"""How many requests a new socket counts for; it is more work."""
BUSY = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """One connection before it becomes a socket; most never do."""

    _deadline: asyncio.TimerHandle | None = None
    """When the head must have ended; none while no head is under way."""
    _unread: asyncio.TimerHandle | None = None
    """When the peer must have read; none while it keeps up."""
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._answering: list[RequestResponseCycle] = []
        """The request that is being answered, and those that wait for it."""
        self._visitors = cast(Visitors, self.server_state)
        self._peer = self.client[0] if self.client else ""
        of_system = transport.get_extra_info("socket")
        of_system.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        of_system.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
        if self._visitors.come(self, visitor(self._peer, "")):
            self._expect_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._visitors.leave(self)
        self._in_time()
        for cycle in self._answering:
            if not cycle.response_complete:
                cycle.disconnected, cycle.scope["gone"] = True, True  # type: ignore[typeddict-unknown-key]
        self._answering.clear()
        self.resume_writing()
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        if not self._deadline and (self.cycle is None or self.cycle.response_complete):
            self._expect_head()  # also if it is only blank lines, which belong to no request
        if self._deadline:
            self._head += len(data)
            if self._head > HEADER_BYTES:
                self.send_400_response("The head is too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many requests at once")  # the parser stops here, and the peer is told
        super().on_message_begin()
        if not self._deadline:
            self._expect_head()

    def on_headers_complete(self) -> None:
        self._in_time()
        named = [value.decode("latin-1") for name, value in self.headers if name == b"x-forwarded-for"]
        self.client = (visitor(self._peer, named[-1] if named else "", self._visitors.proxies), 0)
        self.scope["client"] = self.client
        self._visitors.belongs(self, self.client[0])
        super().on_headers_complete()
        if self.cycle and self.cycle.scope is self.scope:
            self._answering = [cycle for cycle in self._answering if not cycle.response_complete]
            self._answering.append(self.cycle)

    def handle_websocket_upgrade(self) -> None:
        assert self.client
        if self._visitors.visits.of(self.client[0]).take(UPGRADE_VISITS):
            self._visitors.leave(self)
            super().handle_websocket_upgrade()
        else:
            self.transport.write(BUSY)
            self._close()

    def _expect_head(self) -> None:
        self._head = 0
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _in_time(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    # What goes

    def on_response_complete(self) -> None:
        if self.cycle.more_body:  # nothing here wants a body, so nobody waits for its end
            self.transport.close()
        super().on_response_complete()
        if self.transport.is_closing():
            self._close()

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._close()

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def _close(self) -> None:
        """End the connection soon, even if the peer reads nothing; a transport would wait for ever."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
            self._unread = None
