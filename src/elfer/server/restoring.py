"""Rooms brought back from the store, with their last match or without one that cannot be played here."""

from __future__ import annotations

import contextlib
import logging

from msgspec.structs import replace

from elfer.core.refusals import BadInput, Refused
from elfer.server import wire
from elfer.server.commands import Commands
from elfer.server.replays import UNPLAYABLE, restored, resumed
from elfer.server.room import Resources, Room
from elfer.server.store import Log, Played, Store
from elfer.server.table import Table

log = logging.getLogger("elfer.restoring")


async def with_match(id: str, table: Table, kept: Log, resources: Resources) -> Room:
    """A room with its last match. One with a gap in its moves goes on from the last whole move; one that was
    ended because its rules were not here goes on once they are."""
    try:
        back = await restored(kept)
    except BadInput as refused:
        return await _without_match(id, table, kept, resources, UNPLAYABLE[refused.code])
    last, dropped = back.at, len(kept.moves) - (back.at - kept.opening.first)
    if dropped:
        log.warning(
            "a table had a gap and goes on from its last whole move",
            extra={"table": id, "at": last, "dropped": dropped},
        )
    if dropped or (table.phase == "over" and not back.match.over):
        table = resumed(table, back.match)
        await resources.store.cut(id, last, table)
    played = tuple(move for move in kept.moves if move.number <= last)
    room = Room(id, table, resources)
    commands = await _commands(id, Log(kept.opening, played), resources.store)
    room.restore(back.match, kept.opening.first, commands, back.numbers, back.at)
    return room


async def _without_match(id: str, table: Table, kept: Log, resources: Resources, why: wire.WhyEnded) -> Room:
    """A room whose last match is over, since its rules are not here."""
    if table.phase == "playing":
        log.warning("a match was ended: its rules are not here", extra={"table": id, "why": why})
        table = replace(table, phase="over")
        await resources.store.save_table(id, table)
    room, first = Room(id, table, resources), kept.opening.first
    last = max((move.number for move in kept.moves), default=first)
    room.restore(None, first, await _commands(id, kept, resources.store), [], last)
    room.ended = why
    return room


async def _commands(id: str, kept: Log, store: Store) -> Commands:
    """The commands of a match and of the one before: the last one's sender may not know yet that it was
    played."""
    number, before = kept.opening.number, tuple[Played, ...]()
    with contextlib.suppress(Refused):  # what cannot be read any more is no trouble of this match
        if number > 1 and (earlier := await store.finished(id, number - 1)):
            before = earlier.moves
    return Commands(number, kept.moves, before)
