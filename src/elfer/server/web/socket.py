"""One connected page: it hears of one table or of the lobby, and its commands are carried out one by one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Literal

import msgspec
from starlette.types import Receive, Send

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.web.guard import Bucket

if TYPE_CHECKING:
    from elfer.server.room import Room

MOST_WAITING = 256
"""How many frames may wait for a slow reader before it is cut off."""
MOST_REFUSALS = 50
"""How many more commands than were accepted are answered as too many before the socket is closed."""
TEXT_ONLY, POLICY = 1003, 1008
log = logging.getLogger("elfer.socket")


class Socket:
    """A connection, its bounded queue of frames, and where it is."""

    __slots__ = (
        "_bucket", "_closing", "_cut", "_frames", "_receive", "_refusals", "_send", "_writer",
        "address", "key", "room",
    )  # fmt: skip

    def __init__(self, receive: Receive, send: Send, address: str, rate: float) -> None:
        self._receive, self._send = receive, send
        self.address = address
        self.room: Room | None = None
        self.key = ""
        """The hash of the key that was shown for this room."""
        self._bucket = Bucket(rate, 3 * rate)
        self._refusals = 0
        self._frames: deque[str] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._cut = False

    def tell(self, news: wire.News) -> None:
        self.send(wire.write(news))

    def send(self, frame: str) -> None:
        """Put a frame into the queue; whoever does not read is cut off, and nobody waits for it."""
        if self._cut:
            return
        if len(self._frames) >= MOST_WAITING:
            self.cut(POLICY, "too slow")
            return
        self._frames.append(frame)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    def put_out(self, code: Literal["removed", "private", "reload"]) -> None:
        """Say that this is no longer at its table."""
        self.room = None
        self.tell(wire.Out(code=code))

    def cut(self, code: int, reason: str) -> None:
        """Close, without waiting for anybody."""
        if not self._cut:
            self._cut = True
            self._frames.clear()
            self._closing = asyncio.get_running_loop().create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        if self._writer is not None:
            self._writer.cancel()
        with contextlib.suppress(RuntimeError, OSError):
            await self._send(
                {"type": "websocket.close", "code": code, "reason": reason}
            )  # the guard sees to its end

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

    async def commands(self) -> AsyncIterator[wire.AnyCommand]:
        """The commands that arrive, until the connection ends; what is none, or too much, is refused here."""
        while not self._cut:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("text")
            if frame is None:
                self.cut(TEXT_ONLY, "text only")
            elif not self._bucket.take():
                self._refuse_too_fast(frame)
            else:
                self._refusals = max(0, self._refusals - 1)
                try:
                    yield wire.read(frame)
                except msgspec.DecodeError as error:
                    self.refuse(_id_of(frame), Refused("bad_frame", why=str(error)))
        if self._closing:
            await self._closing

    def refuse(self, id: str | None, refused: Refused) -> None:
        self.tell(wire.Refused(id=id, code=refused.code, params=plain(refused.params)))

    def _refuse_too_fast(self, frame: str) -> None:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self.cut(POLICY, "too many commands")
        else:
            self.refuse(_id_of(frame), Refused("too_fast"))


def plain(params: dict[str, object]) -> dict[str, object]:
    """Parameters as JSON can hold them."""
    return {name: _plain(value) for name, value in params.items()}


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Refused):
        return {"code": value.code, "params": plain(value.params)}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value]
    return str(value)


class _HasId(msgspec.Struct):
    id: wire.Id


def _id_of(frame: str) -> str | None:
    """The id of a command that is wrong otherwise, so that its sender knows which one it was."""
    try:
        return msgspec.json.decode(frame, type=_HasId).id
    except (msgspec.DecodeError, RecursionError):
        return None
