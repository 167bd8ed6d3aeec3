"""What people do who share a device: sit down and leave, call, have open cards, go away and come back."""

from __future__ import annotations

import asyncio
from typing import Any

from elfer.core.game import TABLE
from elfer.games import registry
from elfer.server.lobby import Lobby
from elfer.server.tables.live_table import HOST_IDLE_SECONDS
from tests.server.indoors import guest, within
from tests.server.people import Person, new_key

FAMILY: dict[str, Any] = {"people": ["Ben", "Oma"], "start": True}


def names(page: Person) -> list[str]:
    return [chair["name"] for chair in page.table["chairs"]]


def calls(page: Person) -> dict[int, list[str]]:
    return {call["seat"]: call["moves"] for call in page.update["calls"]}


# Seats


def test_more_people_sit_down_at_a_device_and_leave_one_by_one() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("classic", 5, people=["Ben"])
            assert (ada.seat, ada.table["device"], ada.table["covered"]) == (0, [0, 1], False)
            assert await ada.refused("sit", seat=3, name="Oma") == "already_seated"
            assert await ada.refused("sit", seat=1, name="Oma", beside=True) == "seat_taken"
            await ada.say("sit", seat=3, name="Oma", beside=True)
            assert ada.table["device"] == [0, 1, 3]
            await cleo.enters(table)
            await cleo.say("sit", seat=2, name="Cleo")
            assert (cleo.seat, cleo.table["device"], cleo.table["covered"]) == (2, [], False)
            assert all(chair["here"] for chair in cleo.table["chairs"][:4])
            await ada.say("rename", seat=1, name="Benno")
            await ada.say("rename", name="Adam")
            assert names(ada) == ["Adam", "Benno", "Cleo", "Oma", ""]
            for command in ("rename", "leave"):
                assert await ada.refused(
                    command, seat=2, **{"name": "Eve"} if command == "rename" else {}
                ) == ("not_seated")
            await ada.say("leave", seat=0)
            assert (ada.table["host"], ada.seat, ada.table["device"]) == (1, 1, [1, 3])
            await ada.say("change", setup={"game": "classic", "seats": 4})  # its holder is host
            await ada.say("leave")
            await cleo.until(lambda page: page.table["host"] == 2, "for the role")
            assert names(cleo) == ["", "", "Cleo", ""]

    within(story)


def test_people_that_do_not_fit_are_refused() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            setup = {"game": "duel", "seats": 2}
            create = {"setup": setup, "name": "Ada", "key": ada.key}
            assert await ada.refused("create", **create, people=["Ben", "Oma"]) == "people_seated"
            assert await ada.refused("create", **create, people=["Ben"], bots=["easy"]) == "bot_count"
            assert await ada.refused("create", **create, people=[" "]) == "name_empty"

    within(story)


def test_in_a_match_bots_take_the_seats_of_those_who_leave() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("highest", 3, **FAMILY)
            await ada.say("hold", seat=2)
            await ada.say("leave", seat=2)
            assert (ada.seat, ada.table["device"], ada.table["covered"]) == (None, [0, 1], True)
            assert ada.update["view"]["seat"] is None
            assert await ada.refused("hold", seat=2) == "not_seated"
            await ada.say("leave", seat=0)
            assert (ada.seat, ada.table["device"], ada.table["covered"]) == (1, [], False)
            assert [bool(chair["bot"]) for chair in ada.table["chairs"]] == [True, False, True]

    within(story)


def test_a_host_removes_a_device_with_all_its_people_but_not_the_own() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("classic", 4, people=["Ben"])
            await cleo.enters(table)
            for seat in (2, 3):
                await cleo.say("sit", seat=seat, name=f"Cleo {seat}", beside=True)
            assert await cleo.refused("remove", seat=0) == "not_host"
            assert await ada.refused("remove", seat=1) == "seat_no_person"
            await ada.say("remove", seat=3)
            await cleo.hears("out", code="removed")
            assert names(ada) == ["Ada", "Ben", "", ""]

    within(story)


