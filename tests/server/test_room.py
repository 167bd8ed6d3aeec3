"""Rooms that cannot save, and tables that were left with a gap: a real database, and no sockets."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server import table as tables
from elfer.server.bot_pool import Thinkers
from elfer.server.lobby import House
from elfer.server.room import Room, saving
from elfer.server.settings import FILE, Settings
from elfer.server.stores.sqlite import Store
from elfer.server.wire import Setup

PLAYED = "INSERT INTO moves (table_id, seq, seat, move, command, played) VALUES (?, ?, ?, 'reveal', ?, 0)"


class Recovering(House):
    """A house whose database works again as soon as a room was lost: what waits there could be saved."""

    blocker: sqlite3.Connection

    def _lose(self, room: Room) -> None:
        self.blocker.rollback()
        super()._lose(room)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Recovering]:
    store = Store(folder)
    house = Recovering(Settings(data=folder), store, Thinkers(0))
    try:
        with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as house.blocker:
            yield house
    finally:
        await house.close()
        store.close()


def within(folder: Path, scene: Callable[[Recovering], Coroutine[Any, Any, None]]) -> None:
    """Let a scene happen in a house of its own."""

    async def whole() -> None:
        async with asyncio.timeout(30), opened(folder) as house:
            await scene(house)

    asyncio.run(whole())


async def dealt(house: House, **more: Any) -> Room:
    """Ada and Ben, who have been dealt a match in which either may move at any time."""
    table = tables.create(Setup(game="duel", seats=2, **more), "Ada", "ada", ())
    room = await house.create(tables.sit(table, 1, "Ben", "ben"))
    await room.begin()
    return room


async def moves(house: House, room: Room) -> list[int]:
    rows = await house.store.read("SELECT seq FROM moves WHERE table_id = ? ORDER BY seq", room.id)
    return [seq for (seq,) in rows]


def test_whoever_waits_where_a_move_could_not_be_saved_plays_nothing(tmp_path: Path) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        await room.play(0, "reveal", "first")
        house.blocker.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            room.play(0, "reveal", "second"),
            room.play(1, "reveal", "third"),
            room.change(lambda table: tables.stand_in(table, 1, True)),
            room.begin(),
            return_exceptions=True,
        )
        assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["not_saved"] * 4
        assert await moves(house, room) == [1]
        again = await house.room(room.id)
        assert again is not room
        assert (again.at, again.table.chairs[1].stand_in) == (1, False)
        for number, (seat, command) in enumerate([(1, "third"), (0, "second")], 2):
            assert await again.play(seat, "reveal", command) == number
        assert await moves(house, again) == [1, 2, 3]

    within(tmp_path, scene)


def test_a_room_that_left_memory_is_not_played_in_any_more(tmp_path: Path) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        house._unload(room)
        with pytest.raises(Refused, check=lambda refused: refused.code == "not_saved"):
            await room.play(0, "reveal")
        assert await (await house.room(room.id)).play(0, "reveal") == 1

    within(tmp_path, scene)


def test_a_clock_that_wakes_up_in_a_room_that_was_given_up_does_nothing(tmp_path: Path) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        room.table = tables.stand_in(room.table, 0, True)  # the host is away for long: the role would pass on
        house._give_up(room)
        await room.clock._give_up_waiting()
        assert (await house.room(room.id)).table.host == 0

    within(tmp_path, scene)


async def with_a_gap(house: House, room: Room, first: int) -> None:
    """Leave a table as one was left whose second move could not be saved, though its third was."""
    house._give_up(room)
    await house.store.write((PLAYED, (room.id, first + 1, 0, "a")), (PLAYED, (room.id, first + 3, 1, "c")))


def test_a_table_with_a_gap_goes_on_from_its_last_whole_move(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        await with_a_gap(house, room, 0)
        again = await house.room(room.id)
        assert again.at == 1
        assert await again.play(1, "reveal", "c") == 2  # it was confirmed once, but nobody can know its place
        assert await again.play(0, "reveal", "a") == 1
        assert await again.play(0, "reveal", "d") == 3
        house._give_up(again)
        assert (await house.room(room.id)).at == 3
        assert await moves(house, room) == [1, 2, 3]

    with caplog.at_level(logging.WARNING, "elfer.house"):
        within(tmp_path, scene)
    (said,) = (record for record in caplog.records if record.name == "elfer.house")
    assert (said.levelname, said.__dict__["at"], said.__dict__["dropped"]) == ("WARNING", 1, 1)


def test_a_match_that_was_over_only_after_its_gap_goes_on(tmp_path: Path) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        await with_a_gap(house, room, 0)
        over = tables.leave(replace(room.table, phase="over"), 1, frozenset())
        await house.store.write(saving(room.id, over))
        again = await house.room(room.id)
        assert (again.table.phase, again.at) == ("playing", 1)
        assert again.table.chairs[1].bot
        assert await again.play(0, "reveal") == 2

    within(tmp_path, scene)


def test_the_moves_of_an_earlier_match_are_no_gap(tmp_path: Path) -> None:
    async def scene(house: Recovering) -> None:
        room = await dealt(house)
        while room.table.phase != "over":
            await room.play(0, "reveal")
        first = room.at
        await room.begin()
        await room.play(1, "reveal")
        house._give_up(room)
        again = await house.room(room.id)
        assert again.at == first + 1
        assert (await house.finished(again, 1))[0].steps == first
        await with_a_gap(house, again, first + 1)
        assert (await house.room(room.id)).at == first + 2
        assert (await house.finished(again, 1))[0].steps == first

    within(tmp_path, scene)
