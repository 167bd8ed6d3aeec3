"""Matches brought back from what was kept of them, and looked at step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import takewhile

from elfer.core.game import Move, Seat
from elfer.match import AnyMatch, Step, replay
from elfer.server import wire
from elfer.server.store import Log

SLICE_MOVES = 50
"""After how many moves others have a turn: bringing back a long match takes a while."""


async def restored(log: Log) -> AnyMatch:
    """A match as it was kept, up to its end or a gap in the numbers of its moves."""
    match = replay(log.opening.record)
    numbered = enumerate(log.moves, log.opening.first + 1)
    whole = takewhile(lambda pair: pair[0] == pair[1].number, numbered)
    await _play_on(match, ((played.seat, played.move) for _, played in whole))
    return match


async def _play_on(match: AnyMatch, moves: Iterable[tuple[Seat, Move]]) -> None:
    """Play moves until the match is over or they end."""
    for count, (seat, move) in enumerate(moves, 1):
        if match.over:
            return
        match.play(seat, move)
        if count % SLICE_MOVES == 0:
            await asyncio.sleep(0)


async def steps(command: wire.Replay, match: AnyMatch, names: tuple[str, ...]) -> wire.Steps:
    """Some steps of a match, each with what was seen after it; the first one of all is the deal."""
    history, first = match.history, command.first
    then = match.at(0)
    await _play_on(then, ((step.seat, step.move) for step in history[: max(0, first - 1)]))
    frames = []
    for step in (None, *history)[first : first + wire.MAX_STEPS]:
        if step:
            then.play(step.seat, step.move)
        frames.append(_frame(then, step, command.seat))
    return wire.Steps(
        id=command.id, game=match.game.id, names=names, steps=len(history), frames=tuple(frames)
    )


def _frame(match: AnyMatch, step: Step | None, seat: Seat | None) -> wire.Frame:
    """A match right after a step, as a seat saw it, or with all cards open."""
    view = match.open_view() if seat is None else match.view(seat)
    events = step.events if step else ()
    return wire.Frame(
        at=match.steps,
        round=match.round,
        seat=step.seat if step else None,
        move=step.move if step else None,
        events=tuple(map(wire.raw, events)) if seat is None else wire.raw_events(events, seat),
        view=wire.raw(view),
    )
