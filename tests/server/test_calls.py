"""Games of reaction: the table moves by itself, and there is time to call."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from elfer.bots import Bot, Observation
from elfer.core.game import TABLE
from elfer.game_card import policy_of
from elfer.games.duel.rules import Duel
from elfer.server.bots.backend import Question
from elfer.server.lobby import Lobby
from elfer.server.tables.clock import LISTENING_FACTOR, LISTENING_SPEED, SPEED
from elfer.server.tables.live_table import SETTLED_SECONDS
from tests.rules import rule
from tests.server.indoors import InlineBots, TimedStore, guest, within
from tests.server.people import Person


def test_the_table_moves_by_itself_in_a_game_of_reaction() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 3, bots=["expert", "expert"], start=True)
            await ada.until(lambda p: p.update)
            await ada.plays_on()
            record = (await ada.say("record"))["text"]
            assert "resolve" in record
            assert "schnapp" in record

    within(story)


def test_bots_leave_time_for_a_call() -> None:
    """Between a card turned up and the bot's next one there are some seconds while a person might call."""
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            for _ in range(3):
                await ada.until(lambda p: p.update and 0 in p.update["awaited"] and "reveal" in p.moves)
                await ada.plays("reveal")
        assert store.pauses(0)
        assert min(store.pauses(0)) >= 0.2 * LISTENING_FACTOR

    within(story, store, pause=0.2)


@pytest.mark.parametrize("speed", SPEED)
def test_how_long_a_bot_waits_for_people_depends_on_game_and_speed(speed: str) -> None:
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("duel", 2, bots=["easy"], start=True, speed=speed)
            await ada.until(lambda p: p.update and p.at)

    within(story, store, pause=0.2)
    factor = LISTENING_FACTOR * policy_of(Duel).bot_pause * max(SPEED[speed], LISTENING_SPEED)
    ((at, seat, _),) = store.made
    assert seat == 1
    assert at == pytest.approx(0.2 * factor)


@rule("SNA-6")
def test_a_bot_turns_up_no_card_right_after_a_call_was_resolved() -> None:
    """However quick the bots are, and though the only person has called already."""
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            while len(store.pauses(TABLE)) < 2:
                await ada.until(lambda p: "reveal" in p.moves)
                await ada.tries("reveal")
                await ada.tries("schnapp")
                await ada.until(lambda p: not p.update["view"]["calls"])
        assert min(store.pauses(TABLE)) >= SETTLED_SECONDS

    within(story, store, pause=0.1)


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


def pair_and_other(view: dict[str, Any]) -> tuple[int, int] | None:
    """A seat that shows the number of another one, and one that shows a number of its own."""
    shown = [int(top[1:]) if top else 0 for top in view["tops"]]
    pair = [seat for seat, number in enumerate(shown) if number and shown.count(number) == 2]
    other = [seat for seat, number in enumerate(shown) if number and shown.count(number) == 1]
    return (pair[0], other[0]) if pair and other else None


def told(someone: Person) -> list[dict[str, Any]]:
    """All events of calls that any page was told."""
    updates = (news for news in someone.heard if news["is"] == "update")
    return [event for update in updates for event in update["events"] if event["event"] != "flipped"]


@rule("SNA-6")
def test_who_calls_when_another_has_just_won_loses_nothing() -> None:
    """Who is second is late, and nothing more."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
            people = await three(ada, ben, cleo)
            while not (seats := pair_and_other(ada.update["view"])):
                at = await people[ada.update["view"]["turn"]].plays("reveal")
                for someone in people:
                    await someone.until(lambda p, at=at: p.at >= at)  # type: ignore[misc]
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

    within(story)


class Callers(InlineBots):
    """Bots that call whatever lies there, after a fixed time, and never as their turn."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.nonsense = 0
        """How many of the next calls are no moves at all."""

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        if question == "decide":
            return next(move for move in observation.moves if move != "schnapp")
        if "schnapp" not in observation.moves:
            return None
        self.nonsense, nonsense = max(0, self.nonsense - 1), self.nonsense
        return (1000 * self.seconds, "nonsense" if nonsense else "schnapp")


def reaction_times(store: TimedStore) -> list[float]:
    """How long after the last move that was no call each bot has called."""
    found, since = [], 0.0
    for at, seat, move in store.made:
        if move != "schnapp":
            since = at
        elif seat > 0:
            found.append(round(at - since, 6))
    return found


def test_a_call_of_another_does_not_delay_a_bot_that_is_about_to_call() -> None:
    store, bots = TimedStore(), Callers(0.4)

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 3, bots=["easy", "easy"], start=True)
            await ada.until(lambda p: "reveal" in p.moves)
            await ada.plays("reveal")
            await asyncio.sleep(0.39)
            await ada.plays("schnapp")
            await ada.until(lambda p: len(p.update["view"]["calls"]) == 3)

    within(story, store, bots, pause=0.2)
    assert reaction_times(store) == [0.4, 0.4]


def test_a_bot_that_was_about_to_call_thinks_again_after_any_other_move() -> None:
    """Its call came too late, and is not made at the next card without a thought."""
    store, bots = TimedStore(), Callers(30)

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            for _ in range(12):
                await ada.until(lambda p: "reveal" in p.moves)
                await ada.tries("reveal")
            await asyncio.sleep(40)

    within(story, store, bots, pause=5)
    assert store.made
    assert all(time >= 30 for time in reaction_times(store))


def test_a_bot_whose_call_was_refused_thinks_again_after_the_next_call() -> None:
    store, bots = TimedStore(), Callers(0.05)

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            await ada.until(lambda p: "reveal" in p.moves)
            bots.nonsense = 1
            await ada.plays("reveal")
            await asyncio.sleep(0.1)
            assert not bots.nonsense
            await ada.plays("schnapp")
            await ada.until(lambda p: p.update["view"]["calls"] == [])

    within(story, store, bots, pause=5)
    made = [(seat, move) for _, seat, move in store.made]
    assert made[-3:] == [(0, "schnapp"), (1, "schnapp"), (TABLE, "resolve")]
