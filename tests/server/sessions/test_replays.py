"""Matches brought back from their moves, and looked at step by step."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

import elfer
from elfer.core.refusals import BadInput, Refused
from elfer.match import STOP, AnyMatch
from elfer.records import ParsedRecord, parse_record
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.sessions import replays
from elfer.server.sessions.replays import MAX_WAITING_REPLAYS, Replays, recording_of
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Log, Opening, Played
from elfer.server.tables.restoration import SLICE_MOVES, restore_match
from tests.server.indoors import guest, within
from tests.server.people import PATIENCE


def test_a_record_and_a_replay_are_for_a_match_that_is_over() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("cheat", 3, bots=["easy", "hard"], start=True)
            for ask in ("record", "replay"):
                assert await ada.refused(ask) == "match_not_over"
            await ada.plays_on()
            await cleo.enters(table)
            text = (await cleo.say("record"))["text"]
            match = elfer.replay(text)
            assert match.result
            assert list(match.result.points) == ada.update["result"]["points"]
            seen: list[Any] = []
            while len(seen) <= match.steps:
                seen += (await cleo.say("replay", seat=1, first=len(seen)))["frames"]
            assert [frame["at"] for frame in seen] == list(range(match.steps + 1))
            for frame in seen:
                assert frame["view"] == _json(match.at(frame["at"]).view(1))
            opened = await cleo.say("replay")
            assert all(None not in frame["view"]["hands"] for frame in opened["frames"])
            assert opened["names"][0] == "Ada"
            assert await cleo.refused("replay", match=2) == "match_not_over"
            assert await cleo.refused("replay", seat=3) == "seat_range"

    within(story)


def test_a_match_that_was_not_played_here_is_looked_at_by_its_record() -> None:
    match = played("classic", rounds=2)
    unfinished = match.at(match.steps // 2)

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            shown = await ada.say("replay", record=match.record(), first=1)
            assert (shown["setup"]["game"], shown["setup"]["rounds"]) == ("classic", 2)
            assert shown["scores"] == [list(result.points) for result in match.results]
            assert shown["frames"][0]["view"] == _json(match.at(1).open_view())
            assert (await ada.say("replay", record=unfinished.record()))["steps"] == unfinished.steps
            assert await ada.refused("replay", record="[Game") == "record_line"
            for move in ("end", "undo"):
                wrong = match.record().replace("\n\n", f"\n\n0: {move}\n", 1)
                assert await ada.refused("replay", record=wrong) == "record_move"
            unknown = match.record().replace('"classic"', '"poker"')
            assert await ada.refused("replay", record=unknown) == "unknown_game"
            assert await ada.refused("replay", record=match.record(), seat=2) == "seat_range"

    within(story)


def _json(value: object) -> Any:
    return json.loads(elfer.to_json(value))


def kept(match: AnyMatch, first: int = 0) -> Log:
    """A match as a store has it."""
    moves = (Played(number, step.seat, step.move) for number, step in enumerate(match.history, first + 1))
    return Log(Opening(1, first, match.at(0).record(), ("Ada", "Ben")), tuple(moves))


def played(game: str = "duel", steps: int | None = None, rounds: int = 4) -> AnyMatch:
    """A match of two, whole or as far as it goes in some steps."""
    match = elfer.start(game, seats=2, seed=3, rounds=rounds)
    while not match.over and match.steps != steps:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    return match


def test_a_match_is_brought_back_whole_or_up_to_a_gap() -> None:
    match = played()
    log = kept(match, first=17)
    assert asyncio.run(restore_match(log)).match.record() == match.record()
    assert asyncio.run(restore_match(log._replace(moves=log.moves[:5] + log.moves[6:]))).match.steps == 5
    more = Played(log.moves[-1].number + 1, 0, "reveal")
    assert asyncio.run(restore_match(log._replace(moves=(*log.moves, more)))).match.steps == match.steps


def test_others_have_their_turn_while_a_long_match_is_brought_back() -> None:
    log = kept(played())
    assert len(log.moves) > SLICE_MOVES

    async def story() -> None:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        busy = asyncio.create_task(others())
        await restore_match(log)
        busy.cancel()
        assert turns >= len(log.moves) // SLICE_MOVES - 1

    asyncio.run(story())


@pytest.mark.parametrize("game", ["duel", "classic", "highest"])
def test_steps_are_given_in_pieces_from_the_deal_to_the_end(game: str) -> None:
    match = played(game)
    recording = asyncio.run(recording_of(kept(match)))
    assert (recording.steps, recording.seats, recording.record) == (match.steps, 2, match.record())
    frames: list[wire.Frame] = []
    while len(frames) <= match.steps:
        piece = asyncio.run(recording.show(wire.Replay(id="1", seat=0, first=len(frames))))
        assert piece.steps == match.steps
        assert 0 < len(piece.frames) <= wire.MAX_STEPS
        frames += piece.frames
    assert [frame.at for frame in frames] == list(range(match.steps + 1))
    assert (frames[0].seat, frames[0].move, frames[0].events) == (None, None, ())
    for frame, step in zip(frames[1:], match.history, strict=True):
        assert (frame.round, frame.seat, frame.move) == (step.round, step.seat, step.move)
        assert frame.events == wire.raw_events(step.events, 0)
    for at in range(0, match.steps + 1, 37):
        assert bytes(frames[at].view).decode() == elfer.to_json(match.at(at).view(0))
    beyond = wire.Replay(id="1", first=match.steps + 1)
    assert asyncio.run(recording.show(beyond)).frames == ()


def test_ends_of_turns_can_be_left_out() -> None:
    """At them nothing is to be seen; what is left is counted again."""
    match = played("junior", rounds=2)
    recording = asyncio.run(recording_of(kept(match)))
    seen: list[wire.Frame] = []
    while len(seen) <= (steps := asyncio.run(recording.show(looked(len(seen))))).steps:
        seen += steps.frames
    shown = [0, *(at for at, step in enumerate(match.history, 1) if step.move != "end")]
    assert [frame.at for frame in seen] == list(range(len(shown)))
    assert len(shown) < match.steps
    for frame, at in zip(seen, shown, strict=True):
        assert json.loads(bytes(frame.view)) == _json(match.at(at).view(1))
        assert frame.move == (match.history[at - 1].move if at else None)


def looked(first: int) -> wire.Replay:
    return wire.Replay(id="x", seat=1, first=first, seen=True)


def test_a_match_that_was_broken_off_can_be_looked_at() -> None:
    match = played(steps=70)
    match.play(-1, STOP)
    recording = asyncio.run(recording_of(kept(match)))
    frame = asyncio.run(recording.show(wire.Replay(id="1", first=71))).frames[-1]
    assert (frame.at, frame.seat, frame.move) == (71, -1, STOP)


def test_going_to_a_step_of_a_long_match_plays_only_a_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("classic", rounds=30)
    recording = asyncio.run(recording_of(kept(match)))
    assert match.steps > 20 * wire.MAX_STEPS
    kind, counted = type(match.game), 0
    play = kind.play

    def counting(*arguments: Any) -> Any:
        nonlocal counted
        counted += 1
        return play(*arguments)

    monkeypatch.setattr(kind, "play", counting)
    asyncio.run(recording.show(wire.Replay(id="1", first=match.steps - 60)))
    assert 0 < counted <= 2 * wire.MAX_STEPS


BROKEN = {
    "no record": "rubbish",
    "nonsense": elfer.start("duel", seats=2, seed=1).record().replace("[Seats 2]", '[Seats {"a": 1}]'),
}


@pytest.mark.parametrize("record", BROKEN.values(), ids=BROKEN)
def test_a_match_that_cannot_be_brought_back_is_refused(record: str) -> None:
    with pytest.raises(Refused, check=lambda refused: refused.code == "table_broken"):
        asyncio.run(restore_match(Log(Opening(1, 0, record, ()), ())))


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [("[Version 1]", "[Version 99]", "record_version"), ('"duel"', '"dual"', "unknown_game")],
)
def test_a_match_by_other_rules_is_refused_as_such(was: str, now: str, code: str) -> None:
    """Nothing is broken: the rules are not here."""
    record = elfer.start("duel", seats=2, seed=1).record().replace(was, now)
    with pytest.raises(BadInput, check=lambda refused: refused.code == code):
        asyncio.run(restore_match(Log(Opening(1, 0, record, ()), ())))


def test_a_match_with_an_impossible_move_is_refused() -> None:
    log = kept(played())
    wrong = log._replace(moves=(*log.moves[:3], log.moves[3]._replace(move="R99"), *log.moves[4:]))
    with pytest.raises(Refused, check=lambda refused: refused.code == "table_broken"):
        asyncio.run(restore_match(wrong))


class Library(KeyValueStore):
    """A store with many matches, each of which is counted when it is read."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self.log = log
        self.read: list[tuple[str, int]] = []

    async def finished(self, id: str, number: int) -> Log | None:
        self.read.append((id, number))
        await asyncio.sleep(0)
        return self.log if number else None


