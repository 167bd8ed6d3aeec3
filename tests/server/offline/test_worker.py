"""What the worker of a page starts, where a browser keeps things and where it does not."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from elfer.server.offline.worker import FallbackKeyValue, start
from elfer.server.stores.key_value import DictKeyValue, IndexedDb, KeyValueChange
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Unavailable
from tests.server.stores.stories import TABLE, raises


class SmallKeyValue(DictKeyValue):
    """A storage with room for a few texts."""

    async def write(self, change: KeyValueChange) -> None:
        if len((await self.read(""))[0]) > 5:
            raise Unavailable("full")
        await super().write(change)


def test_a_full_storage_costs_one_move_and_then_play_goes_on_in_memory() -> None:
    async def story() -> None:
        lost: list[bool] = []
        small = SmallKeyValue()
        store = KeyValueStore(FallbackKeyValue(small, lambda: lost.append(True)))
        for id in ("a", "b"):
            await store.create(id, TABLE)
        with raises(Unavailable):
            await store.create("c", TABLE)
        assert lost == [True]
        await store.create("c", TABLE)
        assert await store.ids() == ("a", "b", "c")
        assert await KeyValueStore(small).ids() == ("a", "b")
        assert lost == [True]

    asyncio.run(story())


class Forbidden:
    """A storage of a browser that allows none."""

    async def read(self, beginnings: str) -> str:
        return "SecurityError: not here"

    write = read


class Allowed:
    """A storage of a browser, in Python."""

    def __init__(self) -> None:
        self._storage = DictKeyValue()

    async def read(self, beginnings: str) -> str:
        found = await self._storage.read(*msgspec.json.decode(beginnings, type=list[str]))
        return msgspec.json.encode(found).decode()

    async def write(self, change: str) -> str:
        await self._storage.write(msgspec.json.decode(change, type=KeyValueChange))
        return "kept"


@pytest.mark.parametrize(("there", "kept"), [(Allowed(), True), (Forbidden(), False), (None, False)])
def test_where_nothing_can_be_kept_it_is_said_and_tables_are_there_all_the_same(
    there: IndexedDb | None, kept: bool
) -> None:
    async def story() -> None:
        lost: list[bool] = []
        host = await start(there, print, lambda: lost.append(True), "1", "/")
        assert lost == ([] if kept else [True])
        await host.lobby.create(TABLE)
        await host.lobby.close()

    asyncio.run(story())
