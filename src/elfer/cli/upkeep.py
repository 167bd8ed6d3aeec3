"""Progress and report of `elfer doctor` and `elfer move-data`."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

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
        label = words.say("doctor.looking")
        for id in track(ids, label, console=console, transient=True, disable=not console.is_terminal):
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
    done = False
    if mend:
        with suppress(Elsewhere):  # another node owns the table
            await fault.mend(store, id)
            done = True
    before, after = ("ends", "ended") if fault.ends else ("mendable", "mended")
    outcome = after if done else "in_play" if mend else before
    console.print(words.say(f"doctor.{outcome}"), style="bold")
    return done


async def carry(source: str, target: str, words: Words) -> int:
    """Copy all tables of one place to another; the exit code is 1 if something is wrong with some."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    outcomes: Counter[str] = Counter()
    async with open_store(source) as (origin, nodes), open_store(target, new=True) as (destination, _):
        if nodes and await nodes.others() > (source == target):
            raise Refused("database_served")
        ids, label = await origin.ids(), words.say("move.carrying")
        for id in track(ids, label, console=console, transient=True, disable=not console.is_terminal):
            moved = await move(origin, destination, id)
            outcomes[moved.outcome] += 1
            outcomes["wrong"] += bool(moved.faults)
            for fault in moved.faults:
                _report(id, fault, words, console)
    counts = {name: outcomes[name] for name in ("moved", "there", "left", "wrong")}
    console.print(words.say("move.sum", count=len(ids), **counts))
    return int(outcomes["wrong"] > 0)


def _report(id: str, fault: Fault, words: Words, console: Console) -> None:
    where = "doctor.match" if fault.match else "doctor.table"
    why = words.say(fault.key, **fault.params)
    console.print(words.say(where, table=id, match=fault.match, why=why))
