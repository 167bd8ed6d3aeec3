"""A page at this node whose table another node owns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from elfer.server import wire
from elfer.server.nodes.protocol import (
    AnyMessage,
    ClosePage,
    LeavePage,
    PageFrame,
    PageLeft,
    PausePage,
)
from elfer.server.tables.presence import Send

Cut = Callable[[int, str], None]
"""Closes a page's connection with a code and a reason."""
OUT = '{"is":"out"'
"""The beginning of every frame that puts a page out of its table."""


class ForwardedPage:
    """Forwards a page's commands to the owner of its table, and the owner's news to the page.

    Every command is answered once: by the owner, or by `lost` with a refusal.
    """

    def __init__(
        self,
        number: int,
        transmit: Callable[[AnyMessage], None],
        drained: Callable[[], Awaitable[None]],
        send: Send,
        cut: Cut,
    ) -> None:
        """*transmit* and *drained* lead to the owner, *send* and *cut* to the page."""
        self.number = number
        self._transmit, self._drained = transmit, drained
        self._send, self._cut = send, cut
        self.open = True
        """Whether the owner may still have news for the page."""
        self._unanswered: list[str] = []
        self._may_send = asyncio.Event()
        self._may_send.set()
        self._left: asyncio.Future[None] | None = None
        self._out = False

    def send(self, frame: str, id: str) -> None:
        """Forward the command with this *id*, without waiting."""
        self._unanswered.append(id)
        if self.open:
            self._transmit(PageFrame(self.number, frame))
        else:
            self._refuse_unanswered()

    async def drain(self) -> None:
        """Wait while the owner is behind with this page's commands or with its connection."""
        await self._may_send.wait()
        if self.open:
            await self._drained()

    async def leave(self) -> None:
        """Leave the table, once the owner has answered all commands."""
        if self.open:
            self._left = asyncio.get_running_loop().create_future()
            self._transmit(LeavePage(self.number))
            await self._left

    def close(self) -> None:
        """The page is gone: its commands are still carried out, and their answers dropped."""
        if self.open:
            self.open = False
            self._unanswered.clear()
            self._transmit(LeavePage(self.number))

    def receive(self, message: AnyMessage) -> None:
        """Handle a message of the owner."""
        match message:
            case PageFrame(text=frame, merge=merge):
                if self._unanswered and not merge and (id := wire.answered_by(frame)) in self._unanswered:
                    self._unanswered.remove(id)
                self._out |= frame.startswith(OUT)
                self._send(frame, merge)
            case PageLeft():
                self._finish()
            case ClosePage(code=code, reason=reason):
                self._may_send.set()
                self._cut(code, reason)
            case PausePage():
                self._may_send.clear()
            case _:
                self._may_send.set()

    def lost(self) -> None:
        """The connection to the owner has ended: a page at the table has to enter it again."""
        at_table = not self._out and self._left is None
        self._finish()
        if at_table:
            self._send(wire.format_news(wire.Out(code="reload")))

    def _finish(self) -> None:
        self.open = False
        self._may_send.set()
        self._refuse_unanswered()
        if self._left and not self._left.done():
            self._left.set_result(None)

    def _refuse_unanswered(self) -> None:
        """Refuse commands of which it is unknown whether they were carried out."""
        unanswered, self._unanswered = self._unanswered, []
        for id in unanswered:
            self._send(wire.format_news(wire.CommandRefused(id=id, code="not_saved", params={})))


Forward: TypeAlias = Callable[[str, str, Send, Cut], Awaitable[ForwardedPage | None]]
"""Forwards a page to the node at an address: `forward(node, visitor's address, send, cut)`."""
