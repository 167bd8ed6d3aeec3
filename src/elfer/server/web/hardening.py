"""Limits inside uvicorn's protocol classes, for attacks that no setting and no middleware can stop.

uvicorn's settings know neither addresses nor seats nor deadlines, and middleware sees only whole requests and
messages. Each docstring names the attack that is stopped (in `tests/server/attacks`) and what the public
interface lacks; `resume_writing` ends what `pause_writing` began. `tests/test_dependencies.py` lists every
name of uvicorn and websockets that is used.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from elfer.server.limits import Bucket
from elfer.server.web import connection_limits as limit
from elfer.server.web.connection_limits import ConnectionLimits

NOT_UTF8 = 1007
NO_BODY = b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY_REQUESTS = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5" + NO_BODY
BAD_REQUEST = b"HTTP/1.1 400 Bad Request" + NO_BODY


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection with deadlines, until it becomes a WebSocket."""

    _header_deadline: asyncio.TimerHandle | None = None
    """None while no head is awaited."""
    _write_deadline: asyncio.TimerHandle | None = None
    """None while the peer keeps up."""
    _header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Stops floods of connections (`idle`, `requests`) and megabytes of unread data (`pipeline`).
        `limit_concurrency` knows no addresses, and would answer 503 to players, too."""
        super().connection_made(transport)
        self._cycles: list[RequestResponseCycle] = []
        """The request being answered, and those that wait for it."""
        self._limits = cast(ConnectionLimits, self.server_state)
        self._peer = self.client[0] if self.client else ""
        of_system = transport.get_extra_info("socket")
        of_system.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limit.SEND_BYTES)
        of_system.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, limit.RECEIVE_BYTES)
        if self._limits.admit(self, self._limits.client(self._peer, [])):
            self._expect_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops downloads for a peer that is gone (`download`): uvicorn ends only the last request."""
        self._limits.release(self)
        self._cancel_header_deadline()
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()
        self._cycles.clear()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stops heads without end: with httptools, uvicorn limits neither their time nor their length."""
        if not self._header_deadline and (self.cycle is None or self.cycle.response_complete):
            self._expect_head()  # also for blank lines, which belong to no request
        if self._header_deadline:
            self._header_bytes += len(data)
            if self._header_bytes > limit.HEADER_BYTES:
                self.send_400_response("The head is too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Stops thousands of requests in one packet (`pipeline`); uvicorn queues all of them."""
        if len(self.pipeline) >= limit.MAX_PIPELINED:
            raise ValueError("too many requests at once")  # ends the parser, which answers 400
        super().on_message_begin()
        if not self._header_deadline:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """Counts a connection for the client that a proxy names, before uvicorn's `proxy_headers` would."""
        self._cancel_header_deadline()
        named = [value.decode("latin-1") for name, value in self.headers if name == b"x-forwarded-for"]
        self.client = self.scope["client"] = (self._limits.client(self._peer, named), 0)
        self._limits.reassign(self, self.client[0])
        super().on_headers_complete()
        if self.cycle and self.cycle.scope is self.scope:
            self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
            self._cycles.append(self.cycle)

    def handle_websocket_upgrade(self) -> None:
        """Stops sockets that are opened and dropped (`churn`); middleware runs after most of the work."""
        assert self.client
        if self._limits.requests.of(self.client[0]).take(limit.UPGRADE_REQUESTS):
            self._limits.release(self)
            super().handle_websocket_upgrade()
            self.parser = None  # type: ignore[assignment]  # ends a reference cycle
        else:
            self.transport.write(TOO_MANY_REQUESTS)
            self.transport.close()

    def on_response_complete(self) -> None:
        """Stops bodies without end: no response here waits for one, but uvicorn would read on."""
        if self.cycle.more_body:
            self.transport.close()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Stops responses that are never read (`pipeline`); uvicorn waits for the peer without a deadline."""
        super().pause_writing()
        self._write_deadline = self.loop.call_later(limit.WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._write_deadline:
            self._write_deadline.cancel()
            self._write_deadline = None

    def _expect_head(self) -> None:
        self._header_bytes = 0
        self._header_deadline = self.loop.call_later(limit.HEADER_SECONDS, self.transport.abort)

    def _cancel_header_deadline(self) -> None:
        if self._header_deadline:
            self._header_deadline.cancel()
            self._header_deadline = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that limits the rate of frames, and that is written to without waiting.

    Beyond its own limit it is aborted. Beyond that of its address it waits: others may have sent too much."""

    seated: Callable[[], bool] = staticmethod(lambda: False)
    """Whether the page has a seat; sockets without one make room first."""
    drained: Callable[[], None] = staticmethod(lambda: None)
    """Called when `ready` is true again."""
    ready = True
    """Whether the peer keeps up with what is written."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits = cast(ConnectionLimits, more["server_state"])
        self._own_rate = Bucket(limit.FRAMES_PER_SECOND, limit.MAX_FRAMES_AT_ONCE)
        self._address_rate = Bucket(limit.FRAMES_PER_SECOND, limit.MAX_FRAMES_AT_ONCE)  # until it is known
        self._unparsed = bytearray()
        self._waiting: asyncio.TimerHandle | None = None
        self._busy = self._closed_to_input = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Lets idle sockets without a seat make room (`idle`); `limit_concurrency` knows no seats."""
        super().connection_made(transport)
        self._limits.add_socket(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends what `connection_made` and `_parse` began."""
        self._limits.release(self)
        self._unparsed.clear()
        if self._waiting:
            self._waiting.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stops floods of frames of any kind (`pings`, `pongs`, `parts`, `no-command`): uvicorn parses all at
        once, and middleware sees neither control frames nor fragments."""
        if not self._closed_to_input:
            self._unparsed += data
            if not self._waiting:
                self._parse()

    def _parse(self) -> None:
        """Parse what came, piece by piece, as long as the application keeps up and the limits allow it."""
        self._waiting = None
        while self._unparsed and not self.transport.is_closing():
            if self.handshake_initiated and not self.close_sent and self.pending:
                break
            if wait := self._address_rate.due():
                self._waiting = self.loop.call_later(wait + limit.PAUSE_SECONDS, self._parse)
                break
            piece = self._unparsed[: limit.PIECE_BYTES]
            del self._unparsed[: limit.PIECE_BYTES]
            self._parse_piece(piece)
        self._pause_or_resume_reading()

    def _pause_or_resume_reading(self) -> None:
        if self.read_paused != bool(self._unparsed) and not self.transport.is_closing():
            self.read_paused = bool(self._unparsed)
            if self.read_paused:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def _parse_piece(self, piece: bytearray) -> None:
        self.conn.receive_data(piece)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
        elif self._own_rate.take(frames := len(self.conn.events) + len(piece) / limit.BYTES_A_FRAME):
            self._address_rate.spend(frames)
            self.handle_events()
        else:
            self.transport.abort()
        if self.conn.handshake_exc and not self.handshake_initiated:  # uvicorn would leave it open for ever
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Gives the application this connection, since ASGI's `send` has to be awaited for each frame."""
        peer = self.client[0] if self.client else ""
        address = self._limits.client(peer, event.headers.get_all("X-Forwarded-For"))
        self.client = (address, 0)
        self._address_rate = self._limits.frames.of(address)
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["connection"] = self  # type: ignore[typeddict-unknown-key]

    def handle_cont(self, event: Frame) -> None:
        """Stops messages of endless empty fragments (`parts`); `ws_max_size` counts bytes alone."""
        super().handle_cont(event)
        if len(self.frames) > limit.MAX_FRAGMENTS:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Stops floods of the log (`no-text`): uvicorn logs a traceback for each text that is no UTF-8.
        Reading is paused in `_parse`, not after every message."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.close(NOT_UTF8, "not UTF-8")

    async def receive(self) -> Any:
        """Parses on once the application is ready (`no-command`); uvicorn only resumes reading."""
        self._busy = False
        message = await self.queue.get()
        self._busy = True
        if self._unparsed and not self._waiting:
            self._parse()
        return message

    @property
    def pending(self) -> bool:
        """Whether `receive` would return at once."""
        return not self.queue.empty()

    @property
    def busy(self) -> bool:
        """Whether a received command is not answered yet."""
        return self._busy and not self.close_sent and not self.transport.is_closing()

    def stop_receiving(self) -> None:
        """Drop all input from now on; the command under way is still answered."""
        self._closed_to_input = True
        self.stop_keepalive()
        self._unparsed.clear()
        while not self.queue.empty():
            self.queue.get_nowait()

    def pause_writing(self) -> None:
        """Notes a peer that does not read, whom no table waits for; ASGI's `send` would wait."""
        super().pause_writing()
        self.ready = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.ready = True
        self.drained()

    def write(self, text: str) -> None:
        """Send a text frame, without waiting."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.conn.send_text(text.encode())
            self.transport.writelines(self.conn.data_to_send())

    def close(self, code: int, reason: str) -> None:
        """Send a close frame, without waiting, and end the connection even if no answer comes."""
        if self.close_sent or self.transport.is_closing():
            return
        self._closed_to_input = bool(self._unparsed)
        deadline = limit.FLOODED_CLOSE_SECONDS if self._closed_to_input else limit.CLOSE_SECONDS
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(deadline, self.transport.abort)
        if self._closed_to_input:
            self._unparsed.clear()
            self._pause_or_resume_reading()

    def handle_ping(self) -> None:
        """Stops pongs that pile up for a peer that reads none (`pings`); uvicorn buffers all of them."""
        if self.transport.get_write_buffer_size() > limit.UNREAD_PONG_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    async def send(self, message: Any) -> None:
        """Frees the handshake, which uvicorn keeps as long as the socket."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response
            self.scope["headers"] = []

    def shutdown(self) -> None:
        """Ends a socket that is closing already; uvicorn would fail to send it a close frame."""
        if self.transport.is_closing():
            self.transport.abort()
        else:
            super().shutdown()
