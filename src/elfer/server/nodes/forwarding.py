"""A page at this node whose table another node owns, and the search for the owner."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.nodes.protocol import AnyMessage, LeavePage, PageFrame
from elfer.server.stores.store import Elsewhere
from elfer.server.tables.presence import Send
from elfer.server.tables.room import Room

MAX_UNANSWERED = 64
"""Unanswered commands above which a page waits before it sends more."""
LOOKUP_SECONDS = 9.0
"""How long to search for a table's owner; longer than a lease."""
RETRY_SECONDS = 0.1
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
    ) -> None:
        """*transmit* and *drained* lead to the owner, *send* to the page."""
        self.number = number
        self._transmit, self._drained, self._send = transmit, drained, send
        self.open = True
        """Whether the owner may still have news for the page."""
        self._entering: str | None = None
        """The first command, which enters the table."""
        self._unanswered: list[str] = []
        self._may_send = asyncio.Event()
        self._may_send.set()
        self._left: asyncio.Future[None] | None = None
        self._out = False

    def send(self, frame: str, id: str) -> None:
        """Forward the command with this *id*, without waiting."""
        self._entering = self._entering or id
        self._unanswered.append(id)
        if not self.open:
            self._refuse_unanswered()
            return
        self._transmit(PageFrame(self.number, frame))
        if len(self._unanswered) > MAX_UNANSWERED:
            self._may_send.clear()

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

    def receive(self, frame: str, merge: str) -> None:
        """Pass news of the owner to the page."""
        if self._unanswered and not merge and (id := wire.answered_by(frame)) in self._unanswered:
            self._unanswered.remove(id)
            if len(self._unanswered) <= MAX_UNANSWERED:
                self._may_send.set()
        self._out |= frame.startswith(OUT)
        self._send(frame, merge)

    def lost(self) -> None:
        """The connection to the owner has ended: a page at the table has to enter it again.

        A page whose entering is refused here tries again by itself, and would enter twice."""
        at_table = not self._out and self._left is None and self._entering not in self._unanswered
        self.finish()
        if at_table:
            self._send(wire.format_news(wire.Out(code="reload")))

    def finish(self) -> None:
        """Nothing more follows: refuse commands of which it is unknown whether they were carried out."""
        self.open = False
        self._may_send.set()
        self._refuse_unanswered()
        if self._left and not self._left.done():
            self._left.set_result(None)

    def _refuse_unanswered(self) -> None:
        unanswered, self._unanswered = self._unanswered, []
        for id in unanswered:
            self._send(wire.format_news(wire.CommandRefused(id=id, code="not_saved", params={})))


Forward: TypeAlias = Callable[[str, str, Send], Awaitable[ForwardedPage | None]]
"""Forwards a page to the node at an address: `forward(node, visitor's address, send)`."""


async def find_table(
    load: Callable[[], Awaitable[Room]], forward: Callable[[str], Awaitable[ForwardedPage | None]] | None
) -> Room | ForwardedPage:
    """The room that *load* finds at this node, or what *forward* makes of the address of its owner."""
    clock = asyncio.get_running_loop().time
    until = clock() + LOOKUP_SECONDS
    while True:
        try:
            return await load()
        except Elsewhere as owner:
            if forward is None or clock() > until:
                raise Refused("no_store") from None
            if page := await forward(owner.node):
                return page
        await asyncio.sleep(RETRY_SECONDS)
