"""One WebSocket: a bounded queue of frames out, and a limited rate of commands in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

from elfer.core.refusals import Refused
from elfer.server.limits import Bucket
from elfer.server.session import Session

COMMANDS_PER_SECOND = 20.0
"""How many commands a socket may send for long, …"""
MAX_COMMANDS_AT_ONCE = 60
"""… and how many at once."""
MAX_WAITING_FRAMES = 256
"""How many frames may wait for a slow reader before it is cut off, …"""
MAX_WAITING_LETTERS = 4_000_000
"""… and how long they may be together; one alone may be longer."""
MAX_REFUSALS = 50
"""How many more commands than were accepted are answered as too many before the socket is closed."""
TEXT_ONLY, POLICY = 1003, 1008


class Line(Protocol):
    """The network, as far as a socket knows it."""

    drained: Callable[[], None]
    """Is called when the peer has read, after it could take no more."""
    ready: bool
    """Whether the peer keeps up with what is written."""

    async def receive(self) -> Any:
        """What the peer says next."""

    def write(self, text: str) -> None:
        """Send a frame, without waiting."""

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, without waiting."""


class Socket:
    """A connection and what waits to be sent there."""

    __slots__ = ("_bucket", "_cut", "_letters", "_line", "_numbers", "_refusals", "_waiting")

    def __init__(self, line: Line) -> None:
        self._line = line
        line.drained = self._write
        self._bucket = Bucket(COMMANDS_PER_SECOND, MAX_COMMANDS_AT_ONCE)
        self._refusals = 0
        self._waiting: dict[str | int, str] = {}
        """The frames that wait, by what they can be merged with or else by their numbers."""
        self._letters = 0
        self._numbers = count()
        self._cut = False

    def send(self, frame: str, merge: str = "") -> None:
        """Send a frame, or let it wait; whoever does not read is cut off, and nobody waits for it.

        Of those that wait with the same *merge* only the last one counts.
        """
        if self._cut:
            return
        if self._line.ready and not self._waiting:
            self._line.write(frame)
            return
        self._letters += len(frame) - len(self._waiting.pop(merge, ""))
        self._waiting[merge or next(self._numbers)] = frame
        most = MAX_WAITING_LETTERS if len(self._waiting) > 1 else self._letters
        if not merge and (len(self._waiting) > MAX_WAITING_FRAMES or self._letters > most):
            self.cut(POLICY, "too slow")

    def _write(self) -> None:
        """Send what waits, for as long as the peer keeps up."""
        while self._waiting and self._line.ready:
            key = next(iter(self._waiting))
            frame = self._waiting.pop(key)
            self._letters -= len(frame)
            self._line.write(frame)

    def cut(self, code: int, reason: str) -> None:
        """Close, without waiting for anybody."""
        if not self._cut:
            self._cut = True
            self._waiting.clear()
            self._line.close(code, reason)

    async def serve(self, session: Session) -> None:
        """Hand a session what arrives, one by one, until the connection ends; too much is refused here."""
        while not self._cut:
            message = await self._line.receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            if frame is None:
                self.cut(TEXT_ONLY, "text only")
            elif self._bucket.take():
                self._refusals = max(0, self._refusals - 1)
                await session.receive(frame)
                await asyncio.sleep(0)  # others have a turn, also where nothing was waited for
            else:
                self._refuse(session, frame)
        self._cut = True

    def _refuse(self, session: Session, frame: str) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self.cut(POLICY, "too many commands")
        else:
            session.refuse_frame(frame, Refused("too_fast"))
