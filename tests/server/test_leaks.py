"""No hidden card can be derived from what the server says: other cards, the same bytes.

For every game a match is played over real sockets, and then again in worlds in which cards that a viewer has
not seen so far lie elsewhere, though the rules allow the same moves and tell that viewer the same events.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from pathlib import Path

import pytest

import elfer
from elfer.core.cards import COPIES
from elfer.core.chance import Chance
from elfer.games import registry
from tests.server.leaks import (
    NAMED,
    Playing,
    Viewer,
    World,
    other_world,
    prepare,
    truths,
    unseen,
)
from tests.server.people import PATIENCE, News, Refusal, Server, person, serving
from tests.server.twins import Heard, Pool, Twin, leaks, play_all

CARD_KEYS = ("card", "cards", "tile", "shown", "laid", "bonus")
"""Where events name cards; elsewhere they name fields."""
SHOWN_IN_PASSING = {"exposed", "proven"}
"""Events that show cards to all which then lie hidden again."""


@pytest.mark.parametrize(
    "games", [list(registry())[:6], list(registry())[6:]], ids=lambda games: " ".join(games)
)
def test_a_viewer_hears_the_same_whatever_the_cards_it_cannot_see(games: list[str], tmp_path: Path) -> None:
    pool = Pool(games)
    tables = prepare(tmp_path / "data", pool.worlds)
    with serving(tmp_path / "data", "--sockets", "1000") as server:
        found = asyncio.run(play_all(server, tables))
    assert '"level":"error"' not in server.logged()
    heard = Heard(pool, found[: len(pool.truths)], found[len(pool.truths) :])
    assert leaks(heard) == []
    for game in games:
        has_twins_for_all(game, pool)
    for truth, frames in zip(pool.truths, heard.truths, strict=True):
        for viewer in truth.viewers:
            names_only_what_was_shown(truth, viewer, frames[viewer])


def has_twins_for_all(game: str, pool: Pool) -> None:
    """Where nothing could lie elsewhere, a comparison would say nothing."""
    truths = [truth for truth in pool.truths if truth.position["game"] == game]
    twins = [twin for twin in pool.twins if pool.truths[twin.truth] in truths]
    assert {twin.viewer for twin in twins} == set(truths[0].viewers)
    assert all(twin.world not in truths for twin in twins)


def names_only_what_was_shown(truth: World, viewer: Viewer, frames: list[str]) -> None:
    """The rules' own events are what worlds are compared by, so the cards they name are looked at apart."""
    match = elfer.load(truth.position)
    shown = set(match.game.deck(match.seats)) - unseen(match.position(), viewer)
    updates = [news for news in map(json.loads, frames) if news["is"] == "update"]
    events = {news["at"]: news["events"] for news in updates}
    for at, (seat, move) in enumerate(truth.moves, 1):
        match.play(seat, move)
        if match.over:
            break
        shown |= set(match.game.deck(match.seats)) - unseen(match.position(), viewer)
        for event in events[at]:
            named = {name for key in CARD_KEYS for name in NAMED.findall(str(event.get(key)))}
            if event["event"] in SHOWN_IN_PASSING:
                shown |= named
            assert {name for name in named if len(COPIES[name]) == 1} <= shown, (at, event)


def test_the_comparison_finds_a_world_that_does_differ(tmp_path: Path) -> None:
    """A card of one's own is no hidden card."""
    (truth,) = truths("classic", 3, 7, most=250)
    hands = [hand.split() for hand in elfer.load(truth.position).position()["hands"]]
    first = [hand[0] if "-" not in hand[0] else hand[-1] for hand in hands]
    swapped = re.sub(rf"\b{first[0]}\b", first[1], " ".join(hands[0]))
    other = re.sub(rf"\b{first[1]}\b", first[0], " ".join(hands[1]))
    position = {**truth.position, "hands": [swapped, other, " ".join(hands[2])]}
    tables = prepare(tmp_path / "data", [(truth, 0), (World(position, ()), 0)])
    with serving(tmp_path / "data") as server:
        one, two = asyncio.run(play_all(server, tables))
    assert one[0] != two[0]
    assert one[1] != two[1]
    assert one[2] == two[2]
    assert one[None] == two[None]