def test_a_match_is_brought_back_once_however_many_look_at_it() -> None:
    async def story() -> None:
        store = Library(kept(played()))
        shared = Replays(store)
        recordings = await asyncio.gather(*(shared.recording("a", 1) for _ in range(20)))
        assert set(recordings) == {recordings[0]}
        assert await shared.recording("a", 1) is recordings[0]
        assert store.read == [("a", 1)]
        with pytest.raises(Refused, check=lambda refused: refused.code == "no_match"):
            await shared.recording("a", 0)

    asyncio.run(story())


def test_matches_in_memory_are_bounded_and_the_one_not_looked_at_for_longest_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        store = Library(kept(played()))
        monkeypatch.setattr(replays, "MAX_CACHED_MOVES", 3 * len(store.log.moves))
        shared = Replays(store)
        for number in (1, 2, 3, 1, 4):
            await shared.recording("a", number)
        assert [number for _, number in shared._cache] == [3, 1, 4]
        await shared.recording("a", 1)
        await shared.recording("a", 2)
        assert [number for _, number in store.read] == [1, 2, 3, 4, 2]
        monkeypatch.setattr(replays, "MAX_CACHED_RECORDINGS", 2)
        empty = [elfer.start("classic", seats=2, seed=seed).record() for seed in range(5)]
        for record in empty:
            assert (await shared.of_record(record, "192.0.2.1")).steps == 0
        assert [recording.record for recording in shared._cache.values()] == empty[-2:]

    asyncio.run(story())


