"""A storage of texts as a store: what two workers that use one find there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server.stores.key_value import BrowserKeyValue, DictKeyValue, KeyValueChange
from elfer.server.stores.key_value_store import KeyValueStore, open_key_value_store
from elfer.server.stores.store import Conflict, Fenced, Played, Unavailable
from tests.server.stores.stories import OPENING, TABLE, playing

Two = Callable[[KeyValueStore, KeyValueStore], Coroutine[Any, Any, None]]


def with_one_storage(story: Two) -> None:
    """Let something happen to two workers of one browser."""

    async def whole() -> None:
        storage = DictKeyValue()
        await story(KeyValueStore(storage), KeyValueStore(storage))

    asyncio.run(whole())


def test_a_table_is_that_of_the_worker_that_has_loaded_it_last() -> None:
    async def story(here: KeyValueStore, there: KeyValueStore) -> None:
        table = await playing(here)
        await here.append("a", Played(1, 0, "reveal"))
        saved = await there.load("a")
        assert saved
        assert saved.log
        assert len(saved.log.moves) == 1
        for refused in (
            here.append("a", Played(2, 0, "reveal")),
            here.save_table("a", replace(table, host=None)),
            here.open_match("a", table, OPENING._replace(number=2)),
            here.cut("a", 0, table),
        ):
            with pytest.raises(Fenced):
                await refused
        await there.append("a", Played(2, 0, "reveal"))
        again = await here.load("a")
        assert again
        assert again.table == table
        assert again.log
        assert len(again.log.moves) == 2

    with_one_storage(story)


def test_two_who_take_a_table_at_once_both_have_it_and_only_one_keeps_it() -> None:
    async def story(here: KeyValueStore, there: KeyValueStore) -> None:
        await playing(here)
        await asyncio.gather(here.load("a"), there.load("a"))
        outcomes = await asyncio.gather(
            *(store.append("a", Played(1, 0, "reveal")) for store in (here, there)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes if outcome] == [Fenced]

    with_one_storage(story)


def test_tables_whose_ids_begin_alike_are_kept_apart() -> None:
    async def story(here: KeyValueStore, there: KeyValueStore) -> None:
        for id in ("a", "ab"):
            await playing(here, id)
            await here.append(id, Played(1, 0, "reveal", "c"))
            await here.append(id, Played(2, 0, "reveal", "cc"))
        await here.cut("a", 0, TABLE)
        assert await here.sweep(1e12, 1e12, lambda id: id == "ab", 9) == ("a",)
        saved = await here.load("ab")
        assert saved
        assert saved.log
        assert [move.command for move in saved.log.moves] == ["c", "cc"]

    with_one_storage(story)


def test_the_last_visit_is_known_when_a_storage_is_opened() -> None:
    async def story() -> None:
        storage = DictKeyValue()
        assert (await open_key_value_store(storage)).newest is None
        await (await open_key_value_store(storage)).create("a", TABLE)
        assert (await open_key_value_store(storage)).newest

    asyncio.run(story())


def test_what_cannot_be_read_is_refused() -> None:
    async def story() -> None:
        storage = DictKeyValue()
        store = KeyValueStore(storage)
        await playing(store)
        await storage.write(KeyValueChange(put={"at/a/table": "{"}))
        with pytest.raises(Refused):
            await store.load("a")

    asyncio.run(story())


class There:
    """A storage elsewhere that answers everything with one word."""

    def __init__(self, word: str) -> None:
        self._word = word

    async def read(self, beginnings: str) -> str:
        return self._word

    write = read


@pytest.mark.parametrize(
    ("word", "kind"), [("fenced", Fenced), ("conflict", Conflict), ("QuotaExceededError: full", Unavailable)]
)
def test_what_went_wrong_elsewhere_is_said_in_a_stores_own_words(word: str, kind: type[Exception]) -> None:
    async def story() -> None:
        store = KeyValueStore(BrowserKeyValue(There(word)))
        with pytest.raises(kind) as raised:
            await store.create("a", TABLE)
        assert raised.type is kind
        assert store.counts.failed == (kind is Unavailable)
        with pytest.raises(Unavailable):
            await store.ids()

    asyncio.run(story())
