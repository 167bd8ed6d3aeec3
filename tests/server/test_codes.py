"""Codes that bring a seat to another device: they belong to who sits there, and end with the seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.bystanders import act
from tests.server.people import Person, Server, new_key, person, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "data") as server:  # one for each: an address may try few codes
        yield server


async def seated(ada: Person, ben: Person) -> None:
    """A table of Ada's at which Ben has sat down."""
    await ben.enters(await ada.creates("classic", 2))
    await ben.say("sit", seat=1, name="Ben")


async def code_of(someone: Person) -> str:
    return str((await someone.say("code"))["code"])


@pytest.mark.parametrize("watch", [True, False])
def test_a_code_ends_with_the_seat_it_was_taken_in(server: Server, watch: bool) -> None:
    """Ben leaves, or is removed; whoever sits there then keeps the seat, and so does Ada's bot."""

    async def scene() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as cleo:
            table = await ada.creates("classic", 2, watch=watch)
            for go in ("leave", "remove"):
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                code = await code_of(ben)
                await (ben.say("leave") if go == "leave" else ada.say("remove", seat=1))
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "a free chair"
                await cleo.enters(table)
                await cleo.say("sit", seat=1, name="Cleo")
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "Cleo's"
                await cleo.say("leave")
                await ada.say("place", seat=1, bot="easy")
                assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "a bot's"
                await ada.say("place", seat=1, bot=None)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            assert await ben.refused("redeem", code=code, key=new_key()) == "no_code", "his own, but later"
            assert ada.table["chairs"][1]["name"] == "Ben"

    act(scene)


def test_a_code_of_a_host_who_left_brings_nobody_the_role(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben:
            await seated(ada, ben)
            await ada.say("start")
            code = await code_of(ada)
            await ada.say("leave")
            await ben.until(lambda p: p.table["host"] == 1, "to be the host")
            assert await ada.refused("redeem", code=code, key=new_key()) == "no_code"
            assert (ben.table["host"], ben.table["chairs"][0]["bot"]) == (1, "medium")

    act(scene)


def test_a_code_follows_its_holder_to_another_seat_and_works_once(server: Server) -> None:
    async def scene() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as phone:
            await seated(ada, ben)
            code = await code_of(ada)
            await ada.say("swap", seat=0, other=1)
            await phone.say("redeem", code=code, key=phone.key)
            assert (phone.seat, phone.table["host"]) == (1, 1)
            assert [chair["name"] for chair in phone.table["chairs"]] == ["Ben", "Ada"]
            await ben.until(lambda p: p.seat == 0, "to sit there still")
            assert await ada.refused("redeem", code=code, key=new_key()) == "no_code"

    act(scene)