def test_an_address_looks_back_once_at_a_time_and_others_need_not_wait() -> None:
    async def story() -> None:
        shared, looking, most, go = Replays(KeyValueStore()), 0, 0, asyncio.Event()

        async def look(address: str) -> None:
            nonlocal looking, most
            async with shared.turn(address):
                looking += 1
                most = max(most, looking)
                await go.wait()
                looking -= 1

        async with asyncio.TaskGroup() as group:
            for _ in range(MAX_WAITING_REPLAYS + 1):
                group.create_task(look("192.0.2.1"))
            await asyncio.sleep(0)
            assert looking == 1
            with pytest.raises(Refused, check=lambda refused: refused.code == "too_fast"):
                await look("192.0.2.1")
            group.create_task(look("192.0.2.2"))
            await asyncio.sleep(0)
            assert looking == 2
            go.set()
        assert (looking, most) == (0, 2)
        assert not shared._queues

    asyncio.run(story())


def test_an_address_looks_back_only_so_often() -> None:
    async def story() -> None:
        shared = Replays(KeyValueStore())
        with pytest.raises(Refused, check=lambda refused: refused.code == "too_fast"):  # noqa: PT012
            for _ in range(10 * replays.MAX_REPLAYS_AT_ONCE):
                async with shared.turn("192.0.2.1"):
                    pass

    asyncio.run(story())


@pytest.mark.usefixtures("at_once")
def test_records_from_elsewhere_are_read_only_so_often() -> None:
    """Those in memory are shown all the same, and those of other addresses are read."""

    async def story() -> None:
        shared, record = Replays(KeyValueStore()), played().record()
        await shared.of_record(record, "192.0.2.1")
        for number in range(1, replays.MAX_RECORDS_AT_ONCE):
            with pytest.raises(Refused, check=lambda refused: refused.code == "record_lacks"):
                await shared.of_record(f"[Number {number}]\n*\n", "192.0.2.1")
        with pytest.raises(Refused, check=lambda refused: refused.code == "too_fast"):
            await shared.of_record("*", "192.0.2.1")
        await shared.of_record(record, "192.0.2.1")
        with pytest.raises(Refused, check=lambda refused: refused.code == "record_lacks"):
            await shared.of_record("*", "192.0.2.2")

    asyncio.run(story())


def test_others_have_their_turn_while_a_record_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is read beside the event loop."""
    reading, go = threading.Event(), threading.Event()

    def slowly(record: str) -> ParsedRecord:
        reading.set()
        assert go.wait(PATIENCE)
        return parse_record(record)

    monkeypatch.setattr(replays, "parse_record", slowly)

    async def story() -> None:
        recording = asyncio.create_task(Replays(KeyValueStore()).of_record(played().record(), "192.0.2.1"))
        while not reading.is_set():
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not recording.done()
        go.set()
        assert (await recording).over

    asyncio.run(story())
