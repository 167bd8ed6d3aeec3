"""No card can be derived from a shared device by a player who does not hold it.

Whole matches of three people at one device are played, and played again in worlds in which cards that one of
them has not seen lie elsewhere. All frames that the server sends while that player or no one holds the device
are the same to the byte; also those to a page that tries to act for others.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

import elfer
from elfer.core.game import TABLE, Move, Seat
from elfer.game_card import policy_of
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from tests.server.indoors import Guest, guest, within
from tests.server.leaks import Playing, Viewer, World, keep_table, other_world, truths
from tests.server.people import Refusal, new_key

LONG = bool(os.environ.get("ELFER_LONG"))
MOST = 250 if LONG else 60
"""How many moves of a match are played at most."""
ANYBODY_DOUBTS = "cheat", {"edition": "star-wars"}
TABLE_ID = "0" * 22
Frames = list[str]


class Family:
    """People who share a device: they pass it on, look now and then, and try what they must not."""

    def __init__(self, ada: Guest, match: AnyMatch, viewer: Viewer) -> None:
        self.ada, self.match, self.viewer = ada, match, viewer
        self._said = 0

    async def say(self, do: str, **fields: Any) -> str:
        """What came of a command; the same words have the same id in every world."""
        self._said += 1
        try:
            await self.ada.say(do, id=f"c{self._said}", **fields)
        except Refusal as refusal:
            return str(refusal.code)
        return "done"

    async def play(self, seat: Seat, move: Move) -> None:
        """Let a move be played by its seat, which takes the device if need be."""
        before = self.ada.at
        await self._meddle(seat)
        calls = {call["seat"]: call["moves"] for call in self.ada.update["calls"]}
        if seat == TABLE:
            await self.ada.until(lambda page: page.at > before, "for the table")
        else:
            if move not in calls.get(seat, ()) and self.ada.seat != seat:
                await self.say("hold", seat=seat)
            assert await self.say("play", move=move, at=before, seat=seat) == "done"
        self._tells_what_one_may_know(self.match.play(seat, move))

    async def _meddle(self, seat: Seat) -> None:
        """The viewer looks at the own cards, and tries to act for the others, whose moves are none."""
        if self.viewer is None or self.ada.at % 3:
            return
        await self.say("hold", seat=self.viewer)
        others = [other for other in self.ada.table["device"] if other != self.viewer]
        for other in others if not policy_of(type(self.match.game)).shared_screen else ():
            for move in ("draw", "R5", "R11", "Y7", "accept", "draw 1"):
                for at in (self.ada.at, max(0, self.ada.at - 1)):
                    if move not in _calls(self.ada, other):
                        assert await self.say("play", move=move, at=at, seat=other) == "not_held"
        if self.ada.at % 2:
            await self.say("hold", seat=None)

    def _tells_what_one_may_know(self, events: tuple[elfer.Event, ...]) -> None:
        """The last update is what the rules let its holder know, or a spectator."""
        update, match = self.ada.update, self.match
        awaited = match.awaited if TABLE not in match.awaited else ()
        own = self.ada.seat
        assert match.over or own is None or own in awaited or not awaited, (
            "the cards of another seat lie open"
        )
        assert self.ada.table["covered"] == (
            own is None and not policy_of(type(match.game)).shared_screen and not match.over
        )
        assert update["view"] == json.loads(elfer.to_json(match.view(own)))
        assert update["events"] == [json.loads(elfer.to_json(event.seen_by(own))) for event in events]


def _calls(ada: Guest, seat: Seat) -> list[Move]:
    return [move for call in ada.update["calls"] if call["seat"] == seat for move in call["moves"]]


def heard(world: World, viewer: Viewer, steps: int) -> Frames:
    """All frames that a shared device gets of a world."""
    frames: Frames = []
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        key = new_key()
        await keep_table(store, Playing(world, steps, TABLE_ID, (key,) * world.seats))
        async with guest(lobby, key) as ada:
            await ada.enters(TABLE_ID, id="enter")
            await ada.until(lambda page: len(page.frames) > 3, "for all to be there")
            family = Family(ada, elfer.load(world.position), viewer)
            for seat, move in world.moves[:steps]:
                await family.play(seat, move)
            for seat in (*range(world.seats), viewer):
                await family.say("hold", seat=seat)
            frames.extend(ada.frames)

    within(story, store)
    return frames


def shown_to(viewer: Viewer, frames: Frames) -> Frames:
    """The frames without those that show another seat's cards; which seat that is, is no secret."""
    return [frame for frame in frames if _holder(frame) in (viewer, None)]


def _holder(frame: str) -> Viewer:
    news = json.loads(frame)
    return news["view"]["seat"] if news["is"] == "update" else None


def compare(truth: World, viewer: Viewer, steps: int) -> bool:
    """Whether the frames of others differ in a world that a viewer cannot tell from the true one; in games
    without private cards, whether there is such a world."""
    other = other_world(truth, viewer, steps + 1, random.Random(f"{viewer} {steps}"), swaps=15)
    if other is None:
        return False
    here, there = heard(truth, viewer, steps), heard(other, viewer, steps)
    assert shown_to(viewer, here) == shown_to(viewer, there)
    return here != there or policy_of(type(elfer.load(truth.position).game)).shared_screen


@pytest.mark.parametrize(("game", "options"), [*((game, {}) for game in registry()), ANYBODY_DOUBTS])
def test_a_shared_device_tells_nobody_of_the_cards_of_others(game: str, options: dict[str, Any]) -> None:
    seats = registry()[game].seats
    for truth in truths(game, 3 if 3 in seats else seats[0], 7, most=MOST, **options)[: 1 + LONG]:
        last = len(truth.moves) - 2
        moments = [share * last // 6 - back for share in (4, 3, 2, 1) for back in (0, 1, 2)]
        for viewer in truth.viewers:
            tried = (compare(truth, viewer, max(1, steps)) for steps in moments)
            assert sum(tried) if LONG else any(tried), f"nothing was hidden from {viewer}"
