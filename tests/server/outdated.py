"""Tables as another release would have left them: their last match has rules that are not here."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from msgspec.structs import replace

from elfer.games import game_type
from elfer.server.lobby import Lobby
from elfer.server.stores.memory import MemoryStore
from tests.server.indoors import Guest
from tests.server.people import Refusal

NOW = game_type("duel").version


def rewritten(
    store: MemoryStore, table: str, version: object = NOW, game: str = "duel", **setup: Any
) -> None:
    """Let a table be one of another release: its match has another version or another game."""
    kept = store._kept[table]
    number, opening = max(kept.openings.items())
    lines = opening.record.splitlines(keepends=True)
    tags = {"[Version": f"[Version {version}]\n", "[Game": f'[Game "{game}"]\n'}
    record = "".join(tags.get(line.partition(" ")[0], line) for line in lines)
    kept.openings[number] = opening._replace(record=record)
    kept.table = replace(kept.table, setup=replace(kept.table.setup, game=game, **setup))


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
