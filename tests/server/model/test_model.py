"""Whatever people do, at a server that is killed now and then: what comes of it, the law says."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.server.bystanders import complaints
from tests.server.crash import quiet_port
from tests.server.model.checks import Checks
from tests.server.model.law import PLAIN, Law, Setup
from tests.server.model.machine import Machine
from tests.server.model.pages import PAGES
from tests.server.model.world import World
from tests.server.people import Server

SETUP = {**PLAIN, "game": "duel", "seats": 2}
LONG = bool(os.environ.get("ELFER_LONG"))
NEVER = "1000000"
"""Seconds: clocks decide nothing here."""
OPTIONS = {
    "pause": "0",
    "unload": "0",
    "tables": "100000",
    "grace": NEVER,
    "round-pause": NEVER,
    "ping": "1000",
}


def run(server: Server) -> None:
    class Here(Machine):
        def __init__(self) -> None:
            super().__init__(server)

    law = settings(
        max_examples=60 if LONG else 8,
        stateful_step_count=100 if LONG else 40,
        deadline=None,
        phases=[Phase.generate],  # the same steps meet other cards each time, so there is nothing to shrink
        suppress_health_check=list(HealthCheck),
    )
    Machine.failures.clear()
    try:
        run_state_machine_as_test(Here, settings=law)
    except Exception as error:
        raise next(iter(Machine.failures), error) from None


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """A server at a port to which it can come back."""
    server = Server(data, *(part for name, value in OPTIONS.items() for part in (f"--{name}", value)))
    try:
        yield server.start(quiet_port())
        assert not complaints(server)
    finally:
        server.__exit__()


def test_a_server_does_what_the_law_says(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        run(server)


# What was found in this way


async def who_sits_where_no_seat_was_comes_back(world: World) -> None:
    law = await played(world, {"watch": True})
    await world.does(0, "change", Law.change, setup=SETUP | {"game": "guess", "seats": 3})
    await world.sits(2, 2)
    await world.reloads(2, abruptly=False)
    assert law.seat(2) == 2


async def a_stranger_comes_to_a_table_that_was_private(world: World) -> None:
    law = await played(world, {"watch": False})
    await world.does(0, "change", Law.change, setup=SETUP)
    await world.enters(3, law)


async def who_was_ready_is_swapped(world: World) -> None:
    await played(world, {"watch": True})
    await world.does(1, "ready", Law.be_ready)
    await world.does(0, "swap", Law.swap, seat=0, other=1)


async def who_has_two_devices_is_ready_at_both(world: World) -> None:
    law = await played(world, {"watch": True})
    await world.enters(PAGES - 1, law)
    await world.all_ready(law)
    assert (law.match, law.ready) == (2, {0})


async def played(world: World, setup: Setup) -> Law:
    """A table at which a match of two people is over, and a third one looks on, where that is allowed."""
    await world.creates(0, SETUP | setup, [], False)
    (law,) = world.tables
    await world.enters(1, law)
    await world.sits(1, 1)
    await world.does(0, "start", Law.start)
    await world.play_on(law, 100, 0)
    assert law.phase == "over"
    await world.enters(2, law)
    return law


@pytest.mark.parametrize(
    "happens",
    [
        who_sits_where_no_seat_was_comes_back,
        a_stranger_comes_to_a_table_that_was_private,
        who_was_ready_is_swapped,
        who_has_two_devices_is_ready_at_both,
    ],
    ids=lambda happens: happens.__name__,
)
def test_what_the_law_has_found(happens: Callable[[World], Awaitable[None]], tmp_path: Path) -> None:
    async def scene() -> None:
        world = World(server)
        try:
            await happens(world)
            await Checks(world).look()
        finally:
            await world.close()

    with serving(tmp_path / "data") as server:
        asyncio.run(scene())
