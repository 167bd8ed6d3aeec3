"""Finding a table, at this node or at the one that owns it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from elfer.core.refusals import Refused
from elfer.server.lobby import Lobby
from elfer.server.nodes.forwarding import ForwardedPage
from elfer.server.stores.store import Elsewhere
from elfer.server.tables.room import Room

LOOKUP_SECONDS = 9.0
"""How long to search for a table's owner; longer than a lease."""
RETRY_SECONDS = 0.1


async def find_table(
    lobby: Lobby, table: str, forward: Callable[[str], Awaitable[ForwardedPage | None]] | None
) -> Room | ForwardedPage:
    """The room of a table, or what *forward* makes of the address of its owner."""
    clock = asyncio.get_running_loop().time
    until = clock() + LOOKUP_SECONDS
    while True:
        try:
            return await lobby.room(table)
        except Elsewhere as owner:
            if forward is None or clock() > until:
                raise Refused("no_store") from None
            if page := await forward(owner.node):
                return page
        await asyncio.sleep(RETRY_SECONDS)
