"""Seats, roles and secrets cannot be stolen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.bystanders import act, bystanders, complaints
from tests.server.people import Person, Server, person, serving

SEATS = 3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("seats") / "data", "--tables", "1000") as server:
        yield server
        assert complaints(server) == []


async def seated(ada: Person, ben: Person, **setup: object) -> str:
    """A table of Ada's at which Ben sits, too, and one seat is free."""
    table = await ada.creates("classic", SEATS, **setup)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    return table


async def code_of(one: Person) -> str:
    return str((await one.say("code"))["code"])


async def robbed(server: Server, code: str) -> list[str]:
    """The answer to an expired code."""
    async with person(server) as eve:
        return [await eve.refused("redeem", code=code, key=eve.key), str(eve.seat)]


def test_a_code_dies_with_its_seat(server: Server) -> None:
    """A player who left or was removed has no way back into the seat."""

    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben, person(server) as cleo:
            table = await seated(ada, ben)
            left = await code_of(ben)
            await ben.say("leave")
            assert await robbed(server, left) == ["no_code", "None"]
            await cleo.enters(table)
            await cleo.say("sit", seat=1, name="Cleo")
            assert await robbed(server, left) == ["no_code", "None"]
            removed = await code_of(cleo)
            await ada.say("remove", seat=1)
            assert await robbed(server, removed) == ["no_code", "None"]
            await ada.say("place", seat=1, bot="easy")
            assert await robbed(server, removed) == ["no_code", "None"]

    act(scene)


def test_a_code_goes_with_its_holder_not_with_the_chair(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as phone:
            await seated(ada, ben)
            code = await code_of(ben)
            await ada.say("swap", seat=0, other=1)
            await phone.say("redeem", code=code, key=phone.key)
            assert phone.seat == 0
            assert phone.table["host"] == ada.seat == 1
            assert await robbed(server, code) == ["no_code", "None"]

    act(scene)


def test_a_host_who_left_cannot_come_back_as_host(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben:
            await seated(ada, ben)
            code = await code_of(ada)
            await ada.say("leave")
            assert await robbed(server, code) == ["no_code", "None"]
            await ben.until(lambda p: p.table["host"] == 1, "for the role")
            assert await ada.refused("start") in ("not_host", "not_seated")

    act(scene)


def test_a_host_cannot_hand_an_active_person_to_a_bot(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben:
            await seated(ada, ben)
            await ada.say("place", seat=2, bot="easy")
            await ada.say("start")
            await ben.until(lambda p: p.update, "for the deal")
            assert await ada.refused("substitute", seat=1) == "seat_active"
            assert not ben.table["chairs"][1]["stand_in"]

    act(scene)


def test_who_was_removed_cannot_sit_down_at_once(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben:
            table = await seated(ada, ben)
            await ada.say("remove", seat=1)
            await ben.hears("out", code="removed")
            await ben.enters(table)
            assert await ben.refused("sit", seat=1, name="Ben") == "was_removed"

    act(scene)


def test_a_private_match_stays_private(server: Server) -> None:
    """Letting others look on later opens nothing that was played before."""

    async def scene() -> None:
        async with person(server) as ada, person(server) as eve:
            setup = {"game": "junior", "seats": 2, "watch": False}
            made = await ada.say("create", setup=setup, name="Ada", key=ada.key, bots=["easy"], start=True)
            await ada.until(lambda p: p.update, "for the deal")
            await ada.plays_on()
            await ada.insists("change", setup={**setup, "watch": True})
            await eve.enters(made["table"])
            for do in ("record", "replay"):
                assert await eve.refused(do) == "no_watching"
                assert await eve.refused(do, match=1) == "no_watching"
            assert (await ada.insists("record"))["text"]

    act(scene)


def test_who_takes_a_chair_after_a_private_match_does_not_get_its_record(server: Server) -> None:
    """Those who played it keep it, wherever they sit and on whatever device; the next match is for all."""

    async def scene() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as eve:
            table = await ada.creates("junior", 3, watch=False)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            await ada.say("place", seat=2, bot="easy")
            await play(ada, ben)
            await ben.say("leave")
            await eve.enters(table)
            await eve.say("sit", seat=1, name="Eve")
            for do in ("record", "replay"):
                assert await eve.refused(do) == "match_private"
                assert await eve.refused(do, match=1) == "match_private"
            await ada.say("swap", seat=0, other=1)
            assert await eve.refused("record", match=1) == "match_private"
            code = await code_of(ada)
            async with person(server) as phone:
                await phone.say("redeem", code=code, key=phone.key)
                assert (await phone.insists("record", match=1))["text"]
                await play(phone, eve)
                assert (await eve.insists("record"))["text"]
                assert await eve.refused("record", match=1) == "match_private"

    act(scene)


async def play(host: Person, other: Person) -> None:
    """A match to its end."""
    host.update = other.update = {}
    await host.insists("start")
    for one in (host, other):
        await one.until(lambda p: p.update, "for the deal")
    await asyncio.gather(host.plays_on(), other.plays_on())
