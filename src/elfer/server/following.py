"""Finding the table that a page wants, at whichever node it is."""

from __future__ import annotations

import asyncio

from elfer.core.refusals import Refused
from elfer.server.lobby import Lobby
from elfer.server.pipe import Carried, Pipe
from elfer.server.room import Room
from elfer.server.store import Elsewhere

FOLLOW_SECONDS = 9.0
"""How long the node that has a table is looked for, which is longer than a dead one is taken for alive, …"""
FOLLOW_PAUSE = 0.1
"""… and how long between two looks."""


async def found(lobby: Lobby, table: str, address: str, page: Carried | None) -> Room | Pipe:
    """The room of a table, or a pipe for a *page* to the node that has it."""
    clock = asyncio.get_running_loop().time
    until = clock() + FOLLOW_SECONDS
    while True:
        try:
            return await lobby.room(table)
        except Elsewhere as there:
            if lobby.pipes is None or page is None or clock() > until:
                raise Refused("no_store") from None
            await page.leave()
            if pipe := await lobby.pipes.open(there.node, address, page):
                return pipe
        await asyncio.sleep(FOLLOW_PAUSE)
