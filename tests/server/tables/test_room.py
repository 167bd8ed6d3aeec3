"""Rooms: a step is durable before it is applied; one that cannot be saved never happened."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from elfer.core.game import TABLE
from elfer.core.refusals import IllegalMove, Refused
from elfer.match import DEAL
from elfer.server.lobby import Lobby
from elfer.server.settings import Settings
from elfer.server.stores.sqlite import FILE, SqliteStore
from elfer.server.stores.store import Conflict, Played, Unavailable
from elfer.server.tables import seating
from elfer.server.tables.live_table import MISSED_EVENTS
from elfer.server.tables.presence import MAX_WATCHING, PAGES_PER_KEY, Page
from elfer.server.tables.room import Room
from elfer.server.wire import Setup, WhyOut
from tests.server.indoors import BalkyStore, InlineBots, within

FAILURES = [Unavailable("the disk is full"), Conflict("another node was there")]


class Listener(Page):
    """A page that only listens."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        super().__init__(address, self._receive)
        self.frames: list[str] = []
        self.out: list[WhyOut] = []

    def _receive(self, frame: str, merge: str = "") -> None:
        self.frames.append(frame)

    def expel(self, reason: WhyOut) -> None:
        self.out.append(reason)

    def updates(self) -> int:
        return sum(frame.startswith('{"is":"update"') for frame in self.frames)


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


async def dealt(lobby: Lobby, **more: Any) -> Room:
    """Ada and Ben, who have been dealt a match in which either may move at any time."""
    table = seating.create(Setup(game="duel", seats=2, **more), "Ada", "ada", ())
    room = await lobby.create(seating.sit(table, 1, "Ben", "ben"))
    await room.begin()
    return room


def entered(room: Room, key: str) -> Listener:
    """A page of a key, at an address of its own."""
    page = Listener(key)
    room.enter(page, key, None)
    return page


async def numbers(lobby: Lobby, room: Room) -> list[int]:
    log = await lobby.store.finished(room.id, 1)
    assert log
    return [played.number for played in log.moves]


def with_balky_store(story: Callable[[Lobby, BalkyStore], Coroutine[Any, Any, None]]) -> None:
    store = BalkyStore()
    within(lambda lobby: story(lobby, store), store)


def test_nobody_sees_a_move_before_it_is_durable() -> None:
    """Neither who is there nor who comes, neither a clock nor a hint."""

    async def story(lobby: Lobby, store: BalkyStore) -> None:
        room = await dealt(lobby)
        ada = entered(room, "ada")
        assert room.match
        heard, before = ada.updates(), room.match.view(0)
        store.open.clear()
        move = asyncio.create_task(room.play(0, "reveal", "first"))
        await asyncio.sleep(1)
        assert (room.at, room.match.view(0), ada.updates()) == (0, before, heard)
        assert '"at":0,' in entered(room, "ben").frames[-1]
        store.open.set()
        assert await move == 1
        assert room.at == 1
        assert '"at":1,' in ada.frames[-1]
        assert await numbers(lobby, room) == [1]

    with_balky_store(story)


def test_who_waits_for_the_lock_finds_what_came_before() -> None:
    async def story(lobby: Lobby, store: BalkyStore) -> None:
        room = await dealt(lobby)
        store.open.clear()
        moves = [asyncio.create_task(room.play(seat, "reveal", at=0)) for seat in (0, 1)]
        await asyncio.sleep(1)
        store.open.set()
        assert await asyncio.gather(*moves) == [1, 2]

    with_balky_store(story)


def test_a_refused_move_changes_and_saves_nothing() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        with pytest.raises(IllegalMove):
            await room.play(0, "R11", "wrong")
        with refused("stale"):
            await room.play(0, "reveal", "early", at=1)
        assert (room.at, await numbers(lobby, room)) == (0, [])
        assert await room.play(0, "reveal", "wrong") == 1

    within(story)


