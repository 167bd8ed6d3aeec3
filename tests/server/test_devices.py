"""Several people at one device: who holds it, when cards are covered, what is told, and who may act."""

from __future__ import annotations

from typing import Any

from elfer.server.lobby import Lobby
from tests.server.indoors import Guest, guest, within
from tests.server.people import Person

FAMILY: dict[str, Any] = {"people": ["Ben", "Oma"], "start": True}


async def takes(ada: Person, seat: int | None) -> list[dict[str, Any]]:
    """Somebody takes the device; what happened meanwhile."""
    await ada.say("hold", seat=seat)
    events: list[dict[str, Any]] = ada.update["events"]
    return events


async def turns(ada: Guest, moves: int) -> list[int]:
    """Whoever is awaited takes the device and plays; who did."""
    played = []
    for _ in range(moves):
        if ada.table["covered"]:
            await takes(ada, ada.update["awaited"][0])
        seat = ada.seat
        assert seat is not None
        played.append(seat)
        await ada.say("play", move=ada.moves[0], at=ada.at, seat=seat)
    return played


def test_cards_are_covered_until_the_next_one_takes_the_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("highest", 3, **FAMILY)
            assert [chair["name"] for chair in ada.table["chairs"]] == ["Ada", "Ben", "Oma"]
            assert (ada.seat, ada.table["covered"], ada.table["device"]) == (None, True, [0, 1, 2])
            assert ada.update["view"]["seat"] is None
            assert await ada.refused("play", move="R1", at=0) == "not_held"
            await takes(ada, 1)
            assert (ada.seat, ada.table["covered"], ada.update["view"]["seat"]) == (1, False, 1)
            told = len(ada.heard)
            await ada.plays()
            kinds = [
                (news["is"], news.get("you"), news.get("view", {}).get("seat")) for news in ada.heard[told:]
            ]
            assert kinds == [("table", None, None), ("update", None, None), ("done", None, None)]
            assert await turns(ada, 3) == [0, 2, 2]  # after the trick, Oma goes on without a curtain

    within(story)
