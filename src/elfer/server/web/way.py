"""A way between two nodes: one connection, on which the pages of many tables come and go.

Both ends prove with a fresh number each that they know the secret of the database; whoever cannot is hung up
on, and learns nothing. Then messages, each with its length and kind before it, and most with the number of
the page that they are about, and all with a message authentication code behind it: a relay between the nodes
that changes, repeats, drops or reorders messages ends the connection. What is said in one turn of the event
loop goes out together.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import struct
from enum import IntEnum
from typing import cast

VERSION = b"\x04"
"""What nodes say to each other; a node that says something else is of another release."""
GREETING_SECONDS = 1.5
"""How long a node may take to answer the phone before it counts as gone."""
QUIET_SECONDS = 1.0
"""How long a way may be silent before it is asked whether anybody is there, …"""
DEAD_SECONDS = 4.0
"""… and before it counts as broken."""
MAX_WAITING_BYTES = 32_000_000
"""How much may wait for a node that does not read."""
MAX_MESSAGE_BYTES = 16_777_216
MAX_GREETING_BYTES = 256
NONCE_SIZE = DIGEST_SIZE = 32
CODE_SIZE = 16
"""Bytes of a message authentication code."""
HEAD = struct.Struct("!IB")
"""The length of a message, and its kind."""
PAGE = struct.Struct("!I")
"""The page that a message is about."""
COUNT = struct.Struct("!Q")
log = logging.getLogger("elfer.pipes")


class Kind(IntEnum):
    """What a message is."""

    HELLO = 0
    FRAME = 1
    """A command of a page; or news for it, after the name of what they replace."""
    GOODBYE = 2
    """A page is to be closed, with this code."""
    PING = 3
    PONG = 4
    OPEN = 5
    """A page comes, whose visitor has this address."""
    LEAVE = 6
    """A page leaves, …"""
    WAIT = 7
    """A page says more than can be done, and should wait …"""
    GO = 8
    """… until now."""
    LEFT = 9
    """… and has left: all that it said is done and answered."""


def proof(secret: bytes, role: bytes, *parts: bytes) -> bytes:
    return hmac.digest(secret, role + b"".join(parts), "sha256")


def message(kind: int, content: bytes = b"") -> bytes:
    return HEAD.pack(len(content), kind) + content


class Codes:
    """The message authentication codes of one direction: keyed BLAKE2b of a counter and the message."""

    def __init__(self, secret: bytes, role: bytes, *nonces: bytes) -> None:
        self._keyed = hashlib.blake2b(key=proof(secret, role, *nonces), digest_size=CODE_SIZE)
        self._count = 0

    def next(self, *parts: bytes | bytearray) -> bytes:
        """The code of the next message."""
        code = self._keyed.copy()
        code.update(COUNT.pack(self._count))
        for part in parts:
            code.update(part)
        self._count += 1
        return code.digest()


class End(asyncio.Protocol):
    """One end of a way: what comes is cut into messages."""

    def __init__(self, secret: bytes) -> None:
        self._loop = asyncio.get_running_loop()
        self._secret, self._nonce = secret, secrets.token_bytes(NONCE_SIZE)
        self._transport: asyncio.Transport | None = None
        self._unread = bytearray()
        self._unsent: list[bytes] = []
        self._most = MAX_GREETING_BYTES
        """How long a message may be; little, until the other end has proven itself."""
        self._signing: Codes | None = None
        self._checking: Codes | None = None
        """The codes of messages to and from the other end; none until both have proven themselves."""
        self.heard = self._loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.heard = self._loop.time()
        self._unread += data
        start, unread = 0, self._unread
        while len(unread) - start >= HEAD.size:
            size, kind = HEAD.unpack_from(unread, start)
            if size > self._most:
                return self.hang_up()
            begin = start + HEAD.size
            end, code = begin + size, CODE_SIZE if self._checking else 0
            if len(unread) < end + code:
                break
            head, content, shown = unread[start:begin], unread[begin:end], unread[end : end + code]
            if self._checking and not hmac.compare_digest(self._checking.next(head, content), shown):
                log.warning("a message between nodes was forged or damaged")
                return self.hang_up()
            start = end + code
            self.take(kind, content)
            if self.gone:
                return None
        del unread[:start]
        return None

    def take(self, kind: int, content: bytearray) -> None:
        """Hear a message."""
        raise NotImplementedError

    def say(self, kind: int, content: bytes = b"") -> None:
        """Send a message, without waiting."""
        if not self._unsent:
            self._loop.call_soon(self._send)
        said = message(kind, content)
        self._unsent.append(said)
        if self._signing:
            self._unsent.append(self._signing.next(said))

    def _send(self) -> None:
        """Send what was said; a node that does not read it is hung up on."""
        unsent, self._unsent = self._unsent, []
        if self._transport and not self.gone:
            self._transport.write(b"".join(unsent))
            if self._transport.get_write_buffer_size() > MAX_WAITING_BYTES:
                self.hang_up()

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

    def finish(self) -> None:
        """Close, after all that was said is sent."""
        self._send()
        if self._transport:
            self._transport.close()
