"""Pipes between nodes: a page that came to one node talks to the node that has its table.

One connection for each such page, over a listener of the nodes' own. Both ends prove with a fresh number each
that they know the secret of the database; whoever cannot is hung up on, and learns nothing. Then messages,
each with its length and kind before it: commands one way, news the other, a goodbye with its code, and now
and then a question whether anybody is there.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from enum import IntEnum
from socket import socket
from typing import cast

from elfer.server.pages import Send
from elfer.server.pipe import Carried, Pipe
from elfer.server.session import Session

GREETING_SECONDS = 1.5
"""How long a node may take to answer the phone before it counts as gone."""
QUIET_SECONDS = 1.0
"""How long a pipe may be silent before it is asked whether anybody is there, …"""
DEAD_SECONDS = 4.0
"""… and before it counts as broken."""
MAX_WAITING_BYTES = 4_000_000
"""How much may wait for a node that does not read."""
MAX_WAITING_COMMANDS = 64
"""How many commands of one page may wait before no more of its pipe is read."""
MAX_MESSAGE_BYTES = 16_777_216
MAX_GREETING_BYTES = 256
NONCE_SIZE = DIGEST_SIZE = 32
TOO_SLOW = 1008


class Kind(IntEnum):
    """What a message is."""

    HELLO = 0
    FRAME = 1
    GOODBYE = 2
    PING = 3
    PONG = 4


def _proof(secret: bytes, role: bytes, *parts: bytes) -> bytes:
    return hmac.digest(secret, role + b"".join(parts), "sha256")


def message(kind: int, content: bytes = b"") -> bytes:
    return len(content).to_bytes(4) + bytes((kind,)) + content


class End(asyncio.Protocol):
    """One end of a pipe: what comes is cut into messages."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._most = MAX_GREETING_BYTES
        """How long a message may be; little, until the other end has proven itself."""
        self.heard = self._loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=MAX_WAITING_BYTES)

    def data_received(self, data: bytes) -> None:
        self.heard = self._loop.time()
        self._unread += data
        start, unread = 0, self._unread
        while len(unread) - start >= 5:
            size = int.from_bytes(unread[start : start + 4])
            if size > self._most:
                return self.hang_up()
            if len(unread) - start < 5 + size:
                break
            kind, content = unread[start + 4], bytes(unread[start + 5 : start + 5 + size])
            start += 5 + size
            self.take(kind, content)
            if self.gone:
                return None
        del unread[:start]
        return None

    def take(self, kind: int, content: bytes) -> None:
        """Hear a message."""
        raise NotImplementedError

    def say(self, kind: int, content: bytes = b"") -> None:
        """Send a message, without waiting."""
        if self._transport and not self._transport.is_closing():
            self._transport.write(message(kind, content))

    def look(self, now: float) -> None:
        """Ask a silent end whether it is there; hang up on one that has been silent for long."""
        if now - self.heard > DEAD_SECONDS:
            self.hang_up()
        elif now - self.heard > QUIET_SECONDS:
            self.say(Kind.PING)

    @property
    def gone(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def hang_up(self) -> None:
        if self._transport:
            self._transport.abort()


class FarEnd(End):
    """A node's end of a pipe to another node, for a page that came here."""

    def __init__(self, secret: bytes, address: str, page: Carried, ended: Callable[[FarEnd], None]) -> None:
        super().__init__()
        self._secret, self._address, self._nonce = secret, address.encode(), secrets.token_bytes(NONCE_SIZE)
        self._page, self._ended = page, ended
        self._theirs = b""
        self.opened: asyncio.Future[bool] = self._loop.create_future()
        """Whether the other end is who it should be."""
        self._known = self._closed = False

    def take(self, kind: int, content: bytes) -> None:
        if not self.opened.done():
            self._greet(content)
        elif kind == Kind.FRAME:
            size = content[0]
            self._page.send(content[1 + size :].decode(), content[1 : 1 + size].decode())
        elif kind == Kind.GOODBYE:
            self._page.cut(int.from_bytes(content[:2]), content[2:].decode())

    def _greet(self, content: bytes) -> None:
        """Say who one is, and hear whether the other end knows the secret."""
        if not self._theirs:
            self._theirs = content
            proof = _proof(self._secret, b"open", content, self._nonce, self._address)
            self.say(Kind.HELLO, self._nonce + proof + self._address)
        else:
            expected = _proof(self._secret, b"here", self._nonce, self._theirs)
            self._known = hmac.compare_digest(content, expected)
            self._most = MAX_MESSAGE_BYTES
            self.opened.set_result(self._known)

    def send(self, frame: str) -> None:
        """Let the other end have a command of the page."""
        self.say(Kind.FRAME, frame.encode())

    async def drain(self) -> None:
        """Wait until the other end reads again, if it is behind."""
        while not self.gone and self._transport and self._transport.get_write_buffer_size() > 65_536:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        """The page has left, or goes elsewhere."""
        self._closed = True
        self.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_result(False)
        self._ended(self)
        if self._known and not self._closed:
            self._page.pipe_broke(self)


class NearEnd(End):
    """The end of a pipe at the node that has the table: a page, as far as its session knows."""

    def __init__(self, secret: bytes, enter: Enter, ends: set[NearEnd]) -> None:
        super().__init__()
        self._secret, self._nonce = secret, secrets.token_bytes(NONCE_SIZE)
        self._enter, self._ends = enter, ends
        self._commands: asyncio.Queue[str | None] = asyncio.Queue()
        self._session: Session | None = None
        self._serving: asyncio.Task[None] | None = None
        self._paused = False
        self.answering = False
        """Whether something that was heard is not answered yet."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._ends.add(self)
        self.say(Kind.HELLO, self._nonce)
        self._deadline = self._loop.call_later(GREETING_SECONDS, self._unless_known)

    def _unless_known(self) -> None:
        if self._session is None:
            self.hang_up()

    def take(self, kind: int, content: bytes) -> None:
        if self._session is None:
            self._greet(content)
        elif kind == Kind.FRAME:
            self._commands.put_nowait(content.decode())
            if self._commands.qsize() > MAX_WAITING_COMMANDS and self._transport:
                self._paused = True
                self._transport.pause_reading()
        elif kind == Kind.PING:
            self.say(Kind.PONG)

    def _greet(self, content: bytes) -> None:
        """Let in whoever knows the secret."""
        nonce, proof = content[:NONCE_SIZE], content[NONCE_SIZE : NONCE_SIZE + DIGEST_SIZE]
        address = content[NONCE_SIZE + DIGEST_SIZE :]
        if not hmac.compare_digest(proof, _proof(self._secret, b"open", self._nonce, nonce, address)):
            return self.hang_up()
        self._deadline.cancel()
        self._most = MAX_MESSAGE_BYTES
        self.say(Kind.HELLO, _proof(self._secret, b"here", nonce, self._nonce))
        self._session = self._enter(address.decode(), self.send)
        self._serving = self._loop.create_task(self._serve(self._session))
        return None

    async def _serve(self, session: Session) -> None:
        while (frame := await self._commands.get()) is not None:
            if self._paused and self._commands.empty() and self._transport:
                self._paused = False
                self._transport.resume_reading()
            self.answering = True
            await session.receive(frame)
            self.answering = not self._commands.empty()

    def send(self, frame: str, merge: str = "") -> None:
        """Let the page have a frame; a node that does not read is hung up on."""
        self.say(Kind.FRAME, bytes((len(merge),)) + merge.encode() + frame.encode())
        if self._transport and self._transport.get_write_buffer_size() > MAX_WAITING_BYTES:
            self.say(Kind.GOODBYE, TOO_SLOW.to_bytes(2) + b"too slow")
            self.hang_up()

    def hear_no_more(self) -> None:
        """Take no more commands; whatever is under way is still answered."""
        if self._transport and not self.gone:
            self._transport.pause_reading()
        while not self._commands.empty():
            self._commands.get_nowait()
        self._commands.put_nowait(None)

    def finish(self) -> None:
        """Close, after all that was said is sent."""
        if self._transport:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._ends.discard(self)
        if self._serving:
            self._serving.cancel()
        if self._session:
            self._session.close()


Enter = Callable[[str, Send], Session]
"""Makes the session of a page, from the visitor's address and the way of frames to it."""


class Listener:
    """Where other nodes bring the pages of this node's tables."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.ends: set[NearEnd] = set()
        self._server: asyncio.Server | None = None

    async def open(self, door: socket, enter: Enter) -> None:
        """Listen at a socket that is bound."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: NearEnd(self._secret, enter, self.ends), sock=door)

    def hear_no_more(self) -> None:
        """Let nobody new in, and take no more commands."""
        if self._server:
            self._server.close()
        for end in self.ends:
            end.hear_no_more()

    @property
    def answering(self) -> bool:
        return any(end.answering for end in self.ends)

    def close(self) -> None:
        for end in list(self.ends):
            end.finish()


class Pipes:
    """All pipes from this node to others."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._ends: set[FarEnd] = set()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._ends)

    async def open(self, node: str, address: str, page: Carried) -> Pipe | None:
        """A pipe to a node, for a visitor of that address; none if nobody answers there."""
        host, _, port = node.rpartition(":")
        loop = asyncio.get_running_loop()
        end: FarEnd | None = None
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                _, end = await loop.create_connection(
                    lambda: FarEnd(self._secret, address, page, self._ends.discard), host, int(port)
                )
                if not await end.opened:
                    end.close()
                    return None
        except (OSError, TimeoutError, ValueError):
            if end:
                end.close()
            return None
        self._ends.add(end)
        if self._timer is None:
            self._timer = loop.call_later(QUIET_SECONDS, self._look)
        return end

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(QUIET_SECONDS, self._look) if self._ends else None
        for end in list(self._ends):
            end.look(loop.time())

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        for end in list(self._ends):
            end.close()
