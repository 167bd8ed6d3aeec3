"""A seed for tests: the deals and the bots of a server follow from it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from elfer.server.lobby import Lobby
from tests.server.indoors import guest, within
from tests.server.people import Person, person, serving


async def evening(ada: Person) -> list[str]:
    """The records of two matches at one table and of one at another like it."""
    records = []
    for matches in (2, 1):
        await ada.creates("junior", 3, bots=["medium", "hard"], start=True)
        await ada.until(lambda p: p.update and p.table["match"] == 1)
        for match in range(1, matches + 1):
            if match > 1:
                await ada.say("start")
                await ada.until(lambda p: not p.update.get("result"))
            await ada.plays_on()
            records.append(str((await ada.say("record", match=match))["text"]))
    return records


def played(seed: int | None) -> list[str]:
    found: list[str] = []

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            found.extend(await evening(ada))

    within(story, seed=seed)
    return found


def test_two_servers_with_the_same_seed_deal_and_play_the_same() -> None:
    first = played(7)
    assert first[0] == first[2] != first[1]
    assert played(7) == first
    assert not {*played(8), *played(None)} & {*first}


def test_a_real_server_of_a_test_has_a_seed(tmp_path: Path) -> None:
    """With processes that think for its bots."""

    async def story(folder: Path) -> str:
        with serving(folder / "data", seed=7) as server:
            async with person(server) as ada:
                await ada.creates("junior", 3, bots=["medium", "hard"], start=True)
                await ada.until(lambda p: p.update)
                await ada.plays_on()
                return str((await ada.say("record"))["text"])

    (tmp_path / "again").mkdir()
    assert asyncio.run(story(tmp_path)) == asyncio.run(story(tmp_path / "again"))
