"""What a doctor tells of a server's tables."""

from __future__ import annotations

from rich.console import Console
from rich.progress import track

from elfer.core.texts import Words
from elfer.server.doctor import Fault, faults
from elfer.server.store import Elsewhere, Store
from elfer.server.stores.places import opened


async def examine(place: str, mend: bool, words: Words) -> int:
    """Tell what is wrong in a data folder or a database; 1 if some of it stays so."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with opened(place, update=mend) as (store, _):
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
    """Tell of a fault, and mend it if that is wanted and possible; whether it was."""
    where = "doctor.match" if fault.match else "doctor.table"
    why = words.say(fault.key, **fault.params)
    console.print(words.say(where, table=id, match=fault.match, why=why))
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
    """Mend a table, unless somebody is at it right now."""
    try:
        await fault.mend(store, id)
    except Elsewhere:
        return False
    return True
