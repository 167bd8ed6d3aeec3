"""A table is opened once by one command, however often that is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from elfer.server.lobby import Lobby
from elfer.server.stores.store import Unavailable
from elfer.server.tables import seating
from tests.server.indoors import BalkyStore, guest, within
from tests.server.people import Server, new_key, person, serving

SETUP = {"game": "duel", "seats": 2}


def command(key: str, **more: Any) -> dict[str, Any]:
    return {"id": "c1", "setup": SETUP, "name": "Ada", "key": key, **more}


def test_a_command_sent_again_finds_its_table_also_after_a_crash(tmp_path: Path) -> None:
    """However many tables an address may open."""

    async def story(server: Server) -> None:
        create = command(new_key(), bots=["easy"], start=True)
        async with person(server) as ada:
            table = (await ada.say("create", **create))["table"]
            assert (await ada.say("create", **create))["table"] == table
        server.kill()
        server.start()
        async with person(server) as ada, person(server) as eve:
            assert (await ada.say("create", **create))["table"] == table
            assert (ada.seat, ada.table["match"]) == (0, 1)
            assert server.rows("SELECT count(*) FROM tables") == [(1,)]
            await eve.say("create", **command(eve.key))
            assert await eve.refused("create", **command(new_key())) == "too_many_tables"
            assert (await ada.say("create", **create))["table"] == table

    with serving(tmp_path / "data", "--tables", "1") as server:
        asyncio.run(story(server))


def test_what_was_opened_and_not_begun_begins_with_the_command_sent_again() -> None:
    """The deal could not be saved, and neither could the answer that the table is there."""
    store = BalkyStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            create = command(ada.key, bots=["easy"], start=True)
            store.error = Unavailable()
            assert await ada.refused("create", **create) == "not_saved"
            store.error = None
            table = (await ada.say("create", **create))["table"]
            assert await store.ids() == (table,)
            assert (ada.table["phase"], ada.table["match"]) == ("playing", 1)

    within(story, store)


def test_another_table_under_a_used_id_is_another_table() -> None:
    """Clients may have kept a key, and count their commands from the beginning."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            first = (await ada.say("create", **command(ada.key)))["table"]
            second = (await ada.say("create", **command(ada.key, name="Eve")))["table"]
            assert len({first, second}) == 2
            await ada.enters(first)
            await ada.say("place", seat=1, bot="easy")
            third = (await ada.say("create", **command(ada.key)))["table"]
            assert len({first, second, third}) == 3

    within(story)


def test_a_table_at_which_one_has_played_is_not_opened_again() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            create = command(ada.key, bots=["easy"], start=True, setup={"game": "classic", "seats": 2})
            first = (await ada.say("create", **create))["table"]
            await ada.until(lambda p: p.moves, "for her turn")
            await ada.plays()
            assert (await ada.say("create", **create))["table"] != first

    within(story)


def test_the_same_command_on_two_connections_opens_one_table() -> None:
    async def story(lobby: Lobby) -> None:
        key = new_key()
        async with guest(lobby) as old, guest(lobby) as new:
            create = command(key, bots=["easy"], start=True)
            answers = await asyncio.gather(*(page.say("create", **create) for page in (old, new)))
            assert len({answer["table"] for answer in answers}) == len(lobby.rooms) == 1
            (room,) = lobby.rooms.values()
            assert room.table.match == 1
            assert room.table.seats_of(seating.hashed(key)) == (0,)

    within(story)
