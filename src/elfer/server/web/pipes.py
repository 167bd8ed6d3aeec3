"""Pipes to other nodes: a page that came to this node talks to the one that has its table.

There is one way to each node where tables are that pages of this node are at.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable
from itertools import count

from elfer.core.refusals import Refused
from elfer.server.pipe import Carried
from elfer.server.refusing import answered_by
from elfer.server.web.way import (
    GREETING_SECONDS,
    MAX_MESSAGE_BYTES,
    PAGE,
    QUIET_SECONDS,
    VERSION,
    Codes,
    End,
    Kind,
    proof,
)

MAX_UNSENT_BYTES = 65_536
"""How much may wait for a node before the pages here that talk to it wait, too."""
WAIT_SECONDS = 0.01
log = logging.getLogger("elfer.pipes")


class Pipe:
    """A page's own share of the way to the node that has its table."""

    def __init__(self, end: FarEnd, number: int, page: Carried) -> None:
        self._end, self._head = end, PAGE.pack(number)
        self.number, self.page = number, page
        self.waits = False
        """Whether the other node cannot take more of this page now."""
        self._left: asyncio.Future[None] | None = None
        self._unanswered: list[str] = []
        """The ids of the commands that the other node has not answered."""

    def send(self, frame: str, id: str) -> None:
        """Let the other node have a command of the page."""
        self._unanswered.append(id)
        self.say(Kind.FRAME, frame.encode())

    def hear(self, frame: str, merge: str) -> None:
        """Hand the page what the other node tells it."""
        if self._unanswered and not merge and (id := answered_by(frame)) in self._unanswered:
            self._unanswered.remove(id)
        self.page.send(frame, merge)

    def say(self, kind: Kind, content: bytes = b"") -> None:
        self._end.say(kind, self._head + content)

    async def drain(self) -> None:
        """Wait while the other node is behind."""
        while not self._end.gone and (self.waits or self._end.behind):
            await asyncio.sleep(WAIT_SECONDS)

    async def leave(self) -> None:
        """Go elsewhere, once the other node has answered all that was said."""
        if self.number in self._end.pipes:
            self._left = asyncio.get_running_loop().create_future()
            self.say(Kind.LEAVE)
            await self._left

    def over(self) -> None:
        """Nothing more comes this way: what was not answered is refused, as it may be done or not."""
        unanswered, self._unanswered = self._unanswered, []
        for id in unanswered:
            self.page.refuse(id, Refused("not_saved"))
        if self._left and not self._left.done():
            self._left.set_result(None)

    def close(self) -> None:
        """The page is gone: whatever it said is still done, and nobody hears of it."""
        self._end.drop(self)


class FarEnd(End):
    """This node's end of the way to another node."""

    def __init__(self, secret: bytes, node: str, ended: Callable[[FarEnd], None]) -> None:
        super().__init__(secret)
        self.node, self._ended = node, ended
        self._theirs = b""
        self.opened: asyncio.Future[bool] = self._loop.create_future()
        """Whether the other end is who it should be."""
        self.pipes: dict[int, Pipe] = {}
        self._numbers = count()

    def take(self, kind: int, content: bytearray) -> None:
        if not self.opened.done():
            self._greet(bytes(content))
        elif kind == Kind.PING:
            self.say(Kind.PONG)
        elif kind != Kind.PONG and (pipe := self.pipes.get(PAGE.unpack_from(content)[0])):
            self._hand_on(pipe, kind, content)

    def _hand_on(self, pipe: Pipe, kind: int, content: bytearray) -> None:
        if kind == Kind.FRAME:
            start = 5 + content[4]
            pipe.hear(content[start:].decode(), content[5:start].decode())
        elif kind == Kind.LEFT:
            del self.pipes[pipe.number]
            pipe.over()
        else:
            pipe.waits = kind == Kind.WAIT
            if kind == Kind.GOODBYE:
                pipe.page.cut(int.from_bytes(content[4:6]), content[6:].decode())

    def _greet(self, content: bytes) -> None:
        """Say who one is, and hear whether the other end knows the secret."""
        if self._theirs:
            expected = proof(self._secret, b"here", self._nonce, self._theirs)
            self._most = MAX_MESSAGE_BYTES
            self._signing = Codes(self._secret, b"brought", self._theirs, self._nonce)
            self._checking = Codes(self._secret, b"told", self._theirs, self._nonce)
            self.opened.set_result(hmac.compare_digest(content, expected))
        elif content.startswith(VERSION):
            self._theirs = content
            self.say(Kind.HELLO, self._nonce + proof(self._secret, b"open", content, self._nonce))
        else:
            log.warning("a node of another release has a table", extra={"node": self.node})
            self.opened.set_result(False)

    def pipe(self, address: str, page: Carried) -> Pipe:
        """A pipe for a page whose visitor has this address."""
        number = next(self._numbers)
        pipe = self.pipes[number] = Pipe(self, number, page)
        pipe.say(Kind.OPEN, address.encode())
        return pipe

    @property
    def behind(self) -> bool:
        return self._transport is not None and self._transport.get_write_buffer_size() > MAX_UNSENT_BYTES

    def drop(self, pipe: Pipe) -> None:
        """Let go of a pipe."""
        if self.pipes.pop(pipe.number, None):
            pipe.say(Kind.LEAVE)

    def look(self, now: float) -> None:
        """Close a way that nobody goes; of one that is silent, find out whether anybody is there."""
        if self.pipes:
            super().look(now)
        else:
            self.finish()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_result(False)
        self._ended(self)
        pipes, self.pipes = self.pipes, {}
        for pipe in pipes.values():
            pipe.over()
            pipe.page.pipe_broke(pipe)


class Pipes:
    """All pipes from this node to others."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.ends: dict[str, FarEnd] = {}
        """The ways that are open, by node."""
        self._opening: dict[str, asyncio.Task[FarEnd | None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(len(end.pipes) for end in self.ends.values())

    async def open(self, node: str, address: str, page: Carried) -> Pipe | None:
        """A pipe to a node, for a visitor of that address; none if nobody answers there."""
        end = self.ends.get(node)
        if end is None or end.gone:
            if node not in self._opening:
                self._opening[node] = asyncio.create_task(self._way(node))
            end = await asyncio.shield(self._opening[node])
        return end.pipe(address, page) if end and not end.gone else None

    async def _way(self, node: str) -> FarEnd | None:
        """A way to a node that has proven itself."""
        host, _, port = node.rpartition(":")
        loop = asyncio.get_running_loop()
        end: FarEnd | None = None
        known = False
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                _, end = await loop.create_connection(
                    lambda: FarEnd(self._secret, node, self._forget), host.strip("[]"), int(port)
                )
                known = await end.opened
        except (OSError, TimeoutError, ValueError):
            pass
        finally:
            del self._opening[node]
        if end is None or not known:
            if end:
                end.hang_up()
            return None
        self.ends[node] = end
        if self._timer is None:
            self._timer = loop.call_later(QUIET_SECONDS, self._look)
        return end

    def _forget(self, end: FarEnd) -> None:
        if self.ends.get(end.node) is end:
            del self.ends[end.node]

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(QUIET_SECONDS, self._look) if self.ends else None
        for end in list(self.ends.values()):
            end.look(loop.time())

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        for end in list(self.ends.values()):
            end.hang_up()
