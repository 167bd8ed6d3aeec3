"""The socket of a page: a bounded queue of frames out, and a limited rate of commands in."""

from __future__ import annotations

import asyncio
from itertools import count

from elfer.core.refusals import Refused
from elfer.server.limits import Bucket
from elfer.server.sessions.session import Session
from elfer.server.web.hardening import WebSocketConnection

COMMANDS_PER_SECOND = 20.0
"""Sustained rate of commands."""
MAX_COMMANDS_AT_ONCE = 60
"""Burst of commands."""
MAX_WAITING_FRAMES = 256
"""Frames that wait for a slow reader before it is cut off."""
MAX_WAITING_CHARACTERS = 4_000_000
"""Their total length; a single frame may be longer."""
MAX_REFUSALS = 50
"""Refused commands, less one for each accepted one, before the socket is closed."""
TEXT_ONLY, POLICY = 1003, 1008


class PageSocket:
    """A connection and the frames that wait to be sent on it."""

    __slots__ = ("_bucket", "_characters", "_connection", "_cut", "_numbers", "_refusals", "_waiting")

    def __init__(self, connection: WebSocketConnection) -> None:
        self._connection = connection
        connection.drained = self._flush
        self._bucket = Bucket(COMMANDS_PER_SECOND, MAX_COMMANDS_AT_ONCE)
        self._refusals = 0
        self._waiting: dict[str | int, str] = {}
        """The frames that wait, by their *merge* or else by a number."""
        self._characters = 0
        self._numbers = count()
        self._cut = False

    def send(self, frame: str, merge: str = "") -> None:
        """Send a frame, or queue it for a slow reader, who is cut off when the queue is full.

        A queued frame replaces an earlier one with the same *merge*.
        """
        if self._cut:
            return
        if self._connection.ready and not self._waiting:
            self._connection.write(frame)
            return
        self._characters += len(frame) - len(self._waiting.pop(merge, ""))
        self._waiting[merge or next(self._numbers)] = frame
        most = MAX_WAITING_CHARACTERS if len(self._waiting) > 1 else self._characters
        if not merge and (len(self._waiting) > MAX_WAITING_FRAMES or self._characters > most):
            self.cut(POLICY, "too slow")

    def _flush(self) -> None:
        """Send queued frames as long as the peer keeps up."""
        while self._waiting and self._connection.ready:
            key = next(iter(self._waiting))
            frame = self._waiting.pop(key)
            self._characters -= len(frame)
            self._connection.write(frame)

    def cut(self, code: int, reason: str) -> None:
        """Close the connection and drop what is queued."""
        if not self._cut:
            self._cut = True
            self._waiting.clear()
            self._connection.close(code, reason)

    async def serve(self, session: Session) -> None:
        """Pass commands to the session, one at a time, until the connection ends."""
        while not self._cut:
            message = await self._connection.receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            if frame is None:
                self.cut(TEXT_ONLY, "text only")
            elif self._bucket.take():
                self._refusals = max(0, self._refusals - 1)
                await session.receive(frame)
                if self._connection.pending:
                    await asyncio.sleep(0)  # lets other sockets run, also where nothing was awaited
            else:
                self._refuse(session, frame)
        self._cut = True

    def _refuse(self, session: Session, frame: str) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self.cut(POLICY, "too many commands")
        else:
            session.refuse_frame(frame, Refused("too_fast"))
