"""Several people at one device: who holds it, when cards are covered, what is told, and who may act."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.game_card import policy_of
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.tables import seating
from elfer.server.tables.devices import Device, calls
from elfer.server.wire import Setup
from tests.server.indoors import SlowBots, guest, indoors, within
from tests.server.people import News, Person

FAMILY: dict[str, Any] = {"people": ["Ben", "Oma"], "start": True}
"""Ben and Oma sit beside Ada."""

ANYBODY_DOUBTS = "cheat", {"edition": "star-wars"}


async def turn(ada: Person, seat: int | None = None) -> None:
    """An awaited player takes the device, if it is free, and makes the first legal move."""
    if ada.table["covered"]:
        await ada.say("hold", seat=ada.update["awaited"][0] if seat is None else seat)
    await ada.say("play", move=ada.moves[0], at=ada.at, seat=ada.seat)


def kinds(heard: list[News]) -> list[tuple[str, int | None]]:
    """What came, and whose cards it shows."""
    return [(news["is"], news.get("view", {"seat": news.get("you")})["seat"]) for news in heard]


def shows(page: Person) -> tuple[int | None, bool, int | None]:
    """Who holds a device, whether it is covered, and whose view it has."""
    return page.seat, page.table["covered"], page.update["view"]["seat"]


def plain(event: elfer.Event) -> Any:
    return json.loads(elfer.to_json(event))


# What the rules promise


def at_random(game: str, seats: int, most: int, **options: Any) -> list[AnyMatch]:
    """A match at each of its moves."""
    match, rng = elfer.start(game, seats=seats, seed=5, **options), Chance(5)
    found = []
    while not match.over and match.steps < most:
        seat = rng.shuffled(match.actors)[0]
        match.play(seat, rng.shuffled(match.moves(seat))[0])
        found.append(match.copy())
    return found


@pytest.mark.parametrize(("game", "options"), [*((game, {}) for game in registry()), ANYBODY_DOUBTS])
def test_what_may_be_done_without_looking_at_ones_cards_tells_nothing_of_them(
    game: str, options: dict[str, Any]
) -> None:
    kind = registry()[game]
    for match in at_random(game, kind.seats[-1], 60, **options):
        rules, state, imagined = match.game, match.state, match.imagine(None, Chance(match.steps))
        callers = match.actors if policy_of(kind).shared_screen else set(match.actors) - set(match.awaited)
        for seat in set(callers) - {TABLE}:
            assert rules.offered(state, seat) == rules.offered(imagined, seat)
            assert rules.moves(state, seat) == rules.moves(imagined, seat)


def test_a_turn_is_none_of_the_moves_that_need_no_cards() -> None:
    table = seating.create(Setup(game="highest", seats=2), "Ada", "ada", (), ("Ben",))
    table, match = seating.begin(table)
    assert match.awaited == (0, 1)
    assert calls(table, match, Device((0, 1), 0)) == ()


def test_the_games_with_open_cards_alone_are_known() -> None:
    assert {id for id, game in registry().items() if policy_of(game).shared_screen} == {
        "connect",
        "duel",
        "snap",
    }


# Who holds it


def test_cards_are_covered_until_the_next_one_takes_the_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("highest", 3, **FAMILY)
            assert [chair["name"] for chair in ada.table["chairs"]] == ["Ada", "Ben", "Oma"]
            assert (ada.seat, ada.table["covered"], ada.table["device"]) == (None, True, [0, 1, 2])
            assert await ada.refused("play", move="R1", at=0) == "not_held"
            assert await ada.refused("hint") == await ada.refused("emote", emote="wow") == "not_held"
            await ada.say("emote", emote="wow", seat=2)
            told = len(ada.heard)
            await turn(ada, seat=1)
            assert kinds(ada.heard[told:]) == [
                *(("table", 1), ("update", 1), ("done", None)),
                *(("table", None), ("update", None), ("done", None)),
            ]
            await turn(ada)
            await turn(ada)
            assert (ada.seat, ada.table["covered"]) == (
                2,
                False,
            )  # a new trick: Oma need not pass it on first
            await ada.say("hold", seat=None)
            assert shows(ada) == (None, True, None)

    within(story)


def test_the_holder_goes_on_looking_while_bots_and_others_move() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("guess", 4, people=["Ben"], bots=["easy"])
            await cleo.enters(table)
            await cleo.say("sit", seat=3, name="Cleo")
            await ada.say("start")
            await turn(ada)
            assert ada.table["covered"]
            await turn(ada)
            await cleo.until(lambda page: page.update["awaited"] == [3], "for the bot")
            assert (ada.at, ada.seat) == (3, 1)
            for seat in (0, 1, 2):
                assert await cleo.refused("play", move=cleo.moves[0], at=3, seat=seat) == "not_seated"
                assert await cleo.refused("hold", seat=seat) == "not_seated"
                assert await cleo.refused("emote", emote="wow", seat=seat) == "not_seated"
            await cleo.plays()
            while not cleo.update["result"]:
                (seat,) = cleo.update["awaited"]
                if seat in (0, 1):
                    assert ada.seat in (seat, None)
                    await turn(ada)
                elif seat == 3:
                    await cleo.plays()
                await asyncio.sleep(1)

    within(story)


def test_after_a_deal_nobody_holds_it_and_the_device_is_ready_as_one() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("junior", 2, people=["Ben"], start=True, rounds=2)
            while ada.update["awaited"] != [TABLE]:
                await turn(ada)
            assert shows(ada)[0] in (0, 1)
            await ada.say("ready")
            await ada.until(lambda page: page.update["round"] == 1, "for the next round")
            assert shows(ada) == (None, True, None)
            while not ada.update["result"]:
                await turn(ada)
            assert shows(ada)[0] in (0, 1)
            await ada.say("ready")
            await ada.until(lambda page: page.table["match"] == 2, "for another match")
            assert shows(ada) == (None, True, None)

    within(story)


# What is told


def told_to(seat: int, heard: list[News], match: AnyMatch) -> tuple[list[News], int, int]:
    """The events that a seat has seen, until which move, and how often not at once: while it held the device,
    and with the move after which it did not, unless that told the seat more than all others."""
    told, holder, last, late = [], None, 0, 0
    until = 0
    for update in (news for news in heard if news["is"] == "update"):
        steps = match.since(last)[: update["at"] - last]
        own = [plain(event.seen_by(seat)) for step in steps for event in step.events]
        if update["view"]["seat"] == seat or (holder == seat and own == update["events"]):
            told += update["events"]
            until = update["at"]
        elif holder == seat:
            late += 1
        holder, last = update["view"]["seat"], update["at"]
    return told, until, late


def test_everybody_is_told_everything_once() -> None:
    """Also what one drew with a move after which the cards were covered at once."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("classic", 3, **FAMILY)
            while not ada.update["result"]:
                await turn(ada)
            match = lobby.rooms[table].match
            assert match
            found = [told_to(seat, ada.heard, match) for seat in range(3)]
            for seat, (told, until, _) in enumerate(found):
                assert told == [plain(event) for event in match.at(until).events(seat)]
            assert min(until for _, until, _ in found) > match.steps / 2
            assert sum(late for _, _, late in found)

    within(story)


