"""One WebSocket: a bounded queue of frames out, and a limited rate of commands in."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.types import Receive, Send

from elfer.core.refusals import Refused
from elfer.server.limits import Bucket
from elfer.server.session import Session

COMMANDS_PER_SECOND = 20.0
"""How many commands a socket may send for long, …"""
MAX_COMMANDS_AT_ONCE = 60
"""… and how many at once."""
MAX_WAITING_FRAMES = 256
"""How many frames may wait for a slow reader before it is cut off."""
MAX_REFUSALS = 50
"""How many more commands than were accepted are answered as too many before the socket is closed."""
TEXT_ONLY, POLICY = 1003, 1008


class Socket:
    """A connection and what waits to be sent there."""

    __slots__ = ("_bucket", "_closing", "_cut", "_frames", "_receive", "_refusals", "_send", "_writer")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._bucket = Bucket(COMMANDS_PER_SECOND, MAX_COMMANDS_AT_ONCE)
        self._refusals = 0
        self._frames: deque[str] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._cut = False

    def send(self, frame: str) -> None:
        """Put a frame into the queue; whoever does not read is cut off, and nobody waits for it."""
        if self._cut:
            return
        if len(self._frames) >= MAX_WAITING_FRAMES:
            self.cut(POLICY, "too slow")
            return
        self._frames.append(frame)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send what waits, frame by frame; the network's own buffers say when."""
        try:
            while self._frames:
                await self._send({"type": "websocket.send", "text": self._frames.popleft()})
        except (RuntimeError, OSError):
            self._cut = True
            self._frames.clear()
        finally:
            self._writer = None

    def cut(self, code: int, reason: str) -> None:
        """Close, without waiting for anybody."""
        if not self._cut:
            self._cut = True
            self._frames.clear()
            self._closing = asyncio.get_running_loop().create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        if self._writer is not None:
            self._writer.cancel()
        with contextlib.suppress(RuntimeError, OSError):  # the guard sees to its end
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def serve(self, session: Session) -> None:
        """Hand a session what arrives, one by one, until the connection ends; too much is refused here."""
        while not self._cut:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            if frame is None:
                self.cut(TEXT_ONLY, "text only")
            elif self._bucket.take():
                self._refusals = max(0, self._refusals - 1)
                await session.receive(frame)
            else:
                self._refuse(session, frame)
        if self._closing:
            await self._closing

    def _refuse(self, session: Session, frame: str) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self.cut(POLICY, "too many commands")
        else:
            session.refuse_frame(frame, Refused("too_fast"))
