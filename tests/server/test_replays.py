"""Matches brought back from their moves, and looked at step by step."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import elfer
from elfer.match import AnyMatch
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.replays import SLICE_MOVES, restored, steps
from elfer.server.store import Log, Opening, Played
from tests.server.indoors import guest, within


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


def _json(value: object) -> Any:
    return json.loads(elfer.to_json(value))


def kept(match: AnyMatch, first: int = 0) -> Log:
    """A match as a store has it."""
    moves = (Played(number, step.seat, step.move) for number, step in enumerate(match.history, first + 1))
    return Log(Opening(1, first, match.at(0).record(), ("Ada", "Ben")), tuple(moves))


def played(steps: int | None = None) -> AnyMatch:
    """A match of duel, whole or as far as it goes in some steps."""
    match = elfer.start("duel", seats=2, seed=3, rounds=4)
    while not match.over and match.steps != steps:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    return match


def test_a_match_is_brought_back_whole_or_up_to_a_gap() -> None:
    match = played()
    log = kept(match, first=17)
    assert asyncio.run(restored(log)).record() == match.record()
    assert asyncio.run(restored(log._replace(moves=log.moves[:5] + log.moves[6:]))).steps == 5
    more = Played(log.moves[-1].number + 1, 0, "reveal")
    assert asyncio.run(restored(log._replace(moves=(*log.moves, more)))).steps == match.steps


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
        await restored(log)
        busy.cancel()
        assert turns >= len(log.moves) // SLICE_MOVES - 1

    asyncio.run(story())


def test_steps_are_given_in_pieces_from_the_deal_to_the_end() -> None:
    match = played()
    frames: list[wire.Frame] = []
    while len(frames) <= match.steps:
        command = wire.Replay(id="1", seat=0, first=len(frames))
        piece = asyncio.run(steps(command, match, ("Ada", "Ben")))
        assert piece.steps == match.steps
        assert 0 < len(piece.frames) <= wire.MAX_STEPS
        frames += piece.frames
    assert [frame.at for frame in frames] == list(range(match.steps + 1))
    assert (frames[0].seat, frames[0].move, frames[0].events) == (None, None, ())
    assert bytes(frames[-1].view).decode() == elfer.to_json(match.view(0))
    beyond = wire.Replay(id="1", first=match.steps + 1)
    assert asyncio.run(steps(beyond, match, ())).frames == ()
