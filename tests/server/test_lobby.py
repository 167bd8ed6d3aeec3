"""All tables of a server: they come from the store and leave memory, are listed, and follow their codes."""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server.lobby import LIST_SECONDS, Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import CODE_SECONDS, Played, Unavailable, steady
from elfer.server.tables import seating
from elfer.server.tables.presence import REMOVED_SECONDS
from elfer.server.tables.room import Room
from elfer.server.upkeep.cleanup import DAY_SECONDS, SWEEP_SECONDS
from elfer.server.wire import Setup, Tables
from tests.server.indoors import edited, guest, now, sit_down, within
from tests.server.people import Person, new_key


async def code_of(someone: Person) -> str:
    return str((await someone.say("code"))["code"])


@pytest.mark.parametrize("watch", [True, False])
def test_a_code_ends_with_the_seat_it_was_taken_in(watch: bool) -> None:
    """Ben leaves, or is removed; the next player there keeps the seat, and so does Ada's bot."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
            table = await ada.creates("classic", 2, watch=watch)
            for go in ("leave", "remove"):
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                code = await code_of(ben)
                await (ben.say("leave") if go == "leave" else ada.say("remove", seat=1))
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "a free chair"
                await cleo.enters(table)
                await cleo.say("sit", seat=1, name="Cleo")
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "Cleo's"
                await cleo.say("leave")
                await ada.say("place", seat=1, bot="easy")
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "a bot's"
                await ada.say("place", seat=1, bot=None)
            await ben.enters(table)
            await asyncio.sleep(REMOVED_SECONDS)
            await ben.say("sit", seat=1, name="Ben")
            assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "his own, but later"
            assert ada.table["chairs"][1]["name"] == "Ben"

    within(story)


def test_a_code_of_a_host_who_left_brings_nobody_the_role() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await sit_down(ada, ben)
            await ada.say("start")
            code = await code_of(ada)
            await ada.say("leave")
            await ben.until(lambda p: p.table["host"] == 1, "to be the host")
            assert await ada.refused("redeem", code=code, key=new_key()) == "no_code"
            assert (ben.table["host"], ben.table["chairs"][0]["bot"]) == (1, "medium")

    within(story)


def test_a_code_follows_its_holder_to_another_seat_and_works_once() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as phone:
            await sit_down(ada, ben)
            code = await code_of(ada)
            await ada.say("swap", seat=0, other=1)
            await phone.say("redeem", code=code, key=phone.key)
            assert (phone.seat, phone.table["host"]) == (1, 1)
            assert [chair["name"] for chair in phone.table["chairs"]] == ["Ben", "Ada"]
            await ben.until(lambda p: p.seat == 0, "to sit there still")
            assert await ada.refused("redeem", code=code, key=new_key()) == "no_code"

    within(story)


def test_a_seat_moves_to_another_device_with_a_code() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as phone, guest(lobby) as other:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            hand = ada.update["view"]["hands"][0]
            code = (await ada.say("code"))["code"]
            assert await other.refused("redeem", code="ABCDEFGH", key=other.key) == "no_code"
            await phone.say("redeem", code=code.lower(), key=phone.key)
            assert phone.seat == 0
            await phone.until(lambda p: p.update and p.update["view"]["hands"][0])
            assert set(phone.update["view"]["hands"][0]) <= set(hand)
            await ada.until(lambda p: p.seat is None)
            assert await other.refused("redeem", code=code, key=other.key) == "no_code"
            await phone.plays_on()

    within(story)


def listed(p: Person, table: str) -> Any:
    """The entry of a table in a watched list."""
    news = [n for n in p.heard if n["is"] == "tables"][-1]["tables"]
    return next((entry for entry in news if entry["id"] == table), None)


def test_the_lobby_lists_open_tables_as_they_come_and_go() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await ben.say("lobby")
            table = await ada.creates("board", 2, listed=True)
            await ada.creates("classic", 2)
            await ada.enters(table)
            entry = await ben.until(lambda p: listed(p, table))
            assert (entry["game"], entry["host"], entry["free"]) == ("board", "Ada", 1)
            await ada.leaves()
            await ben.until(lambda p: not listed(p, table))

    within(story)


def test_a_table_whose_host_takes_it_off_the_list_is_gone_from_it() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await ben.say("lobby")
            table = await ada.creates("classic", 2, listed=True)
            await ben.until(lambda p: listed(p, table))
            await ada.say("change", setup={"game": "classic", "seats": 2, "listed": False})
            await ben.until(lambda p: not listed(p, table))

    within(story)


def test_a_match_that_ends_is_no_longer_listed_to_look_on() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await ben.say("lobby")
            table = await ada.creates("highest", 2, bots=["easy"], listed=True, start=True)
            await ben.until(lambda p: (listed(p, table) or {}).get("phase") == "playing")
            await ada.plays_on()
            await ben.until(lambda p: not listed(p, table))

    within(story)


def test_who_watches_the_list_hears_of_changes_alone() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
            table = await ada.creates("classic", 2, listed=True)
            await ben.say("lobby")
            await asyncio.sleep(60)
            await cleo.say("lobby")
            await ada.leaves()
            await ben.until(lambda p: not listed(p, table))
            assert len([news for news in ben.heard if news["is"] == "tables"]) == 2

    within(story)


def test_the_list_is_made_at_most_twice_a_second_and_is_never_older(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(lobby: Lobby) -> None:
        made: list[float] = []

        def open_tables() -> Tables:
            made.append(now())
            return Lobby.open_tables(lobby)

        monkeypatch.setattr(lobby, "open_tables", open_tables)
        async with guest(lobby) as ada, guest(lobby) as ben:
            for _ in range(10):
                await ben.say("lobby")
            assert made == [now()]
            await ben.enters(await ben.creates("duel", 2))
            await asyncio.sleep(60)
            assert made[-1] <= made[0] + LIST_SECONDS, "made though no page watches"
            table = await ada.creates("classic", 2, listed=True)
            await ben.say("lobby")
            assert listed(ben, table)
            await asyncio.sleep(60)
            assert all(later - earlier >= LIST_SECONDS for earlier, later in pairwise(made))

    within(story)


def test_a_code_ends_after_some_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as phone:
            await ada.creates("classic", 2)
            code = await code_of(ada)
            late = steady() + CODE_SECONDS + 1
            monkeypatch.setattr("elfer.server.stores.device_codes.steady", lambda: late)
            assert await phone.refused("redeem", code=code, key=phone.key) == "no_code"

    within(story)


# What is in memory, and what is only kept


def test_a_table_that_was_left_leaves_memory_and_comes_back_from_the_store() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 2, bots=["hard"], start=True)
            await ada.plays()
            await ada.until(lambda p: p.at >= 2)
            key, at, view = ada.key, ada.at, ada.update["view"]
        await asyncio.sleep(lobby.settings.unload - 1)
        assert table in lobby.rooms
        await asyncio.sleep(1)
        assert table not in lobby.rooms
        async with guest(lobby, key) as again:
            await again.enters(table, at=at)
            assert (again.seat, again.update["view"]["hands"][0]) == (0, view["hands"][0])
            assert again.at >= at
            await again.plays_on()

    within(story)


def test_a_table_somebody_has_come_back_to_stays_in_memory() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 2)
            room = lobby.rooms[table]
            await ada.say("lobby")
            await ada.enters(table)
            await asyncio.sleep(2 * lobby.settings.unload)
            assert lobby.rooms[table] is room

    within(story)


def test_who_comes_while_a_table_is_brought_back_comes_to_the_same_room() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        lobby._abandon(room)
        one, other = await asyncio.gather(lobby.room(room.id), lobby.room(room.id))
        assert one is other is lobby.rooms[room.id]

    within(story)


def test_a_room_that_left_memory_is_not_played_in_any_more() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        lobby._unload(room)
        with pytest.raises(Refused, check=lambda refused: refused.code == "not_saved"):
            await room.play(0, "reveal")
        async with guest(lobby, "b" * 43) as ben:
            with pytest.raises(Refused, check=lambda refused: refused.code == "not_saved"):
                room.enter(ben.socket.session, "ben", None)  # type: ignore[attr-defined]
        assert await (await lobby.room(room.id)).play(0, "reveal") == 1

    within(story)


async def dealt(lobby: Lobby, **more: Any) -> Room:
    """Ada and Ben, who have been dealt a match in which either may move at any time."""
    table = seating.create(Setup(game="duel", seats=2, **more), "Ada", "ada", ())
    room = await lobby.create(seating.sit(table, 1, "Ben", "ben"))
    await room.begin()
    return room


async def with_a_gap(lobby: Lobby, room: Room, first: int) -> None:
    """Leave a table as one was left whose second move could not be saved, though its third was."""
    lobby._abandon(room)
    await lobby.store.append(room.id, Played(first + 1, 0, "reveal", "a"))
    await lobby.store.append(room.id, Played(first + 3, 1, "reveal", "c"))


async def numbers(lobby: Lobby, room: Room) -> list[int]:
    log = await lobby.store.finished(room.id, 1)
    assert log
    return [played.number for played in log.moves]


def test_a_table_with_a_gap_goes_on_from_its_last_whole_move(caplog: pytest.LogCaptureFixture) -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        await with_a_gap(lobby, room, 0)
        again = await lobby.room(room.id)
        assert again.at == 1
        assert await again.play(1, "reveal", "c") == 2  # it was confirmed once, but its place is unknown
        assert await again.play(0, "reveal", "a") == 1
        assert await again.play(0, "reveal", "d") == 3
        lobby._abandon(again)
        assert (await lobby.room(room.id)).at == 3
        assert await numbers(lobby, room) == [1, 2, 3]

    with caplog.at_level(logging.WARNING, "elfer.restoring"):
        within(story)
    (said,) = (record for record in caplog.records if record.name == "elfer.restoring")
    assert (said.levelname, said.__dict__["at"], said.__dict__["dropped"]) == ("WARNING", 1, 1)


def test_a_match_that_was_over_only_after_its_gap_goes_on() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        await with_a_gap(lobby, room, 0)
        over = seating.vacate(replace(room.table, phase="over"), 1, frozenset())
        await lobby.store.save_table(room.id, over)
        again = await lobby.room(room.id)
        assert (again.table.phase, again.at) == ("playing", 1)
        assert again.table.chairs[1].bot
        assert await again.play(0, "reveal") == 2

    within(story)


def test_the_moves_of_an_earlier_match_are_no_gap(caplog: pytest.LogCaptureFixture) -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        while room.table.phase != "over":
            await room.play(0, "reveal")
        first = room.at
        await room.begin()
        await room.play(1, "reveal")
        lobby._abandon(room)
        again = await lobby.room(room.id)
        assert again.at == first + 1
        assert not caplog.records
        assert (await lobby.replays.recording(again.id, 1)).steps == first
        await with_a_gap(lobby, again, first + 1)
        assert (await lobby.room(room.id)).at == first + 2
        assert (await lobby.replays.recording(again.id, 1)).steps == first

    with caplog.at_level(logging.WARNING, "elfer.restoring"):
        within(story)
    assert [record.__dict__["dropped"] for record in caplog.records] == [1]


def test_forgotten_tables_are_deleted_but_not_under_those_who_are_there() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            kept, left = await ada.creates("junior", 2), await ben.creates("junior", 2)
            await ben.say("lobby")
            await asyncio.sleep(lobby.settings.unload)
            for table in (kept, left):
                await edited(store, table, touched=round(time.time() - 15 * DAY_SECONDS))
            await asyncio.sleep(SWEEP_SECONDS)
            assert await ben.refused("enter", table=left, key=ben.key) == "no_table"
            await ben.enters(kept)

    within(story, store)


def test_a_store_that_fails_to_sweep_or_to_release_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    class Grumpy(KeyValueStore):
        asked = 0

        async def sweep(self, *_: Any) -> tuple[str, ...]:
            self.asked += 1
            raise Unavailable

        async def release(self, id: str) -> None:
            raise Unavailable

    store = Grumpy()

    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        lobby.left(room)
        await asyncio.sleep(3 * SWEEP_SECONDS)
        assert room.id not in lobby.rooms
        assert store.asked >= 3

    within(story, store)
    said = [record.message for record in caplog.records]
    assert "a table could not be marked as left" in said
    assert "old tables could not be deleted" in said
