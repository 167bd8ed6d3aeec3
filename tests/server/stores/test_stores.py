"""Every store keeps what all of them promise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from elfer.server.stores import device_codes
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.places import open_store
from elfer.server.stores.postgres import store as postgres_store
from elfer.server.stores.store import Store
from tests.server.stores.stories import STORIES, Story

STORES = ("key_value", "sqlite", "postgres")


@pytest.fixture(params=STORES)
def within(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Story], None]:
    """Lets a story happen with a store of its own."""

    def whole(story: Story) -> None:
        async def run() -> None:
            if request.param == "key_value":
                await story(KeyValueStore())
                return
            async with open_store(place, new=True) as (store, _), asyncio.timeout(30):
                await story(store)

        place = request.getfixturevalue("postgres").new() if request.param == "postgres" else str(tmp_path)
        asyncio.run(run())

    return whole


Within = Callable[[Story], None]


@pytest.fixture
def few_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (device_codes, postgres_store):
        monkeypatch.setattr(module, "MAX_CODES", 3)


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_a_store_keeps_its_promises(within: Within, story: Story) -> None:
    within(story)


@pytest.mark.usefixtures("few_codes")
def test_of_too_many_codes_those_that_end_first_are_dropped(within: Within) -> None:
    async def story(store: Store) -> None:
        for number in (3, 1, 2, 5, 4):
            await store.keep_code(f"code {number}", f"table {number}", "ada", 100 * number)
        found = [number for number in range(1, 6) if await store.find_code(f"code {number}")]
        assert found == [3, 4, 5]

    within(story)
