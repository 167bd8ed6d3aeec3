"""What is wrong with the tables of a store, and what of it can be mended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Played
from elfer.server.tables.seating import Table
from elfer.server.upkeep.doctor import Fault, faults
from tests.server.duels import OPENING, PLAYED, TABLE
from tests.server.indoors import edited, guest, within


def told(story: Callable[[KeyValueStore], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(story(KeyValueStore()))


async def kept(store: KeyValueStore, played: list[Played], phase: Any = "playing") -> Table:
    """A table with one match, as far as it was played."""
    await store.create("a", TABLE)
    table = replace(TABLE, phase=phase, match=1)
    await store.open_match("a", table, OPENING)
    for move in played:
        await store.append("a", move)
    return table


async def second(store: KeyValueStore, first: int) -> None:
    """Another match at the same table."""
    await store.open_match(
        "a", replace(TABLE, phase="playing", match=2), OPENING._replace(number=2, first=first)
    )


@pytest.mark.parametrize("count", [0, 5, len(PLAYED)])
def test_a_table_that_is_well_stays_as_it_is(count: int) -> None:
    async def story(store: KeyValueStore) -> None:
        await kept(store, PLAYED[:count])
        assert await faults(store, "a") == []
        await store.create("b", TABLE)
        assert await faults(store, "b") == []
        assert await faults(store, "nowhere") == []

    told(story)


def test_a_table_with_a_gap_goes_on_from_its_last_whole_move() -> None:
    async def story(store: KeyValueStore) -> None:
        await kept(store, [*PLAYED[:4], *PLAYED[5:]], phase="over")
        (fault,) = await faults(store, "a")
        assert fault == Fault(1, "doctor.gap", {"at": 4, "count": len(PLAYED) - 5}, 4)
        await fault.mend(store, "a")
        assert await faults(store, "a") == []
        saved = await store.load("a")
        assert saved
        assert saved.log
        assert saved.table.phase == "playing"
        assert list(saved.log.moves) == PLAYED[:4]
        await store.append("a", PLAYED[4])

    told(story)


def test_who_comes_back_to_a_mended_table_plays_on() -> None:
    store = KeyValueStore()

    async def story(lobby: Any) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("duel", 2, bots=["easy"], start=True)
            for _ in range(4):
                await ada.plays()
            await ada.say("lobby")
            await asyncio.sleep(lobby.settings.unload + 1)
            whole = await store.whole(table)
            assert whole
            *moves, gone, last = whole.moves
            await edited(store, table, moves=(*moves, last), times=whole.times[1:])
            (fault,) = await faults(store, table)
            assert fault.last == gone.number - 1
            await fault.mend(store, table)
            await ada.enters(table)
            assert ada.at == fault.last
            await ada.plays()

    within(story, store)


def test_what_cannot_be_mended_is_told() -> None:
    async def story(store: KeyValueStore) -> None:
        table = await kept(store, [*PLAYED[:4], *PLAYED[5:]])
        await second(store, len(PLAYED))
        gap = Fault(1, "doctor.gap", {"at": 4, "count": len(PLAYED) - 5})
        assert await faults(store, "a") == [gap]  # an earlier match: others came after it
        late = OPENING._replace(number=2, first=99)
        times = tuple(range(len(PLAYED)))
        await edited(store, "a", openings=(OPENING, late), moves=tuple(PLAYED), times=times)
        first = Fault(2, "doctor.first", {"first": 99, "last": len(PLAYED)})
        assert await faults(store, "a") == [first]
        await edited(store, "a", openings=(OPENING._replace(record="rubbish"), late))
        wrong, *_ = await faults(store, "a")
        assert (wrong.match, wrong.key, wrong.last) == (1, "doctor.unreadable", None)
        await store.save_table("a", replace(table, match=3))
        assert (await faults(store, "a"))[-1] == Fault(3, "doctor.lost", {})

    told(story)


def test_a_match_that_is_not_over_and_a_command_played_twice_are_told() -> None:
    async def story(store: KeyValueStore) -> None:
        await kept(store, PLAYED[:4])
        again = PLAYED[3]._replace(command="c3", seat=PLAYED[2].seat)
        await edited(store, "a", moves=(*PLAYED[:3], again))
        await second(store, 4)
        twice = Fault(0, "doctor.twice", {"commands": ["c3"]})
        assert await faults(store, "a") == [Fault(1, "doctor.open", {}), twice]

    told(story)
