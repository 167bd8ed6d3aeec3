"""The protocol between nodes: a WebSocket from one node to another, and the messages on it.

The node of a page (the client) connects to the node that owns the table (the server) and forwards the pages
of many tables over one connection. Each WebSocket message is a batch: a list of the structs below, in
MessagePack. Both ends know the secret of the database. The client sends a token derived from it in the
opening handshake, and the server answers with a proof over the handshake's key, before either sends anything
of a page.
"""

from __future__ import annotations

import hmac
from typing import TypeAlias

import msgspec

VERSION = 6
"""Raised when the messages change; a node of another version is refused."""
PATH = f"/nodes/{VERSION}"
PROOF = "Elfer-Proof"
"""The header of the server's proof."""


class PageMessage(msgspec.Struct, array_like=True, gc=False):
    """A message about one page, which has this number on its connection."""

    page: int


class OpenPage(PageMessage, tag=0):
    """Client: a page of a visitor with this address wants to be forwarded."""

    address: str


class PageFrame(PageMessage, tag=1):
    """Client: a command of the page. Server: news for it, which replace unsent ones with the same *merge*."""

    text: str
    merge: str = ""


class LeavePage(PageMessage, tag=2):
    """Client: the page leaves once all its commands are answered."""


class PageLeft(PageMessage, tag=3):
    """Server: all commands of the page are answered; nothing more follows."""


AnyMessage: TypeAlias = OpenPage | PageFrame | LeavePage | PageLeft
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(list[AnyMessage]).decode


def proof(secret: bytes, *parts: str) -> str:
    """A token that only a holder of *secret* can make."""
    return hmac.digest(secret, " ".join(parts).encode(), "sha256").hex()


def authorization(secret: bytes) -> str:
    """The client's token, as the header `Authorization` carries it."""
    return f"Bearer {proof(secret, 'client')}"