def test_after_a_restart_one_is_told_what_happened_since_the_own_last_move() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 3, **FAMILY)
            for _ in range(7):
                await turn(ada)
            key, at = ada.key, ada.at
        async with indoors(store) as other, guest(other, key) as again:
            await again.enters(table, at=at)
            assert (again.seat, again.table["covered"], again.update["events"]) == (None, True, [])
            assert await told(again, 2) == ["chose", "chose", "trickshown", "chose"]
            assert await told(again, 0) == ["chose", "trickshown", "chose"]
            assert await told(again, 1) == await told(again, 0) == []

    async def told(page: Person, seat: int) -> list[str]:
        await page.say("hold", seat=seat)
        return [event["event"] for event in page.update["events"]]

    within(story, store)


def test_a_hint_is_for_whoever_has_asked_and_for_nobody_who_has_the_device_by_then() -> None:
    bots = SlowBots()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("guess", 3, **FAMILY)
            for holder, answer in ((0, "hint"), (2, "refused"), (None, "refused")):
                bots.may_answer.clear()
                await ada.say("hold", seat=0)
                await ada.socket.send(json.dumps({"do": "hint", "id": f"hint-{holder}"}))
                await ada.say("hold", seat=holder)
                bots.may_answer.set()
                await ada.hears(answer, id=f"hint-{holder}")

    within(story, bots=bots)


def test_a_move_that_is_sent_again_is_answered_though_nobody_holds_the_device() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 3, **FAMILY)
            await ada.say("hold", seat=1)
            move = ada.moves[0]
            assert (await ada.say("play", id="one", move=move, at=0, seat=1))["at"] == 1
            await ada.say("lobby")
            await ada.enters(table)
            for seat in ({}, {"seat": 1}):
                ada.heard.clear()
                assert (await ada.say("play", id="one", move=move, at=0, **seat))["at"] == 1
            assert await ada.refused("play", move="R2", at=1, seat=2) == "not_held"
            assert await ada.refused("play", move="R2", at=1, seat=3) == "not_seated"

    within(story)