def test_a_code_moves_all_seats_of_a_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("highest", 3, **FAMILY)
            await ada.say("hold", seat=1)
            code = (await ada.say("code"))["code"]
            async with guest(lobby, new_key()) as phone:
                await phone.say("redeem", code=code, key=phone.key)
                assert (phone.seat, phone.table["device"], phone.table["covered"]) == (None, [0, 1, 2], True)
                await ada.until(lambda page: not page.table["device"], "for the seats to go")
                assert ada.update["view"]["seat"] is None
                assert await ada.refused("hold", seat=1) == "not_seated"

    within(story)


# Time


def test_bots_play_for_all_at_a_device_that_is_away() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("highest", 4, people=["Ben", "Oma"])
            await cleo.enters(table)
            await cleo.say("sit", seat=3, name="Cleo")
            await ada.say("start")
            await cleo.plays()
            await ada.leaves()
            await cleo.until(lambda page: page.at == 4, "for the bots")
            assert [chair["stand_in"] for chair in cleo.table["chairs"]] == [True, True, True, False]
            assert cleo.table["host"] == 3
            async with guest(lobby, ada.key) as again:
                await again.enters(table)
                await again.say("hold", seat=1)
                await again.plays()
                assert [chair["stand_in"] for chair in again.table["chairs"]] == [False] * 4

    within(story, grace=60, pause=1)


def test_the_one_who_fetches_coffee_is_not_waited_for_with_a_curtain() -> None:
    """A bot plays for Oma for a while, and the device is not passed to her."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("guess", 3, **FAMILY)
            for seat in (0, 1):
                await ada.say("hold", seat=seat)
                await ada.plays()
            await asyncio.sleep(HOST_IDLE_SECONDS + 1)
            await ada.say("hold", seat=1)
            await ada.say("substitute", seat=2)
            while not ada.update["result"]:
                if ada.table["covered"]:
                    assert ada.update["awaited"] in ([0], [1])
                    await ada.say("hold", seat=ada.update["awaited"][0])
                if ada.seat in ada.update["awaited"]:
                    await ada.plays()
                await asyncio.sleep(1)
            assert ada.table["chairs"][2]["stand_in"]

    within(story)


# Calls and open cards


def test_anybody_doubts_without_taking_the_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("cheat", 3, options={"edition": "star-wars"}, **FAMILY)
            first = ada.update["awaited"][0]
            await ada.say("hold", seat=first)
            assert calls(ada) == {}
            await ada.plays()
            second = ada.update["awaited"][0]
            (third,) = {0, 1, 2} - {first, second}
            assert ada.table["covered"]
            assert calls(ada) == {third: ["doubt"]}
            assert await ada.refused("play", move="doubt", at=ada.at, seat=second) == "not_held"
            assert await ada.refused("play", move="accept", at=ada.at, seat=third) == "not_held"
            await ada.say("hold", seat=second)
            assert "doubt" in ada.moves
            assert calls(ada) == {third: ["doubt"]}
            await ada.say("play", move="doubt", at=ada.at, seat=third)
            assert {event["event"] for event in ada.update["events"]} & {"proven", "exposed"}

    within(story)


def test_a_game_with_open_cards_alone_is_never_covered_and_everybody_acts() -> None:
    async def story(lobby: Lobby) -> None:
        for game in ("snap", "connect", "duel"):
            async with guest(lobby) as ada:
                people = ["Ben", "Oma"][: len(registry()[game].seats)]
                await ada.creates(game, 1 + len(people), people=people, start=True)
                assert await ada.refused("play", move="reveal", at=ada.at) == "not_held"
                await ada.say("hold", seat=0)
                for _ in range(40):
                    awaited = ada.update["awaited"]
                    if TABLE in awaited or ada.update["result"]:
                        break
                    assert (ada.seat, ada.table["covered"], ada.update["view"]["seat"]) == (None, False, None)
                    assert set(awaited) <= calls(ada).keys()
                    await ada.say("play", move=calls(ada)[awaited[0]][-1], at=ada.at, seat=awaited[0])
                if game == "snap":
                    before = ada.at
                    await ada.say("play", move="schnapp", at=before, seat=max(calls(ada)))
                    await ada.until(lambda page: page.update["awaited"] != [TABLE], "for the table")

    within(story)
