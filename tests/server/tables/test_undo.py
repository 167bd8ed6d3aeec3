"""Undo: a person among bots takes back a lay that revealed nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.core.refusals import Refused
from elfer.match import UNDO, AnyMatch
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.sessions.replays import recording_of
from elfer.server.stores.sqlite import SqliteStore
from elfer.server.stores.store import Log, Opening, Played, Unavailable
from elfer.server.tables.restoration import restore_match
from elfer.server.upkeep.doctor import faults
from tests.server.indoors import BalkyStore, Guest, guest, indoors, within
from tests.server.people import Person, new_key


@asynccontextmanager
async def among_bots(lobby: Lobby, key: str | None = None, **more: Any) -> AsyncIterator[Guest]:
    """Ada among bots, with a turn in which she may lay more than one card."""
    async with guest(lobby, key) as ada:
        while not lays(ada):
            if not ada.update or ada.update["result"]:  # a bot may be out before she can lay anything
                ada.update = {}
                await ada.creates("junior", 3, bots=["easy", "easy"], start=True, **more)
            elif ada.moves:
                await ada.plays()
            await ada.until(lambda p: p.update and (p.moves or p.update["result"]))
        yield ada


def lays(ada: Any) -> list[str]:
    return [move for move in ada.moves if move[0] in "RYGB"]


def has_heard(someone: Person, at: int) -> bool:
    return someone.at >= at


async def room_of(lobby: Lobby, ada: Guest) -> Any:
    return await lobby.room(ada.table["id"])


def test_a_lay_is_taken_back_and_leaves_no_trace_but_in_the_log() -> None:
    async def story(lobby: Lobby) -> None:
        async with among_bots(lobby) as ada:
            room, before, at = await room_of(lobby, ada), ada.update["view"], ada.at
            assert not ada.update["undo"]
            await ada.plays(lays(ada)[0])
            assert ada.update["undo"]
            told = await ada.say("undo", id="back", at=ada.at)
            assert (told["at"], ada.at) == (at + 2, at + 2)
            assert ada.update["view"] == before
            assert not ada.update["undo"]
            assert ada.update["events"] == [{"event": "takenback", "seat": 0, "move": lays(ada)[0]}]
            assert (await ada.say("undo", id="back", at=0))["at"] == at + 2  # sent again
            assert await ada.refused("undo", id="back", at=ada.at) == "command_used"
            assert await ada.refused("undo", at=ada.at) == "no_undo"
            assert UNDO not in room.match.record()
            log = await lobby.store.finished(room.id, 1)
            assert log
            assert [move.number for move in log.moves] == list(range(1, at + 3))
            assert log.moves[-1][1:] == (0, UNDO, "back")

    within(story)


def test_several_lays_of_a_turn_are_taken_back_one_after_the_other() -> None:
    async def story(lobby: Lobby) -> None:
        async with among_bots(lobby) as ada:
            views = [ada.update["view"]]
            while lays(ada) and len(views) < 4:
                await ada.plays(lays(ada)[0])
                views.append(ada.update["view"])
            while views[1:] and ada.update["undo"]:
                views.pop()
                await ada.say("undo", at=ada.at)
                assert ada.update["view"] == views[-1]
            assert len(views) == 1

    within(story)


async def own_moves(lobby: Lobby) -> AsyncIterator[tuple[Guest, str]]:
    """Ada and each of her moves right before it, match after match, while a page is there."""
    async with guest(lobby) as ada:
        while True:
            await ada.creates("junior", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.update and not p.update["result"])
            while not ada.update["result"]:
                await ada.until(lambda p: p.moves or p.update["result"])
                if ada.moves:
                    yield ada, ada.moves[0]
                    await ada.tries(ada.moves[0])


def test_what_brought_something_to_light_or_passed_the_turn_on_stays() -> None:
    async def story(lobby: Lobby) -> None:
        stayed, before = set(), ""
        async for ada, move in own_moves(lobby):
            if before in ("draw", "end") and not ada.update["undo"]:
                assert await ada.refused("undo", at=ada.at) == "no_undo"
                stayed.add(before)
            before = move
            if stayed == {"draw", "end"}:
                break

    within(story)


def test_only_who_plays_among_bots_takes_anything_back() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await ada.creates("junior", 2)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            await ada.say("start")
            for one in (ada, ben):
                await one.until(lambda p: p.update)
            while not lays(ada):
                mover = ada if ada.moves else ben
                at = await mover.plays()
                for one in (ada, ben):
                    await one.until(partial(has_heard, at=at))
            await ada.plays(lays(ada)[0])
            assert not ada.update["undo"]
            assert not ada.update["forced"]
            assert await ada.refused("undo", at=ada.at) == "no_undo"
            assert await ben.refused("undo", at=ben.at) == "no_undo"
            await ben.say("leave")  # and a bot of the table takes the seat
            await ada.until(lambda p: p.update["undo"])
            await ada.say("undo", at=ada.at)

    within(story, seed=1)  # a match in which Ada may lay something


def test_a_forced_end_is_named_among_bots() -> None:
    async def story(lobby: Lobby) -> None:
        seen = set()
        async for ada, _ in own_moves(lobby):
            assert ada.update["forced"] == (ada.moves in (["end"], ["pass"]))
            seen.add(ada.update["forced"])
            if seen == {True, False}:
                break

    within(story)


def test_a_table_that_is_built_anew_knows_what_was_taken_back() -> None:
    """A returning page hears each event once, commands are known, and play goes on."""

    async def story(lobby: Lobby) -> None:
        key = new_key()
        async with among_bots(lobby, key) as ada:
            room = await room_of(lobby, ada)
            first = lays(ada)[0]
            await ada.plays(first)
            await ada.say("undo", id="back", at=ada.at)
            await ada.plays(lays(ada)[-1])
            at, view, record = ada.at, ada.update["view"], room.match.record()
        await asyncio.sleep(2 * lobby.settings.unload)
        assert room.id not in lobby.rooms
        async with guest(lobby, key) as again:
            await again.enters(room.id, at=at - 3)
            assert (again.at, again.update["view"]) == (at, view)
            assert [event["event"] for event in again.update["events"]] == ["laid"]
            assert again.update["undo"]
            assert (await again.say("undo", id="back", at=at - 2))["at"] == at - 1
            assert (await room_of(lobby, again)).match.record() == record
            await again.say("undo", at=again.at)
            await again.plays_on()
        assert await faults(lobby.store, room.id) == []

    within(story)


def test_taking_back_is_durable_or_has_not_happened(tmp_path: Path) -> None:
    key = new_key()

    async def before() -> tuple[str, Any]:
        async with indoors(SqliteStore(tmp_path)) as lobby:
            async with among_bots(lobby, key) as ada:
                view = ada.update["view"]
                await ada.plays(lays(ada)[0])
                await ada.say("undo", at=ada.at)
                found = ada.table["id"]
            lobby.store.close()
        return found, view

    async def after(table: str, view: Any) -> None:
        async with indoors(SqliteStore(tmp_path)) as lobby:
            async with guest(lobby, key) as ada:
                await ada.enters(table, at=0)
                assert ada.update["view"] == view
            lobby.store.close()

    asyncio.run(after(*asyncio.run(before())))


def test_where_taking_back_cannot_be_saved_the_lay_stays() -> None:
    store = BalkyStore()

    async def story(lobby: Lobby) -> None:
        key = new_key()
        async with among_bots(lobby, key) as ada:
            table = ada.table["id"]
            await ada.plays(lays(ada)[0])
            view = ada.update["view"]
            store.error = Unavailable("the disk is full")
            assert await ada.refused("undo", at=ada.at) == "not_saved"
            store.error = None
        async with guest(lobby, key) as again:
            await again.enters(table, at=0)
            assert again.update["view"] == view
            assert again.update["undo"]

    within(story, store)


def test_a_match_in_which_much_was_taken_back_can_be_looked_at() -> None:
    log, match = taken_back()
    back = asyncio.run(restore_match(log))
    assert (back.match.record(), back.at) == (match.record(), log.moves[-1].number)
    assert len(back.numbers) == match.steps < len(log.moves)
    recording = asyncio.run(recording_of(log))
    assert (recording.steps, recording.record) == (match.steps, match.record())
    for first in range(0, match.steps + 1, 50):
        shown = asyncio.run(recording.show(wire.Replay(id="x", seat=1, first=first)))
        for frame in shown.frames:
            expected = elfer.to_json(match.at(frame.at).view(1))
            assert json.loads(bytes(frame.view)) == json.loads(expected)


def taken_back() -> tuple[Log, AnyMatch]:
    """A match in which every lay was taken back once and laid again."""
    match = elfer.start("junior", seats=2, seed=3, rounds=2)
    opening, moves = match.record(), list[tuple[int, str]]()
    while not match.over:
        seat = match.actors[0]
        move = match.moves(seat)[0]
        match.play(seat, move)
        moves.append((seat, move))
        if match.undoable is not None:
            match.undo()
            match.play(seat, move)
            moves += [(seat, UNDO), (seat, move)]
    played = tuple(Played(number, *move) for number, move in enumerate(moves, 1))
    return Log(Opening(1, 0, opening, ("Ada", "Ben")), played), match


def test_a_log_that_takes_back_what_was_never_played_is_refused() -> None:
    log, _ = taken_back()
    wrong = log._replace(moves=(Played(1, 0, UNDO),))
    with pytest.raises(Refused, check=lambda refused: refused.code == "table_broken"):
        asyncio.run(restore_match(wrong))


def test_a_record_has_no_taking_back() -> None:
    match = elfer.start("junior", seats=2, seed=3)
    match.play(match.actors[0], match.moves(match.actors[0])[0])
    text = match.record().rstrip() + f" {UNDO}\n"
    with pytest.raises(ValueError, match=UNDO):
        elfer.replay(text)
