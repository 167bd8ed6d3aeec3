"""Old tables are deleted, and nothing on the word of a clock that has jumped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Unavailable
from elfer.server.tables import seating
from elfer.server.upkeep.cleanup import (
    DAY_SECONDS,
    DOUBT_SECONDS,
    MAX_SWEPT_TABLES,
    SWEEP_SECONDS,
    Calendar,
)
from elfer.server.wire import Setup
from tests.server.indoors import edited, within

TABLE = seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))
NOW = 1_760_000_000.0


async def aged(store: KeyValueStore, days: float, count: int = 1) -> None:
    """Some tables unused for a number of days."""
    for number in range(count):
        id = f"{days} days, {number}"
        await store.create(id, TABLE)
        await edited(store, id, touched=round(time.time() - days * DAY_SECONDS))


def test_a_clock_that_goes_well_is_believed() -> None:
    calendar = Calendar(NOW - 3600, NOW, 50)
    for seconds in (0, 600, 600 + 3 * DAY_SECONDS):
        assert calendar.today(NOW + seconds, 50 + seconds) == NOW + seconds
    asleep = 2 * DAY_SECONDS  # the machine slept, and only one of the clocks went on
    assert calendar.today(NOW + 5 * DAY_SECONDS + asleep, 50 + 5 * DAY_SECONDS) == NOW + 7 * DAY_SECONDS


def test_a_clock_that_jumps_forward_is_not_believed_until_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calendar = Calendar(None, NOW, 0)
    jump = 20 * DAY_SECONDS
    for steady in (600, 1200, 40 * DAY_SECONDS):
        assert calendar.today(NOW + jump + steady, steady) == NOW + steady
    assert len(caplog.records) == 1
    back = 40 * DAY_SECONDS + 600
    assert calendar.today(NOW + back, back) == NOW + back


def test_a_clock_that_jumps_back_makes_nothing_older() -> None:
    calendar = Calendar(None, NOW, 0)
    assert calendar.today(NOW - 20 * DAY_SECONDS, 600) == NOW - 20 * DAY_SECONDS
    again = calendar.today(NOW + 1200, 1200)
    assert again
    assert again < NOW - 19 * DAY_SECONDS


def test_after_a_long_silence_nothing_is_deleted_for_a_day(caplog: pytest.LogCaptureFixture) -> None:
    calendar = Calendar(NOW - 20 * DAY_SECONDS, NOW, 0)
    assert calendar.today(NOW, 0) is None
    assert calendar.today(NOW + DOUBT_SECONDS - 1, DOUBT_SECONDS - 1) is None
    assert calendar.today(NOW + DOUBT_SECONDS, DOUBT_SECONDS) == NOW + DOUBT_SECONDS
    assert len(caplog.records) == 1


@pytest.fixture
def turn_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Puts the clock forward by a number of days."""
    right = time.time
    return lambda days: monkeypatch.setattr(time, "time", lambda: right() + days * DAY_SECONDS)


def test_a_clock_that_jumps_deletes_no_table(turn_clock: Callable[[float], None]) -> None:
    store = KeyValueStore()

    async def story(_: Lobby) -> None:
        await aged(store, 0.1, 5)
        await asyncio.sleep(SWEEP_SECONDS)
        turn_clock(20)
        await asyncio.sleep(5 * SWEEP_SECONDS)
        assert len(await store.ids()) == 5
        await aged(store, 35)  # fifteen days old, by the clock as it was
        await asyncio.sleep(2 * SWEEP_SECONDS)
        assert len(await store.ids()) == 5

    within(story, store)


def test_a_server_started_with_a_wrong_clock_deletes_no_table(turn_clock: Callable[[float], None]) -> None:
    store = KeyValueStore()
    asyncio.run(aged(store, 0.1, 5))
    store.newest = time.time()
    turn_clock(20)

    async def story(_: Lobby) -> None:
        await asyncio.sleep(5 * SWEEP_SECONDS)
        assert len(await store.ids()) == 5

    within(story, store)


def test_old_tables_go_a_few_at_a_time() -> None:
    store = KeyValueStore()

    async def story(_: Lobby) -> None:
        await aged(store, 15, MAX_SWEPT_TABLES + 1)
        await asyncio.sleep(SWEEP_SECONDS)
        assert len(await store.ids()) == 1
        await asyncio.sleep(SWEEP_SECONDS)
        assert not await store.ids()

    within(story, store)


@pytest.mark.parametrize("error", [Unavailable("no disk"), KeyError("a mistake"), OSError(5, "I/O error")])
def test_one_failed_sweep_is_not_the_last(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    class Grumpy(KeyValueStore):
        failures = 3

        async def sweep(self, *arguments: Any) -> tuple[str, ...]:
            if self.failures:
                self.failures -= 1
                raise error
            return await super().sweep(*arguments)

    store = Grumpy()

    async def story(_: Lobby) -> None:
        await aged(store, 15)
        await asyncio.sleep(4 * SWEEP_SECONDS)
        assert not await store.ids()

    within(story, store)
    said = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert said == ["old tables could not be deleted"] * 3