def test_a_command_is_played_once() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        twice = await asyncio.gather(room.play(0, "reveal", "same"), room.play(0, "reveal", "same"))
        assert list(twice) == [1, 1]
        assert await room.play(1, "reveal", "same") == 2  # another seat's own
        assert await room.play(0, "reveal", "same", at=0) == 1
        with refused("command_used"):
            await room.play(0, "reveal", "same", at=1)  # the first one was seen
        assert await numbers(lobby, room) == [1, 2]

    within(story)


def test_the_last_move_is_saved_with_the_table_it_ends() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        while room.table.phase != "over":
            await room.play(0, "reveal")
        saved = await lobby.store.load(room.id)
        assert saved
        assert saved.table == room.table
        with refused("no_match"):
            await room.play(0, "reveal")

    within(story)


def test_players_are_asked_again_after_a_deal_a_substitution_and_the_end() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby, rounds=2)
        assert room.match
        while TABLE not in room.match.actors:
            await room.play(0, "reveal")
        room.be_ready((0,))
        await room.play(TABLE, DEAL)
        assert not room.ready
        await room.change(lambda table: seating.substitute(table, 0))
        room.be_ready((0,))
        await room.play(1, "reveal", "his")
        assert room.ready == {0}
        await room.play(0, "reveal", "hers")
        assert not room.ready
        while room.table.phase != "over":
            room.be_ready((0,))
            await room.play(0, "reveal")
        assert not room.ready

    within(story)


def test_a_person_who_moves_again_needs_no_stand_in() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        await room.change(lambda table: seating.substitute(table, 0, True))
        await room.play(0, "reveal")  # the bot itself
        assert room.table.chairs[0].stand_in
        await room.play(0, "reveal", "hers")
        saved = await lobby.store.load(room.id)
        assert saved
        assert not saved.table.chairs[0].stand_in

    within(story)


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_where_a_move_cannot_be_saved_everybody_enters_the_table_anew(error: Exception) -> None:
    async def story(lobby: Lobby, store: BalkyStore) -> None:
        room = await dealt(lobby)
        await room.play(0, "reveal", "first")
        ada, looker = entered(room, "ada"), entered(room, "nobody's")
        heard, store.error = ada.updates(), error
        with refused("not_saved"):
            await room.play(0, "reveal", "second")
        assert (ada.out, looker.out, ada.updates()) == (["reload"], ["reload"], heard)
        assert room.at == 1, "what could not be saved has not happened"
        store.error = None
        again = await lobby.room(room.id)
        assert again is not room
        assert await again.play(0, "reveal", "second") == 2
        assert await numbers(lobby, again) == [1, 2]

    with_balky_store(story)


def test_a_place_that_was_taken_by_another_is_found_when_the_room_is_built_anew() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        await lobby.store.append(room.id, Played(1, 1, "reveal", "elsewhere"))
        with refused("not_saved"):
            await room.play(0, "reveal", "here")
        again = await lobby.room(room.id)
        assert again.at == 1
        assert await again.play(1, "reveal", "elsewhere") == 1
        assert await again.play(0, "reveal", "here") == 2

    within(story)


@pytest.mark.parametrize("saved", [True, False])
def test_a_move_whose_end_nobody_waits_for_gives_the_room_up(saved: bool) -> None:
    """A play may be cancelled while the store works: then only the store knows its outcome."""

    async def story(lobby: Lobby, store: BalkyStore) -> None:
        room = await dealt(lobby)
        ben = entered(room, "ben")
        store.open.clear()
        move = asyncio.create_task(room.play(0, "reveal", "cut off"))
        waiting = asyncio.create_task(room.play(1, "reveal", "waited"))
        await asyncio.sleep(1)
        move.cancel()
        with pytest.raises(asyncio.CancelledError):
            await move
        with refused("not_saved"):
            await waiting
        assert ben.out == ["reload"]
        store.error = None if saved else Unavailable()
        store.open.set()
        await asyncio.sleep(1)
        store.error = None
        again = await lobby.room(room.id)
        assert again.at == saved
        assert await again.play(0, "reveal", "cut off") == 1
        assert await again.play(1, "reveal", "waited") == 2

    with_balky_store(story)


