"""The soak test in a few seconds: afterwards no page and no resource is left."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.crash import quiet_port
from tests.server.people import PATIENCE, Person, Server, person
from tests.server.soak.figures import look

METRICS = quiet_port()


@contextlib.asynccontextmanager
async def private_match(server: Server) -> AsyncIterator[tuple[str, Person]]:
    """A person at a private table with a bot."""
    async with person(server) as ada:
        table = await ada.creates("classic", 2, bots=("easy",), start=True, watch=False)
        yield table, ada


async def is_empty(server: Server) -> None:
    """Wait until no table is in memory."""
    for _ in range(100):
        if not look(server, METRICS).tables:
            return
        await asyncio.sleep(PATIENCE / 100)
    raise AssertionError("an empty table stays in memory")


async def who_leaves_a_private_match_is_put_out(server: Server) -> None:
    async with private_match(server) as (_, ada):
        await ada.say("leave")
        await ada.hears("out")
        await is_empty(server)


async def a_stranger_is_refused(server: Server) -> None:
    async with private_match(server) as (table, _):
        pass
    await is_empty(server)
    async with person(server) as stranger:
        assert await stranger.refused("enter", table=table, key=stranger.key) == "no_watching"
        await is_empty(server)


async def who_has_a_seat_redeems_a_code(server: Server) -> None:
    async with private_match(server) as (_, ada):
        code = (await ada.say("code"))["code"]
    await is_empty(server)
    async with person(server, ada.key) as again:
        assert await again.refused("redeem", code=code, key=again.key) == "already_seated"
        await is_empty(server)


@pytest.mark.parametrize(
    "happens",
    [who_leaves_a_private_match_is_put_out, a_stranger_is_refused, who_has_a_seat_redeems_a_code],
    ids=lambda happens: happens.__name__,
)
def test_a_table_that_nobody_is_at_leaves_memory(
    happens: Callable[[Server], Awaitable[None]], tmp_path: Path
) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            await happens(server)

    with Server(tmp_path / "data", "--unload", "0", "--metrics-port", str(METRICS)) as server:
        asyncio.run(bounded())
