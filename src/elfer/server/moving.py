"""Tables carried from one store to another: as often as one likes, and looked through where they arrive."""

from __future__ import annotations

from typing import Literal, NamedTuple

from elfer.core.refusals import Refused
from elfer.server.doctor import Fault, faults
from elfer.server.store import Elsewhere, Store, Whole


class Moved(NamedTuple):
    """What came of carrying a table."""

    outcome: Literal["moved", "there", "left"]
    faults: tuple[Fault, ...] = ()
    """Why it was left, or what is wrong with it wherever it is."""


async def move(source: Store, target: Store, id: str) -> Moved:
    """Carry a table with all its matches; every one of them is played anew where it arrives."""
    try:
        whole, there = await source.whole(id), await target.whole(id)
        if whole is None:
            return Moved("left", (Fault(0, "move.gone", {}),))
        if there and not _older(there, whole):
            return Moved("left", (Fault(0, "move.newer", {}),))
        if there != whole:
            await target.put(id, whole)
        if await target.whole(id) != whole:
            return Moved("left", (Fault(0, "move.changed", {}),))
    except Elsewhere:
        return Moved("left", (Fault(0, "move.in_play", {}),))
    except Refused as refused:
        return Moved("left", (Fault(0, "doctor.unreadable", {"why": refused.params.get("why", refused)}),))
    return Moved("there" if there == whole else "moved", tuple(await faults(target, id)))


def _older(there: Whole, whole: Whole) -> bool:
    """Whether nothing has happened to the table where it is to go that did not happen where it comes from."""
    played = whole.moves[: len(there.moves)] == there.moves
    return played and there.touched <= whole.touched and len(there.openings) <= len(whole.openings)
