"""Tables carried from one store to another: all of them, once, and nothing newer is overwritten."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Elsewhere, Opening, Played, Whole
from elfer.server.upkeep.doctor import Fault
from elfer.server.upkeep.migration import Moved, move
from tests.server.duels import OPENING, PLAYED, TABLE

LEFT = Moved("left", (Fault(0, "move.newer", {}),))


def told(story: Callable[[KeyValueStore, KeyValueStore], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        source = KeyValueStore()
        await source.create("a", TABLE)
        await source.open_match("a", replace(TABLE, phase="playing", match=1), OPENING)
        for played in PLAYED:
            await source.append("a", played)
        await story(source, KeyValueStore())

    asyncio.run(run())


def test_a_table_is_carried_once() -> None:
    async def story(source: KeyValueStore, target: KeyValueStore) -> None:
        assert await move(source, target, "a") == Moved("moved")
        assert await target.whole("a") == await source.whole("a")
        assert await move(source, target, "a") == Moved("there")
        assert await move(target, source, "a") == Moved("there")
        assert await move(source, target, "b") == Moved("left", (Fault(0, "move.gone", {}),))

    told(story)


def test_what_was_played_on_since_is_carried_again() -> None:
    async def story(source: KeyValueStore, target: KeyValueStore) -> None:
        await move(source, target, "a")
        opening: Opening = OPENING._replace(number=2, first=len(PLAYED))
        await source.open_match("a", replace(TABLE, phase="playing", match=2), opening)
        assert await move(source, target, "a") == Moved("moved")
        await source.append("a", Played(len(PLAYED) + 1, 0, "reveal"))
        assert await move(source, target, "a") == Moved("moved")
        assert await target.whole("a") == await source.whole("a")

    told(story)


@pytest.mark.parametrize("later", ["move", "another move", "match", "visit"])
def test_what_has_gone_on_at_the_other_place_stays_as_it_is(later: str) -> None:
    async def story(source: KeyValueStore, target: KeyValueStore) -> None:
        await move(source, target, "a")
        await target.load("a")
        number = len(PLAYED) + 1
        if later == "match":
            await target.open_match(
                "a", replace(TABLE, match=2), OPENING._replace(number=2, first=number - 1)
            )
        elif later == "visit":
            whole = await target.whole("a")
            assert whole
            await target.put("a", whole._replace(touched=whole.touched + 5))
        else:
            await target.append("a", Played(number, 0, "reveal"))
        if later == "another move":
            await source.append("a", Played(number, 1, "reveal"))
        before = await target.whole("a")
        assert await move(source, target, "a") == LEFT
        assert await target.whole("a") == before

    told(story)


def test_what_is_wrong_with_a_table_is_told_where_it_arrives() -> None:
    async def story(source: KeyValueStore, target: KeyValueStore) -> None:
        whole = await source.whole("a")
        assert whole
        gap = whole._replace(moves=whole.moves[:2] + whole.moves[3:], times=whole.times[1:])
        await source.put("a", gap)
        outcome, (fault,) = await move(source, target, "a")
        assert (outcome, fault.key, fault.last) == ("moved", "doctor.gap", 2)

    told(story)


class Broken(KeyValueStore):
    """A place where a table cannot be read, is in use, or does not stay as it was put."""

    trouble: Exception | None = None

    async def whole(self, id: str) -> Whole | None:
        if isinstance(self.trouble, Refused):
            raise self.trouble
        return await super().whole(id)

    async def put(self, id: str, whole: Whole) -> None:
        if isinstance(self.trouble, Elsewhere):
            raise self.trouble
        await super().put(id, whole._replace(touched=1))


@pytest.mark.parametrize(
    ("trouble", "key"),
    [
        (Refused("table_broken", why="it is torn"), "doctor.unreadable"),
        (Elsewhere("10.0.0.1:9000"), "move.in_play"),
        (None, "move.changed"),
    ],
)
def test_what_cannot_be_carried_is_left(trouble: Exception | None, key: str) -> None:
    async def story(source: KeyValueStore, target: KeyValueStore) -> None:
        broken = Broken()
        broken.trouble = trouble
        outcome, (fault,) = await move(source, broken, "a")
        assert (outcome, fault.key) == ("left", key)

    told(story)