LEAKY = """
from msgspec.structs import replace
from elfer.core.cards import NUMBER
from elfer.games.rows.classic import Classic
honest = Classic.view
def view(self, state, seat, *, open=False):
    return replace(honest(self, state, seat, open=open), laid=sum(NUMBER[card] for card in state.stock) // 2)
Classic.view = view
from elfer.cli import main
main()
"""
"""A server that says a little about the cards in the stock."""


def test_the_comparison_finds_a_server_that_leaks(tmp_path: Path) -> None:
    pool = Pool([])
    pool.truths += truths("classic", 3, 7, most=250)
    rng = random.Random(1)
    for viewer in pool.truths[0].viewers:
        if world := other_world(pool.truths[0], viewer, 12, rng, swaps=40):
            pool.twins.append(Twin(0, viewer, world, 12))
    tables = prepare(tmp_path / "data", pool.worlds)
    server = Server(tmp_path / "data")
    server.program = ("-c", LEAKY)
    with server:
        found = asyncio.run(play_all(server, tables))
    assert leaks(Heard(pool, found[:1], found[1:]))


def test_no_seed_and_no_shuffle_leaves_the_server_before_the_match_is_over(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        for game, bots in (("junior", ("easy",)), ("old-maid", ("easy", "easy"))):
            frames, record, seed = asyncio.run(whole_match(server, game, bots))
            secrets = {
                str(seed),
                str(Chance(seed, 1 << 40).below(1 << 64)),
                *shuffles(game, 1 + len(bots), seed),
            }
            assert len(secrets) > 2
            assert not [frame for frame in frames for secret in secrets if secret in frame]
            assert str(seed) in record


async def whole_match(server: Server, game: str, bots: tuple[str, ...]) -> tuple[list[str], str, int]:
    """A match against bots, of more than one round: every frame of it, its record, and its seed."""
    async with person(server) as ada:
        table = await ada.creates(game, 1 + len(bots), bots=bots, start=True, rounds=2)
        await asyncio.wait_for(ada.plays_on(), 5 * PATIENCE)
        frames = list(ada.frames)
        record = await ada.insists("record")
        return frames, record["text"], stored_seed(server, table)


def stored_seed(server: Server, table: str) -> int:
    with sqlite3.connect(server.data / "elfer.db") as database:
        ((opening,),) = database.execute(
            "SELECT opening FROM matches WHERE table_id = ?", (table,)
        ).fetchall()
    database.close()
    return int(elfer.replay(opening).seed or 0)


def shuffles(game: str, seats: int, seed: int) -> set[str]:
    """The long numbers that say how cards will be shuffled."""
    position = elfer.start(game, seats=seats, seed=seed).position()
    return {str(number) for number in position.get("chance", ()) if number > 1 << 20} or {f"{seed:x}"}


def test_a_hint_is_the_same_whatever_the_cards_one_cannot_see(tmp_path: Path) -> None:
    """A bot thinks about what the seat may know, and with a seed that says nothing of the deal."""
    worlds, seats = [], []
    for game in ("classic", "cheat", "guess", "collect", "old-maid"):
        match = elfer.start(game, seats=3, seed=7)
        while len(match.moves(match.actors[0])) == 1:
            match.play(match.actors[0], match.moves(match.actors[0])[0])
        seats += [match.actors[0]] * 2
        truth = World(match.position(), ())
        other = other_world(truth, match.actors[0], 0, random.Random(game), swaps=20)
        assert other
        worlds += [(truth, 0), (other, 0)]
    tables = prepare(tmp_path / "data", worlds)
    with serving(tmp_path / "data") as server:
        hints = asyncio.run(all_hints(server, tables, seats))
    assert all(len(moves) > 1 for moves in hints)
    assert hints[::2] == hints[1::2]


async def all_hints(server: Server, tables: list[Playing], seats: list[int]) -> list[list[News]]:
    return [await hint(server, table, seat) for table, seat in zip(tables, seats, strict=True)]


async def hint(server: Server, table: Playing, seat: int) -> list[News]:
    """What a seat is advised; asked again while the bots are still getting ready."""
    async with asyncio.timeout(3 * PATIENCE), person(server, table.keys[seat]) as ada:
        await ada.enters(table.id)
        while True:
            try:
                return list((await ada.say("hint"))["moves"])
            except Refusal as refusal:
                if refusal.code not in ("no_thought", "too_fast"):
                    raise
                await asyncio.sleep(0.5)
