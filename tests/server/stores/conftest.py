from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from elfer.server.stores.memory import MemoryStore
from elfer.server.stores.places import opened
from tests.server.stores.stories import Story, Within

STORES = ("memory", "sqlite", "postgres")


@pytest.fixture(params=STORES)
def within(request: pytest.FixtureRequest, tmp_path: Path) -> Within:
    """Lets a story happen with a store of its own."""

    def whole(story: Story) -> None:
        async def run() -> None:
            if request.param == "memory":
                await story(MemoryStore())
                return
            async with opened(place, new=True) as (store, _), asyncio.timeout(30):
                await story(store)

        place = request.getfixturevalue("postgres").new() if request.param == "postgres" else str(tmp_path)
        asyncio.run(run())

    return whole
