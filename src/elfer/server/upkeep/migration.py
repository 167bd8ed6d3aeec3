"""Copies tables from one store to another, and checks them there; may be repeated."""

from __future__ import annotations

from typing import Literal, NamedTuple

from elfer.core.refusals import Refused
from elfer.server.stores.store import Elsewhere, Store, Whole
from elfer.server.upkeep.doctor import Fault, faults


class Moved(NamedTuple):
    """The outcome of copying a table."""

    outcome: Literal["moved", "there", "left"]
    faults: tuple[Fault, ...] = ()
    """Why it was left out, or the faults of the copy."""


async def move(source: Store, target: Store, id: str) -> Moved:
    """Copy a table with all its matches, and replay each of them in the target."""
    try:
        whole, existing = await source.whole(id), await target.whole(id)
        if whole is None:
            return Moved("left", (Fault(0, "move.gone", {}),))
        if existing and not _older(existing, whole):
            return Moved("left", (Fault(0, "move.newer", {}),))
        if existing != whole:
            await target.put(id, whole)
        if await target.whole(id) != whole:
            return Moved("left", (Fault(0, "move.changed", {}),))
    except Elsewhere:
        return Moved("left", (Fault(0, "move.in_play", {}),))
    except Refused as refused:
        return Moved("left", (Fault(0, "doctor.unreadable", {"why": refused.params.get("why", refused)}),))
    return Moved("there" if existing == whole else "moved", tuple(await faults(target, id)))


def _older(existing: Whole, whole: Whole) -> bool:
    """Whether the target's table is an earlier state of the source's."""
    played = whole.moves[: len(existing.moves)] == existing.moves
    return played and existing.touched <= whole.touched and len(existing.openings) <= len(whole.openings)