def test_a_change_and_a_deal_that_cannot_be_saved_have_not_happened() -> None:
    async def story(lobby: Lobby, store: BalkyStore) -> None:
        room = await dealt(lobby)
        store.error = Unavailable()
        with refused("not_saved"):
            await room.change(lambda table: seating.substitute(table, 1, True))
        store.error = None
        again = await lobby.room(room.id)
        assert not again.table.chairs[1].stand_in
        while again.table.phase != "over":
            await again.play(0, "reveal")
        at, store.error = again.at, Unavailable()
        with refused("not_saved"):
            await again.begin()
        store.error = None
        last = await lobby.room(room.id)
        assert (last.at, last.table.match, last.table.phase) == (at, 1, "over")

    with_balky_store(story)


def test_a_clock_that_wakes_up_in_a_room_that_was_given_up_does_nothing() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        room.table = seating.substitute(room.table, 0, True)  # the host is away: the role would pass on
        lobby._abandon(room)
        clock = room.replan.__self__  # type: ignore[attr-defined]
        await clock._stop_waiting()
        assert (await lobby.room(room.id)).table.host == 0

    within(story)


class Recovering(Lobby):
    """A lobby whose database works again as soon as a room was lost: what waits there could be saved."""

    blocker: sqlite3.Connection

    def _lose(self, room: Room) -> None:
        self.blocker.rollback()
        super()._lose(room)


def test_whoever_waits_where_a_move_could_not_be_saved_plays_nothing(tmp_path: Path) -> None:
    """With a real database, which is busy."""

    async def story(lobby: Recovering) -> None:
        room = await dealt(lobby)
        await room.play(0, "reveal", "first")
        lobby.blocker.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            room.play(0, "reveal", "second"),
            room.play(1, "reveal", "third"),
            room.change(lambda table: seating.substitute(table, 1, True)),
            room.begin(),
            return_exceptions=True,
        )
        assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["not_saved"] * 4
        assert await numbers(lobby, room) == [1]
        again = await lobby.room(room.id)
        assert again is not room
        assert (again.at, again.table.chairs[1].stand_in) == (1, False)
        for number, (seat, command) in enumerate([(1, "third"), (0, "second")], 2):
            assert await again.play(seat, "reveal", command) == number
        assert await numbers(lobby, again) == [1, 2, 3]

    async def whole() -> None:
        store = SqliteStore(tmp_path)
        lobby = Recovering(Settings(data=tmp_path), store, InlineBots())
        try:
            async with asyncio.timeout(30):
                with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as lobby.blocker:
                    await story(lobby)
        finally:
            await lobby.close()
            store.close()

    asyncio.run(whole())


def test_who_comes_and_goes_is_told_to_others_now_and_then() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        ada = entered(room, "ada")
        await asyncio.sleep(1)
        heard = len(ada.frames)
        for _ in range(60):
            stranger = entered(room, "stranger")
            assert '"is":"table"' in stranger.frames[0], "who comes is told at once"
            room.exit(stranger)
        await asyncio.sleep(1)
        assert len(ada.frames) == heard + 1

    within(story)


def test_only_so_many_look_on_and_a_key_has_only_so_many_pages() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby)
        for number in range(MAX_WATCHING):
            entered(room, f"stranger {number}")
        with refused("too_many_watching"):
            entered(room, "one more")
        pages = [entered(room, "ada") for _ in range(PAGES_PER_KEY + 2)]
        assert [page.out for page in pages] == [["elsewhere"]] * 2 + [[]] * PAGES_PER_KEY
        assert room.present == {0}

    within(story)


def test_who_was_away_for_long_is_told_the_end_of_what_happened() -> None:
    async def story(lobby: Lobby) -> None:
        room = await dealt(lobby, rounds=20)
        assert room.match
        while not room.match.over:
            seat = room.match.actors[0]
            await room.play(seat, room.match.moves(seat)[0])
        page = Listener()
        room.enter(page, "ada", 0)
        events = json.loads(page.frames[-1])["events"]
        assert len(events) == MISSED_EVENTS
        assert events[-1]["event"] == "roundover"
        room.enter(page, "ada", room.at - 1)
        assert json.loads(page.frames[-1])["events"] == events[-len(room.match.history[-1].events) :]

    within(story)
