"""Tables as another release would have left them: their last match has rules that are not here."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from msgspec.structs import replace

from elfer.games import game_type
from elfer.server.lobby import Lobby
from elfer.server.stores.store import Store
from tests.server.indoors import Guest, edited
from tests.server.people import Refusal

NOW = game_type("duel").version


async def rewritten(
    store: Store, table: str, version: object = NOW, game: str = "duel", **setup: Any
) -> None:
    """Let a table be one of another release: its match has another version or another game."""
    whole = await store.whole(table)
    assert whole
    *earlier, opening = whole.openings
    lines = opening.record.splitlines(keepends=True)
    tags = {"[Version": f"[Version {version}]\n", "[Game": f'[Game "{game}"]\n'}
    record = "".join(tags.get(line.partition(" ")[0], line) for line in lines)
    changed = replace(whole.table, setup=replace(whole.table.setup, game=game, **setup))
    await edited(store, table, table=changed, openings=(*earlier, opening._replace(record=record)))


async def leaves(lobby: Lobby, *people: Guest) -> None:
    """Let a table leave memory."""
    for one in people:
        await one.say("lobby")
        one.heard.clear()
        one.update = {}
    await asyncio.sleep(lobby.settings.unload + 1)
    assert not lobby.rooms


async def finishes(ada: Guest) -> None:
    """Play to the end; a bot may turn up the last cards first."""
    while not ada.update.get("result"):
        with contextlib.suppress(Refusal):
            await ada.say("ready") if ada.update["awaited"] == [-1] else await ada.plays("reveal")
        await asyncio.sleep(0)
