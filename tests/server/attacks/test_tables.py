"""Hints, entering, opening and changing tables are limited, without effect on other tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from elfer.server.tables.presence import MAX_WATCHING, MAX_WATCHING_ADDRESS
from tests.server.attacks.siege import besiege, check
from tests.server.attacks.suite import ATTACKS
from tests.server.bystanders import act, complaints, person_at
from tests.server.people import Refusal, Server, serving

SPAN = 1.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables") / "data") as server:
        yield server
        assert complaints(server) == []


@pytest.mark.parametrize("name", ["hints", "more-hints"])
def test_hints_delay_no_bot(server: Server, name: str) -> None:
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, "too_fast"))
    check(noticed)
    assert noticed.tally["too_fast"] > 0
    assert noticed.tally["hint"] < 30


@pytest.mark.parametrize("name", ["strangers", "onlookers", "tables"])
def test_strangers_cut_nobody_off(server: Server, name: str) -> None:
    """The bystanders' own table is the one that they come to."""
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, "done"))
    check(noticed)
    assert noticed.tally["done"] > 0


@pytest.mark.parametrize(("name", "felt"), [("changes", "too_fast"), ("takes-back", "done")])
def test_who_lets_much_be_saved_keeps_nobody_waiting(server: Server, name: str, felt: str) -> None:
    """Moves are many before they are too many: `test_budgets.py` has their end."""
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, felt))
    check(noticed)
    assert noticed.tally[felt] > 0


def test_who_comes_and_goes_is_told_at_times_only(server: Server) -> None:
    """Hundreds of entrances are a few news."""

    async def scene() -> None:
        async with person_at(server, "127.0.0.9") as ada:
            table = await ada.creates("classic", 2)
            entered = sum(await asyncio.gather(*(_many(server, table, number) for number in range(12))))
            await ada.say("ping")
            assert entered > 12 * 10
            assert sum(news["is"] == "table" for news in ada.heard) < entered / 2

    act(scene)


def test_onlookers_of_one_address_shut_no_table_to_a_friend(server: Server) -> None:
    """Nor to one who comes from the same address; and the host can send all of them away."""

    async def scene() -> None:
        async with AsyncExitStack() as crowd, person_at(server, "127.0.0.9") as ada:
            table = await ada.creates("classic", 4)
            for _ in range(MAX_WATCHING):
                eve = await crowd.enter_async_context(person_at(server, "127.0.2.1"))
                await eve.enters(table)
            for seat, address in ((1, "127.0.0.10"), (2, "127.0.2.1")):
                friend = await crowd.enter_async_context(person_at(server, address))
                await friend.enters(table)
                await friend.say("sit", seat=seat, name=address)
            await ada.until(lambda p: p.table["watching"] == MAX_WATCHING_ADDRESS - 1, "for the others")
            await ada.say("place", seat=3, bot="easy")
            await ada.say("clear")
            await eve.hears("out", code="removed")
            assert ada.table["watching"] == 0
            assert await eve.refused("enter", table=table, key=eve.key) == "onlookers_cleared"
            other = await crowd.enter_async_context(person_at(server, "127.0.0.11"))
            await other.enters(table)

    act(scene)


async def _many(server: Server, table: str, number: int) -> int:
    """Enter as often as one may at once; how often that was."""
    entered = 0
    async with person_at(server, f"127.0.1.{number + 1}") as eve:
        for _ in range(20):
            with contextlib.suppress(Refusal):
                await eve.enters(table)
                entered += 1
    return entered
