"""A node between the moment it may be taken for dead and the one it finds out, on a real PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import pytest

from elfer.server.lobby import Lobby
from elfer.server.settings import Settings
from elfer.server.stores.store import Log
from elfer.server.tables.restoration import Restored, restore_match
from tests.postgres import ask
from tests.server.indoors import InlineBots, begin, guest
from tests.server.nodes.forwarding import settled
from tests.server.stores.postgres.nodes import SESSIONS, Node, node, told


@contextlib.asynccontextmanager
async def lobby_of(url: str) -> AsyncIterator[tuple[Node, Lobby]]:
    """A node whose tables leave memory as soon as they are empty."""
    async with node(url, "127.0.0.1:1") as own:
        lobby = Lobby(Settings(pause=0, unload=0), own.store, InlineBots(), own.nodes)
        yield own, lobby
        await lobby.close()


def test_a_node_whose_time_is_over_says_nothing_of_its_tables(database: str) -> None:
    async def story() -> None:
        async with lobby_of(database) as (own, lobby), guest(lobby) as ada:
            async with guest(lobby) as ben:
                await begin(ada, ben, "duel")
                (room,) = lobby.rooms.values()
                heard = len(ada.heard)
                own.nodes._until = 0
                for do, fields in (("emote", {"emote": "bravo"}), ("ready", {}), ("hint", {}), ("code", {})):
                    assert await ada.refused(do, **fields) in ("not_saved", "no_table_entered")
            room.tell_table()  # as timers do, which know nothing of it
            await ada.hears("out", code="reload")
            assert {news["is"] for news in ada.heard[heard:]} == {"refused", "out"}

    told(story)


def test_a_table_that_is_lost_while_it_is_brought_back_is_not_kept(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with lobby_of(database) as (own, lobby):
            async with guest(lobby) as ada, guest(lobby) as ben:
                table = await begin(ada, ben, "duel")
            await settled(lambda: not lobby.rooms and not own.nodes.epochs)

            async def slowly(kept: Log) -> Restored:
                name = own.nodes.name
                await ask(database, SESSIONS)
                await settled(lambda: own.nodes.has_lease and own.nodes.name != name)
                return await restore_match(kept)

            async with guest(lobby, ada.key) as ada:
                with monkeypatch.context() as patch:
                    patch.setattr("elfer.server.tables.restoration.restore_match", slowly)
                    assert await ada.refused("enter", table=table, key=ada.key) == "no_store"
                assert not lobby.rooms
                await ada.enters(table)  # taken once more, and now its own
                assert await ada.plays() == 1

    told(story)
