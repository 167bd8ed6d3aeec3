"""Schnipp Schnapp between people and a clock: who is second is late, and nothing more."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.rules import rule
from tests.server.bystanders import act
from tests.server.people import Person, Server, person, serving


async def three(ada: Person, ben: Person, cleo: Person) -> list[Person]:
    """A match of three people."""
    people = [ada, ben, cleo]
    table = await ada.creates("snap", 3)
    for seat, someone in enumerate((ben, cleo), 1):
        await someone.enters(table)
        await someone.say("sit", seat=seat, name="BC"[seat - 1])
    await ada.say("start")
    for someone in people:
        await someone.until(lambda p: p.update)
    return people


async def all_see(people: list[Person], at: int) -> None:
    for someone in people:
        await someone.until(lambda p: p.at >= at)


def pair_and_other(view: dict[str, Any]) -> tuple[int, int] | None:
    """A seat that shows the number of another one, and one that shows a number of its own."""
    shown = [int(top[1:]) if top else 0 for top in view["tops"]]
    pair = [seat for seat, number in enumerate(shown) if number and shown.count(number) == 2]
    other = [seat for seat, number in enumerate(shown) if number and shown.count(number) == 1]
    return (pair[0], other[0]) if pair and other else None


def told(someone: Person) -> list[dict[str, Any]]:
    """All events of calls that somebody was told of."""
    updates = (news for news in someone.heard if news["is"] == "update")
    return [event for update in updates for event in update["events"] if event["event"] != "flipped"]


@rule("SNA-6")
def test_who_calls_when_another_has_just_won_loses_nothing(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with person(server) as ada, person(server) as ben, person(server) as cleo:
            people = await three(ada, ben, cleo)
            while not (seats := pair_and_other(ada.update["view"])):
                turn = people[ada.update["view"]["turn"]]
                before = ada.at
                await turn.tries("reveal")
                await all_see(people, before + 1)
            quick, slow = people[seats[0]], people[seats[1]]
            at = await quick.plays("schnapp")
            await slow.until(
                lambda p: p.at > at and not p.update["view"]["calls"], "for the end of the window"
            )
            before = slow.update["view"]
            at = await slow.plays("schnapp")
            await slow.until(lambda p: p.at > at, "for what the table makes of it")
            kinds = [event["event"] for event in told(slow)]
            assert kinds == ["calledout", "tookpiles", "calledout", "calledlate"]
            after = slow.update["view"]
            for key in ("piles", "stacks", "tops", "middle_size", "quartets"):
                assert after[key] == before[key]
            assert after["piles"][seats[1]] > 0

    with serving(tmp_path / "data") as server:
        act(lambda: story(server))


@rule("SNA-6")
def test_a_bot_turns_up_no_card_right_after_a_call_was_resolved(tmp_path: Path) -> None:
    """However quick the bots are, and though the only person has called already."""

    def pauses(server: Server) -> list[int]:
        times = server.rows("SELECT seat, move, played FROM moves ORDER BY seq")
        found = pairwise(times)
        return [b[2] - a[2] for a, b in found if a[:2] == (-1, "resolve") and b[:2] == (1, "reveal")]

    async def story(server: Server) -> None:
        async with person(server) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            while len(pauses(server)) < 2:
                await ada.until(lambda p: "reveal" in p.moves)
                await ada.tries("reveal")
                await ada.tries("schnapp")
                await ada.until(lambda p: not p.update["view"]["calls"])
        assert min(pauses(server)) >= 650

    with Server(tmp_path / "data", "--pause", "0.1") as server:
        act(lambda: story(server))
