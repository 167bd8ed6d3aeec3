"""What every store promises of the codes with which one goes on elsewhere."""

from __future__ import annotations

import pytest

from elfer.server.store import Code, Store
from elfer.server.stores import memory, sqlite
from elfer.server.stores.postgres import store as postgres_store
from tests.server.stores.stories import Within


@pytest.fixture
def few_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (memory, sqlite, postgres_store):
        monkeypatch.setattr(module, "MAX_CODES", 3)


def test_a_code_holds_until_it_is_ended(within: Within) -> None:
    async def story(store: Store) -> None:
        await store.keep_code("x", "a", "ada", 300)
        await store.keep_code("y", "a", "ben", 300)
        await store.end_code("b", "ada")
        assert await store.find_code("z") is None
        assert await store.find_code("x") == Code("a", "ada")
        await store.end_code("a", "ada")
        assert await store.find_code("x") is None
        assert await store.find_code("y") == Code("a", "ben")

    within(story)


def test_a_code_ends_with_its_time_and_with_the_next_one(within: Within) -> None:
    async def story(store: Store) -> None:
        await store.keep_code("old", "a", "ada", 300)
        await store.keep_code("over", "b", "ada", -1)
        await store.keep_code("other", "a", "ben", 300)
        await store.keep_code("new", "a", "ada", 300)
        assert await store.find_code("old") is None
        assert await store.find_code("over") is None
        assert await store.find_code("other") == Code("a", "ben")
        assert await store.find_code("new") == Code("a", "ada")

    within(story)


@pytest.mark.usefixtures("few_codes")
def test_of_too_many_codes_those_that_end_first_are_dropped(within: Within) -> None:
    async def story(store: Store) -> None:
        for number in (3, 1, 2, 5, 4):
            await store.keep_code(f"code {number}", f"table {number}", "ada", 100 * number)
        found = [number for number in range(1, 6) if await store.find_code(f"code {number}")]
        assert found == [3, 4, 5]

    within(story)
