"""Tables whose last match cannot be played here: entered, told how it stood, and played on with another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from elfer.core.texts import LANGUAGES, Words
from elfer.games import EARLIER
from elfer.match import start
from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Store, Whole
from elfer.server.upkeep.doctor import faults
from tests.server.indoors import Guest, edited, guest, within
from tests.server.outdated import NOW, finishes, leaves, rewritten

OTHER = {"older": NOW - 1, "newer": NOW + 1}


async def half_played(lobby: Lobby, ada: Guest, **more: Any) -> str:
    """A table with a match of two rounds, the first of which is over."""
    table = await ada.creates("duel", 2, rounds=2, bots=["easy"], start=True, **more)
    await ada.until(lambda p: p.update, "for the deal")
    while ada.update["round"] == 0:
        before = ada.at
        await ada.say("ready") if ada.update["awaited"] == [-1] else await ada.tries("reveal")
        await ada._sees_more_than(before)
    await leaves(lobby, ada)
    return table


async def whole(store: Store, table: str) -> Whole:
    found = await store.whole(table)
    assert found
    return found


@pytest.mark.parametrize("version", OTHER.values(), ids=OTHER)
def test_a_match_of_other_rules_is_over_with_its_score_and_another_one_is_played(version: int) -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            before = await whole(store, table)
            score, last = before.table.scores, before.moves[-1].number
            await rewritten(store, table, version)
            await ada.enters(table)
            info = await ada.hears("table", id=table, phase="over")
            assert info["ended"] == {"why": "other_rules", "scored": True}
            assert [tuple(points) for points in info["scores"]] == list(score or ())
            assert len(info["scores"]) == 1
            assert (await whole(store, table)).table.phase == "over"
            assert not ada.update
            assert await ada.refused("play", move="reveal", at=last) == "no_match"
            assert await ada.refused("undo", at=last) == "no_match"
            assert await ada.refused("hint") == "no_hint_now"
            assert await ada.refused("say", text="reveal", lang="en") == "no_match"
            assert await ada.refused("substitute", seat=0) == "no_match"
            assert await ada.refused("record") == "record_version"
            assert await ada.refused("replay") == "record_version"
            await ada.say("ready")
            await ada.until(lambda p: p.update and p.table["match"] == 2, "for another match")
            assert ada.at >= last
            assert ada.table["ended"] is None
            assert ada.table["scores"] == []
            await finishes(ada)
            await leaves(lobby, ada)
            await ada.enters(table)
            await ada.until(lambda p: p.update.get("result"), "for the result")
            assert (await ada.say("record"))["text"]
            assert await faults(store, table) == []

    within(story, store)


@pytest.mark.parametrize("kind", EARLIER, ids=lambda kind: f"{kind.id} {kind.version}")
def test_a_match_of_an_earlier_version_that_is_here_goes_on_by_its_own_rules(kind: Any) -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates(kind.id, 2, bots=["easy"], start=True)
            await leaves(lobby, ada)
            (opening,) = (await whole(store, table)).openings
            opening = opening._replace(record=start(kind, seats=2).record())
            await edited(store, table, openings=(opening,), moves=(), times=())
            for _ in range(2):
                await ada.enters(table)
                await ada.until(lambda p: p.update, "for the cards")
                assert (ada.table["phase"], ada.table["ended"]) == ("playing", None)
                match = lobby.rooms[table].match
                assert match
                assert match.game.version == kind.version
                await ada.until(lambda p: 0 in p.update["awaited"], "for a turn")
                await ada.plays()
                await leaves(lobby, ada)
            assert await faults(store, table) == []

    within(story, store)


def test_a_score_that_was_not_kept_is_not_made_up() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            before = await whole(store, table)
            await edited(store, table, table=replace(before.table, scores=None))
            await rewritten(store, table, NOW - 1)
            await ada.enters(table)
            info = await ada.hears("table", id=table, phase="over")
            assert (info["ended"]["scored"], info["scores"]) == (False, [])

    within(story, store)


def test_an_ended_match_goes_on_when_its_rules_are_back() -> None:
    """A node of another release, or a package that was missing for a while, ends no match."""
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            last = (await whole(store, table)).moves[-1].number
            await rewritten(store, table, NOW + 1)
            await ada.enters(table)
            await ada.hears("table", id=table, phase="over")
            await leaves(lobby, ada)
            await rewritten(store, table)
            await ada.enters(table)
            await ada.until(lambda p: p.update, "for the cards")
            assert (ada.table["phase"], ada.table["ended"]) == ("playing", None)
            assert ada.at >= last
            await finishes(ada)

    within(story, store)


def test_a_game_that_is_not_here_is_changed_for_another() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            await rewritten(store, table, game="whist")
            await ada.enters(table)
            info = await ada.hears("table", id=table, phase="over")
            assert info["ended"]["why"] == "unknown_game"
            assert await ada.refused("ready") == "unknown_game"
            assert await ada.refused("start") == "unknown_game"
            assert await ada.refused("record") == "unknown_game"
            await ada.say("change", setup={"game": "duel", "seats": 2})
            await ada.hears("table", id=table, phase="gathering", ended=None)
            await ada.say("start")
            await ada.until(lambda p: p.update, "for the deal")
            await finishes(ada)

    within(story, store)


def test_an_option_that_the_rules_no_longer_have_is_refused_and_can_be_changed() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            await rewritten(store, table, NOW - 1, options={"jokers": 3})
            await ada.enters(table)
            assert await ada.refused("ready") == await ada.refused("start") == "unknown_option"
            assert not any(chair["ready"] for chair in ada.table["chairs"])
            await ada.say("change", setup={"game": "duel", "seats": 2})
            await ada.say("start")
            await ada.until(lambda p: p.update, "for the deal")

    within(story, store)


def test_who_looks_on_or_comes_later_is_told_the_same() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address="192.0.2.2") as eve:
            table = await half_played(lobby, ada, listed=True)
            await rewritten(store, table, NOW - 1)
            await eve.enters(table)
            info = await eve.hears("table", id=table, phase="over")
            assert (info["you"], info["ended"]["why"]) == (None, "other_rules")
            assert await eve.refused("ready") == "not_seated"
            await eve.say("lobby")
            assert (await eve.hears("tables"))["tables"] == []
            await ada.enters(table)
            assert (await ada.hears("table", id=table, you=0))["ended"] == info["ended"]

    within(story, store)


def test_before_the_next_match_nothing_is_said_of_the_one_before() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            before = await whole(store, table)
            await edited(store, table, table=replace(before.table, phase="gathering"))
            await rewritten(store, table, NOW - 1)
            await ada.enters(table)
            info = await ada.hears("table", id=table)
            assert (info["phase"], info["ended"], info["scores"]) == ("gathering", None, [])
            await ada.say("start")
            await ada.until(lambda p: p.update, "for the deal")

    within(story, store)


@pytest.mark.parametrize(
    ("key", "rules"),
    [("doctor.other_rules", {"version": NOW - 1}), ("doctor.unknown_game", {"game": "whist"})],
)
def test_the_doctor_ends_a_match_of_other_rules(key: str, rules: dict[str, Any]) -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await half_played(lobby, ada)
            await rewritten(store, table, **rules)
            (fault,) = await faults(store, table)
            assert (fault.match, fault.key, fault.mendable) == (1, key, True)
            for lang in LANGUAGES:
                assert "{" not in Words(lang).say(fault.key, **fault.params)
            await fault.mend(store, table)
            assert (await whole(store, table)).table.phase == "over"
            assert await faults(store, table) == []
            await ada.enters(table)
            assert (await ada.hears("table", id=table, phase="over"))["ended"]

    within(story, store)
