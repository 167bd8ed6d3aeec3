"""WebSocket frames: how many and how much a peer may send, and that it must take what it makes us say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from elfer.server.limits import Bucket
from elfer.server.web.guard import visitor
from elfer.server.web.visitors import Visitors

FRAMES_PER_SECOND = 400.0
"""How many frames of any kind a socket may send for long, …"""
MAX_FRAMES_AT_ONCE = 2_000.0
"""… and at once; twenty commands a second of the greatest length, and sixty at once, are less."""
BYTES_A_FRAME = 1_024
"""How many bytes count as one more frame, …"""
PIECE_BYTES = 1_024
"""… and how many are looked at before the next look at the limits."""
BREATH_SECONDS = 0.05
"""How much longer than needed an address waits that has sent too much, so that this is not work itself."""
UNREAD_BYTES = 262_144
"""How much of the answers to its own pings a peer may leave unread."""
MAX_PARTS = 64
"""How many parts a message may have; empty ones cost nothing to send."""
CLOSE_SECONDS = 5.0
"""How long a peer has for its part of a goodbye, …"""
RUDE_CLOSE_SECONDS = 1.0
"""… and one who went on talking to take ours."""
NO_TEXT = 1007


class Frames(WebSocketsSansIOProtocol):
    """A WebSocket that reads no more than it may be asked for, and writes without waiting.

    A socket beyond its own limit is cut off. Beyond the limit of its address it has to wait, since others
    there may be innocent.
    """

    seated: Callable[[], bool] = staticmethod(lambda: False)
    """Whether somebody with a seat is there."""
    drained: Callable[[], None] = staticmethod(lambda: None)
    """Is called when the peer has read, after it could take no more."""
    ready = True
    """Whether the peer keeps up with what is written."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._visitors = cast(Visitors, more["server_state"])
        self._own = Bucket(FRAMES_PER_SECOND, MAX_FRAMES_AT_ONCE)
        self._shared = self._own
        """What all sockets of the address have in common, once it is known."""
        self._unread = bytearray()
        """What came and was not looked at yet."""
        self._waiting: asyncio.TimerHandle | None = None
        self._answering = self._deaf = False

    # What comes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._visitors.open(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._visitors.leave(self)
        self._unread.clear()
        if self._waiting:
            self._waiting.cancel()
        super().connection_lost(exc)

    def hear_no_more(self) -> None:
        """Take no more commands; whatever is under way is still answered."""
        self._deaf = True
        self.stop_keepalive()
        self._unread.clear()
        while not self.queue.empty():
            self.queue.get_nowait()

    def data_received(self, data: bytes) -> None:
        if not self._deaf:
            self._unread += data
            if not self._waiting:
                self._look()

    def _look(self) -> None:
        """Take in what came, piece by piece, for as long as somebody listens and the limits allow it."""
        self._waiting = None
        while self._unread and not self._behind and not self.transport.is_closing():
            if wait := self._shared.due():
                self._waiting = self.loop.call_later(wait + BREATH_SECONDS, self._look)
                break
            piece = bytes(self._unread[:PIECE_BYTES])
            del self._unread[:PIECE_BYTES]
            self._take_in(piece)
        self._read_or_pause()

    def _read_or_pause(self) -> None:
        """Read more only when all that came was looked at."""
        if self.read_paused != bool(self._unread) and not self.transport.is_closing():
            self.read_paused = bool(self._unread)
            if self.read_paused:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    @property
    def _behind(self) -> bool:
        """Whether something that was taken in still waits to be heard."""
        return self.handshake_initiated and not self.close_sent and not self.queue.empty()

    def _take_in(self, piece: bytes) -> None:
        self.conn.receive_data(piece)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
        elif self._may(len(self.conn.events) + len(piece) / BYTES_A_FRAME):
            self.handle_events()
        else:
            self.transport.abort()
        if self.conn.handshake_exc and not self.handshake_initiated:  # uvicorn would leave it open for ever
            self.transport.write(
                b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.close()

    def _may(self, frames: float) -> bool:
        if self._shared is not self._own:
            self._shared.spend(frames)
        return self._own.take(frames)

    def handle_connect(self, event: Request) -> None:
        named = event.headers.get_all("X-Forwarded-For")
        peer = self.client[0] if self.client else ""
        address = visitor(peer, named[-1] if named else "", self._visitors.proxies)
        self.client = (address, 0)
        self._shared = self._visitors.frames.of(address)
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["line"] = self  # type: ignore[typeddict-unknown-key]

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MAX_PARTS:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.close(NO_TEXT, "not UTF-8")

    async def receive(self) -> Any:
        self._answering = False
        message = await self.queue.get()
        self._answering = True
        if self._unread and not self._waiting:
            self._look()
        return message

    @property
    def answering(self) -> bool:
        """Whether something that was heard is not answered yet."""
        return self._answering and not self.close_sent and not self.transport.is_closing()

    # What goes

    def pause_writing(self) -> None:
        super().pause_writing()
        self.ready = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.ready = True
        self.drained()

    def write(self, text: str) -> None:
        """Send a frame, without waiting."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(encoded(text))

    def close(self, code: int, reason: str) -> None:
        """Say goodbye; the peer has a moment to answer, unless it talks too much for that."""
        if self.close_sent or self.transport.is_closing():
            return
        self._deaf = bool(self._unread)
        moment = RUDE_CLOSE_SECONDS if self._deaf else CLOSE_SECONDS
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(moment, self.transport.abort)
        if self._deaf:
            self._unread.clear()
            self._read_or_pause()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._let_go()
        await super().send(message)

    def shutdown(self) -> None:
        if self.transport.is_closing():
            self.transport.abort()
        else:
            super().shutdown()
            self._let_go()

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


def encoded(text: str) -> bytes:
    """A text as one frame."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data
