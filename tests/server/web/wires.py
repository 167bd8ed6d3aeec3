"""A connection without a network, for the test of what stands behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from starlette.types import Message

from elfer.server.web.hardening import WebSocketConnection
from elfer.server.web.socket import PageSocket


class Wire:
    """A fake network: messages in, frames out; a *deaf* one takes none."""

    def __init__(self, *frames: str | None, deaf: bool = False) -> None:
        self._messages: list[Message] = [{"type": "websocket.receive", "text": frame} for frame in frames]
        self.ready = not deaf
        self.drained: Callable[[], None] = lambda: None
        self.sent: list[str] = []
        self.closed: int | None = None

    pending = False

    async def receive(self) -> Message:
        await asyncio.sleep(0)
        return self._messages.pop(0) if self._messages else {"type": "websocket.disconnect"}

    def write(self, text: str) -> None:
        self.sent.append(text)

    def close(self, code: int, reason: str) -> None:
        assert reason
        self.closed = code

    def reads(self) -> None:
        """Take what waits."""
        self.ready = True
        self.drained()


def page_socket(wire: Wire) -> PageSocket:
    return PageSocket(cast(WebSocketConnection, wire))
