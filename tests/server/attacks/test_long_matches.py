"""A very long match is entered and looked back at like any other, and however often."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.server.attacks.attack import enter
from tests.server.attacks.long_matches import Kept, keep
from tests.server.attacks.siege import besiege, check
from tests.server.attacks.suite import ATTACKS
from tests.server.bystanders import act, complaints, memory
from tests.server.people import Server, person, serving

SPAN, MOVES = 1.5, 25_000
AT_ONCE = 58
Besieged = tuple[Server, Kept]


@pytest.fixture(scope="module")
def long_match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    data = tmp_path_factory.mktemp("long") / "data"
    kept = keep(data, MOVES, over=True)
    with serving(data) as server:
        yield server, kept
        assert complaints(server) == []


def test_every_entrance_has_one_answer_and_is_told_little(long_match: Besieged) -> None:
    """Many entries from the beginning at once."""
    server, kept = long_match

    async def scene() -> None:
        async with person(server, kept.key) as ada:
            for number in range(AT_ONCE):
                await ada.socket.send(json.dumps({**enter(kept.id, kept.key, at=0), "id": str(number)}))
            await ada.hears("refused")
            await ada.say("ping")
            answers = Counter(news["id"] for news in ada.heard if "id" in news and news["is"] != "table")
            assert [answers[str(number)] for number in range(AT_ONCE)] == [1] * AT_ONCE
            updates = [news for news in ada.heard if news["is"] == "update"]
            assert updates
            assert max(len(news["events"]) for news in updates) <= 100

    act(scene)


def test_entering_again_and_again_delays_nobody(long_match: Besieged) -> None:
    server, kept = long_match
    noticed = asyncio.run(besiege(server, ATTACKS["enter"], SPAN, "too_fast", kept=kept))
    check(noticed)
    assert noticed.tally["too_fast"] > 0


@pytest.mark.parametrize("name", ["replay", "record"])
def test_looking_back_again_and_again_delays_nobody(long_match: Besieged, name: str) -> None:
    server, kept = long_match
    before = memory(server)

    async def scene() -> None:
        async with person(server, kept.key) as ada:
            await ada.enters(kept.id)
            assert (await ada.insists(name))["is"] == name

    act(scene)
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, "too_fast", kept=kept))
    check(noticed)
    assert noticed.tally["too_fast"] > 0
    assert noticed.memory < before + 150_000_000


def test_a_match_that_could_take_for_ever_is_refused(long_match: Besieged) -> None:
    async def scene() -> None:
        async with person(long_match[0]) as ada:
            setup = {"game": "connect", "seats": 2, "rounds": 50}
            code = await ada.refused("create", setup=setup, name="Ada", key=ada.key)
            assert code == "too_many_rounds"

    act(scene)
