"""Where other nodes bring the pages of this node's tables."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from socket import socket

from elfer.server.pages import Send
from elfer.server.session import Session
from elfer.server.web.way import (
    GREETING_SECONDS,
    MAX_MESSAGE_BYTES,
    NONCE_SIZE,
    PAGE,
    QUIET_SECONDS,
    VERSION,
    Codes,
    End,
    Kind,
    proof,
)

MAX_WAITING_COMMANDS = 64
"""How many commands of one page may wait before it is asked to wait, too, …"""
TOO_MANY_COMMANDS = 2 * MAX_WAITING_COMMANDS
"""… and before it is closed because it does not."""
POLICY = 1008
Enter = Callable[[str, Send], Session]
"""Makes the session of a page, from the visitor's address and the way of frames to it."""


class Brought:
    """A page at another node, as its session here knows it."""

    def __init__(self, end: NearEnd, number: bytes, address: str, enter: Enter) -> None:
        self._end, self._number = end, number
        self._commands: asyncio.Queue[str | None] = asyncio.Queue()
        self.waits = False
        """Whether the page was asked to wait."""
        self.answering = False
        """Whether something that was heard is not answered yet."""
        self._leaving = False
        """Whether only what was heard before is still done."""
        self._serving = asyncio.create_task(self._serve(enter(address, self.send)))

    def hear(self, frame: str) -> None:
        """Take a command; one after the other is carried out."""
        if self._leaving:
            return
        self._commands.put_nowait(frame)
        if self._commands.qsize() > TOO_MANY_COMMANDS:
            self.say(Kind.GOODBYE, POLICY.to_bytes(2) + b"too many commands")
            self.leave()
            self.hear_no_more()
        elif self._commands.qsize() > MAX_WAITING_COMMANDS and not self.waits:
            self.waits = True
            self.say(Kind.WAIT)

    async def _serve(self, session: Session) -> None:
        """Carry out all that is heard until the page leaves; no command is ever broken off."""
        while (frame := await self._commands.get()) is not None:
            if self.waits and self._commands.empty():
                self.waits = False
                self.say(Kind.GO)
            self.answering = True
            await session.receive(frame)
            await asyncio.sleep(0)  # others have a turn, also where nothing was waited for
            self.answering = not self._commands.empty()
        session.close()
        self.say(Kind.LEFT)
        self._end.has_left(self._number)

    def say(self, kind: Kind, content: bytes = b"") -> None:
        self._end.say(kind, self._number + content)

    def send(self, frame: str, merge: str = "") -> None:
        """Let the page have a frame."""
        name = merge.encode()
        self.say(Kind.FRAME, b"%c%b%b" % (len(name), name, frame.encode()))

    def hear_no_more(self) -> None:
        """Take no more commands; whatever is under way is still answered."""
        while not self._commands.empty():
            self._commands.get_nowait()
        if self._leaving:
            self._commands.put_nowait(None)

    def leave(self) -> None:
        """Let the page go, once all that was heard is done."""
        if not self._leaving:
            self._leaving = True
            self._commands.put_nowait(None)


class NearEnd(End):
    """This node's end of the way from a node that brings pages."""

    def __init__(self, secret: bytes, enter: Enter, ends: set[NearEnd]) -> None:
        super().__init__(secret)
        self._enter, self._ends = enter, ends
        self._known = False
        self.pages: dict[bytes, Brought] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._ends.add(self)
        self.say(Kind.HELLO, VERSION + self._nonce)
        self._deadline = self._loop.call_later(GREETING_SECONDS, self._unless_known)

    def _unless_known(self) -> None:
        if not self._known:
            self.hang_up()

    def take(self, kind: int, content: bytearray) -> None:
        if not self._known:
            self._greet(bytes(content))
        elif kind == Kind.PING:
            self.say(Kind.PONG)
        else:
            self._hear(kind, bytes(content[: PAGE.size]), content[PAGE.size :].decode())

    def _hear(self, kind: int, number: bytes, text: str) -> None:
        page = self.pages.get(number)
        if kind == Kind.OPEN:
            self.pages[number] = Brought(self, number, text, self._enter)
        elif page and kind == Kind.FRAME:
            page.hear(text)
        elif page and kind == Kind.LEAVE:
            page.leave()

    def _greet(self, content: bytes) -> None:
        """Let in whoever knows the secret."""
        nonce, shown = content[:NONCE_SIZE], content[NONCE_SIZE:]
        if not hmac.compare_digest(shown, proof(self._secret, b"open", VERSION, self._nonce, nonce)):
            return self.hang_up()
        self._known = True
        self._deadline.cancel()
        self._most = MAX_MESSAGE_BYTES
        self.say(Kind.HELLO, proof(self._secret, b"here", nonce, VERSION, self._nonce))
        self._checking = Codes(self._secret, b"brought", VERSION, self._nonce, nonce)
        self._signing = Codes(self._secret, b"told", VERSION, self._nonce, nonce)
        return None

    def look(self, now: float) -> None:
        if self._known and not self.gone:
            super().look(now)

    def has_left(self, number: bytes) -> None:
        """All that a page has said is done."""
        del self.pages[number]
        self._forget()

    def hear_no_more(self) -> None:
        """Take no more commands of anybody."""
        if self._transport and not self.gone:
            self._transport.pause_reading()
        for page in self.pages.values():
            page.hear_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._transport = None
        for page in self.pages.values():
            page.leave()
        self._forget()

    def _forget(self) -> None:
        """Be known as long as anybody is there, or something is still to be done."""
        if self.gone and not self.pages:
            self._ends.discard(self)


class Listener:
    """The door for other nodes."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.ends: set[NearEnd] = set()
        self._server: asyncio.Server | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def open(self, door: socket, enter: Enter) -> None:
        """Listen at a socket that is bound."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: NearEnd(self._secret, enter, self.ends), sock=door)
        self._look()

    def _look(self) -> None:
        """Let go of the pages of a node that has vanished."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(QUIET_SECONDS, self._look)
        for end in list(self.ends):
            end.look(loop.time())

    def hear_no_more(self) -> None:
        """Let nobody new in, and take no more commands."""
        if self._server:
            self._server.close()
        if self._timer:
            self._timer.cancel()
        for end in self.ends:
            end.hear_no_more()

    @property
    def answering(self) -> bool:
        return any(page.answering for end in self.ends for page in end.pages.values())

    def close(self) -> None:
        for end in list(self.ends):
            end.finish()
