"""Checks the tables of a store, and repairs what can be repaired."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from elfer.core.refusals import BadInput, Refused
from elfer.server.stores.store import Log, Store, Unavailable
from elfer.server.tables.restoration import UNPLAYABLE, restore_match
from elfer.server.tables.seating import Table, resumed


class Fault(NamedTuple):
    """A fault of a table or of one of its matches."""

    match: int
    """The number of the match; 0 for the table."""
    key: str
    """The key of its text."""
    params: dict[str, object]
    last: int | None = None
    """The last valid move, if the match can continue from it."""
    ends: bool = False
    """Whether the match can only be ended, as its rules are missing."""

    @property
    def mendable(self) -> bool:
        return self.ends or self.last is not None

    async def mend(self, store: Store, id: str) -> None:
        """End a match, or delete the moves after its last valid one."""
        saved = await store.load(id)
        assert saved
        assert saved.log
        if self.ends:
            await store.save_table(id, replace(saved.table, phase="over"))
        else:
            assert self.last is not None
            await store.cut(id, self.last, resumed(saved.table, (await restore_match(saved.log)).match))
        await store.release(id)


async def faults(store: Store, id: str) -> list[Fault]:
    """The faults of a table."""
    try:
        saved = await store.peek(id)
    except (Refused, Unavailable) as error:
        return [_unreadable(0, error)]
    if saved is None:
        return []
    found, end = [], 0
    commands: Counter[tuple[int, str]] = Counter()
    for number in range(1, saved.table.match + 1):
        log = await _match(store, id, number)
        if isinstance(log, Fault):
            found.append(log)
            continue
        if log.opening.first != end and not found:
            found.append(Fault(number, "doctor.first", {"first": log.opening.first, "last": end}))
        end = max([log.opening.first, *(move.number for move in log.moves)])
        commands.update((move.seat, move.command) for move in log.moves if move.command is not None)
        if fault := await _fault(log, saved.table):
            found.append(fault)
    if twice := [command for (_, command), count in commands.items() if count > 1]:
        found.append(Fault(0, "doctor.twice", {"commands": twice}))
    return found


async def _match(store: Store, id: str, number: int) -> Log | Fault:
    """A match of a table, or why it cannot be read."""
    try:
        return await store.finished(id, number) or Fault(number, "doctor.lost", {})
    except (Refused, Unavailable) as error:
        return _unreadable(number, error)


async def _fault(log: Log, table: Table) -> Fault | None:
    """The fault of a match, if it has one; only the last match of a table can continue."""
    number = log.opening.number
    last = number == table.match
    try:
        match, _, at = await restore_match(log)
    except BadInput as refused:
        unknown = UNPLAYABLE[refused.code] == "unknown_game"
        key = "doctor.unknown_game" if unknown else "doctor.other_rules"
        ends = last and table.phase == "playing"
        return Fault(number, key, refused.params, ends=True) if ends else None
    except Refused as refused:
        return _unreadable(number, refused)
    dropped = len(log.moves) - (at - log.opening.first)
    if dropped:
        return Fault(number, "doctor.gap", {"at": at, "count": dropped}, at if last else None)
    if not last and not match.over:
        return Fault(number, "doctor.open", {})
    return None


def _unreadable(number: int, error: Refused | Unavailable) -> Fault:
    why = error.params.get("why", error) if isinstance(error, Refused) else error
    return Fault(number, "doctor.unreadable", {"why": str(why)})
