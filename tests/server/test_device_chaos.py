"""Random actions of people who share a device: it only ever shows its holder's cards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import Callable
from typing import Any

from elfer.game_card import policy_of
from elfer.games import registry
from elfer.server.lobby import Lobby
from tests.server.indoors import guest, within
from tests.server.people import News, Person, Refusal


def agrees(heard: list[News]) -> None:
    """Every update shows the cards of the last named holder, and none while they are covered."""
    table: News = {}
    at = 0
    for news in heard:
        if news["is"] == "table":
            table = news
            nobody = bool(news["device"]) and news["you"] is None and news["phase"] == "playing"
            assert news["covered"] == (
                nobody and not policy_of(registry()[news["setup"]["game"]]).shared_screen
            )
            assert news["you"] is None or not news["device"] or news["you"] in news["device"]
        elif news["is"] == "update":
            holder, device, awaited = table["you"], set(table["device"]), set(news["awaited"])
            assert news["view"]["seat"] == holder
            moved, at = news["at"] != at, news["at"]  # who takes the device may look whosever turn it is
            if moved and table["phase"] == "playing":
                waits = {seat for seat in device & awaited if not table["chairs"][seat]["stand_in"]}
                assert not waits or holder in waits or holder is None
            assert {call["seat"] for call in news["calls"]} <= device - {holder}
        assert news.get("code") != "fault"


def wishes(rng: random.Random, page: Person) -> list[tuple[str, Callable[[], dict[str, Any]]]]:
    """A possible action."""
    seats = [None, *range(4)]
    moves = [*page.moves, *(move for call in page.update.get("calls", ()) for move in call["moves"]), "R5"]
    games = [("cheat", 3), ("highest", 3), ("connect", 3), ("junior", 4), ("old-maid", 3)]
    return [
        ("hold", lambda: {"seat": rng.choice(seats)}),
        (
            "play",
            lambda: {"move": rng.choice(moves), "at": page.update.get("at", 0), "seat": rng.choice(seats)},
        ),
        ("play", lambda: {"move": rng.choice(moves), "at": page.update.get("at", 0)}),
        ("sit", lambda: {"seat": rng.randrange(4), "name": "Oma", "beside": rng.random() < 0.8}),
        ("swap", lambda: {"seat": rng.randrange(3), "other": rng.randrange(3)}),
        ("place", lambda: {"seat": rng.randrange(4), "bot": rng.choice((None, "easy"))}),
        ("leave", lambda: {"seat": rng.choice(seats[1:])}),
        ("substitute", lambda: {"seat": rng.randrange(4)}),
        ("emote", lambda: {"emote": "wow", "seat": rng.choice(seats)}),
        ("enter", lambda: {"table": page.table["id"], "key": page.key, "at": rng.choice((None, 0, 5))}),
        ("change", lambda: {"setup": dict(zip(("game", "seats"), rng.choice(games), strict=True))}),
        ("start", dict),
        ("ready", dict),
    ]


async def anything(lobby: Lobby, rng: random.Random) -> set[str]:
    """Two pages of one device, and a guest with another one, do anything; what they could."""
    done = set()
    async with guest(lobby) as ada, guest(lobby, ada.key) as tab, guest(lobby) as cleo:
        table = await ada.creates("cheat", 3, people=["Ben"], bots=["easy"], start=rng.random() < 0.5)
        for other in (tab, cleo):
            await other.enters(table)
        for _ in range(60):
            page = rng.choices((ada, tab, cleo), (4, 2, 1))[0]
            do, fields = rng.choice(wishes(rng, page))
            with contextlib.suppress(Refusal):
                await page.say(do, **fields())
                done.add(do)
            await asyncio.sleep(rng.choice((0, 0, 1, 31)))
        for one in (ada, tab, cleo):
            agrees(one.heard)
    return done


def test_whatever_people_try_the_device_shows_the_cards_of_its_holder_alone() -> None:
    done: set[str] = set()

    async def story(lobby: Lobby) -> None:
        for seed in range(100 if os.environ.get("ELFER_LONG") else 20):
            done.update(await anything(lobby, random.Random(seed)))

    within(story, grace=100, tables=1000, sockets=10_000)
    assert len(done) == 12
