"""Restores matches and rooms from the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from elfer.core.game import Event, Move
from elfer.core.refusals import BadInput, Refused
from elfer.match import UNDO, AnyMatch, TakenBack, replay
from elfer.server import wire
from elfer.server.stores.store import Log, Played, Store
from elfer.server.tables.command_ids import PlayedCommands
from elfer.server.tables.room import Resources, Room
from elfer.server.tables.seating import Table, resumed

SLICE_MOVES = 50
"""Moves replayed before other tasks get a turn."""
UNPLAYABLE: dict[str, wire.WhyEnded] = {"record_version": "other_rules", "unknown_game": "unknown_game"}
"""Refusals of intact matches whose rules the server lacks."""
Observe = Callable[[AnyMatch, Move | None, tuple[Event, ...]], object]
"""Called with the match after its deal and after every step."""
log = logging.getLogger("elfer.restoring")


class Restored(NamedTuple):
    """A match restored from its log."""

    match: AnyMatch
    numbers: list[int]
    """Number of each step; undone moves had numbers, too."""
    at: int
    """Number of the last move before the end or a gap."""


async def restore_match(saved: Log, observe: Observe = lambda *_: None) -> Restored:
    """Replay a match to its end or to a gap in the numbers of its moves.

    Raises `BadInput` with a code of `UNPLAYABLE` if the server lacks its rules, else `Refused` if the log is
    broken."""
    try:
        match, numbers = replay(saved.opening.record), list[int]()
        at = saved.opening.first
        observe(match, None, ())
        for count, move in enumerate(saved.moves, 1):
            if match.over or move.number != saved.opening.first + count:
                break
            observe(match, move.move, _replay(match, move, numbers))
            at = move.number
            if count % SLICE_MOVES == 0:
                await asyncio.sleep(0)
    except Exception as error:  # whatever the log contains, the command must be answered
        if isinstance(error, BadInput) and error.code in UNPLAYABLE:
            raise
        if not isinstance(error, ValueError):
            log.exception("a match cannot be restored")
        raise Refused("table_broken", why=str(error)) from error
    return Restored(match, numbers, at)


def _replay(match: AnyMatch, move: Played, numbers: list[int]) -> tuple[Event, ...]:
    """Play or undo a saved move; its events."""
    try:
        if move.move == UNDO:
            undone = match.undo()
            numbers.pop()
            return (TakenBack(move.seat, undone.move),)
        events = match.play(move.seat, move.move)
    except ValueError as refused:
        raise BadInput(
            "record_move", number=move.number, seat=move.seat, move=move.move, why=refused
        ) from None
    numbers.append(move.number)
    return events


async def restore_room(id: str, table: Table, saved: Log, resources: Resources) -> Room:
    """A room with its last match. After a gap in its moves the match continues from the last whole one; a
    match that was ended because the server lacked its rules continues once they are available."""
    try:
        restored = await restore_match(saved)
    except BadInput as refused:
        return await _without_match(id, table, saved, resources, UNPLAYABLE[refused.code])
    last, dropped = restored.at, len(saved.moves) - (restored.at - saved.opening.first)
    if dropped:
        log.warning(
            "moves are missing; the match continues before the gap",
            extra={"table": id, "at": last, "dropped": dropped},
        )
    if dropped or (table.phase == "over" and not restored.match.over):
        table = resumed(table, restored.match)
        await resources.store.cut(id, last, table)
    played = tuple(move for move in saved.moves if move.number <= last)
    room = Room(id, table, resources)
    commands = await _commands(id, Log(saved.opening, played), resources.store)
    room.restore(restored.match, saved.opening.first, commands, restored.numbers, last)
    return room


async def _without_match(id: str, table: Table, saved: Log, resources: Resources, why: wire.WhyEnded) -> Room:
    """A room whose last match is over because the server lacks its rules."""
    if table.phase == "playing":
        log.warning("a match was ended: its rules are missing", extra={"table": id, "why": why})
        table = replace(table, phase="over")
        await resources.store.save_table(id, table)
    room, first = Room(id, table, resources), saved.opening.first
    last = max((move.number for move in saved.moves), default=first)
    room.restore(None, first, await _commands(id, saved, resources.store), [], last)
    room.ended = why
    return room


async def _commands(id: str, saved: Log, store: Store) -> PlayedCommands:
    """The commands of a match and of the one before, whose last one may be resent."""
    number, before = saved.opening.number, tuple[Played, ...]()
    with contextlib.suppress(Refused):  # an unreadable earlier match does not affect this one
        if number > 1 and (earlier := await store.finished(id, number - 1)):
            before = earlier.moves
    return PlayedCommands(number, saved.moves, before)
