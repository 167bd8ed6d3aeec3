"""Progress and report of `elfer doctor` and `elfer move-data`."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.progress import track

from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.server.stores.places import open_store
from elfer.server.stores.store import Elsewhere, Store
from elfer.server.upkeep.doctor import Fault, faults
from elfer.server.upkeep.migration import move


async def examine(place: str, mend: bool, words: Words) -> int:
    """Report the faults of a data folder or database; the exit code is 1 if some remain."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with open_store(place, update=mend) as (store, _):
        if damage := await store.faults():
            console.print(words.say("doctor.file", why="; ".join(damage[:3])))
            return 1
        ids, found, mended = await store.ids(), 0, 0
        looking = words.say("doctor.looking")
        for id in track(ids, looking, console=console, transient=True, disable=not console.is_terminal):
            for fault in await faults(store, id):
                found += 1
                mended += await _treat(store, id, fault, mend, words, console)
    key = "doctor.sum" if found else "doctor.fine"
    console.print(words.say(key, count=len(ids), found=found, mended=mended))
    return int(found > mended)


async def _treat(store: Store, id: str, fault: Fault, mend: bool, words: Words, console: Console) -> bool:
    """Report a fault, and mend it if wanted and possible; whether it was."""
    _report(id, fault, words, console)
    if not fault.mendable:
        console.print(words.say("doctor.incurable"), style="dim")
        return False
    done = mend and await _mended(store, id, fault)
    if fault.ends:
        outcome = "doctor.ended" if done else "doctor.in_play" if mend else "doctor.ends"
    else:
        outcome = "doctor.mended" if done else "doctor.in_play" if mend else "doctor.mendable"
    console.print(words.say(outcome), style="bold")
    return done


async def _mended(store: Store, id: str, fault: Fault) -> bool:
    """Mend a table, unless another node owns it."""
    try:
        await fault.mend(store, id)
    except Elsewhere:
        return False
    return True


async def carry(source: str, target: str, words: Words) -> int:
    """Copy all tables of one place to another; the exit code is 1 if something is wrong with some."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    came: Counter[str] = Counter()
    async with open_store(source) as (origin, nodes), open_store(target, new=True) as (goal, _):
        if nodes and await nodes.others() > (source == target):
            raise Refused("database_served")
        ids, carrying = await origin.ids(), words.say("move.carrying")
        for id in track(ids, carrying, console=console, transient=True, disable=not console.is_terminal):
            moved = await move(origin, goal, id)
            came[moved.outcome] += 1
            came["wrong"] += bool(moved.faults)
            for fault in moved.faults:
                _report(id, fault, words, console)
    counts = {name: came[name] for name in ("moved", "there", "left", "wrong")}
    console.print(words.say("move.sum", count=len(ids), **counts))
    return int(came["wrong"] > 0)


def _report(id: str, fault: Fault, words: Words, console: Console) -> None:
    where = "doctor.match" if fault.match else "doctor.table"
    why = words.say(fault.key, **fault.params)
    console.print(words.say(where, table=id, match=fault.match, why=why))
