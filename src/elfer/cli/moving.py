"""What is told of tables that are carried from one store to another."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.progress import track

from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.server.moving import move
from elfer.server.stores.places import opened


async def carry(source: str, target: str, words: Words) -> int:
    """Carry all tables of one place to another, and tell what came of it; 1 if some were left."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    came: Counter[str] = Counter()
    async with opened(source) as (origin, nodes), opened(target, new=True) as (goal, _):
        if nodes and await nodes.others() > (source == target):
            raise Refused("database_served")
        ids, carrying = await origin.ids(), words.say("move.carrying")
        for id in track(ids, carrying, console=console, transient=True, disable=not console.is_terminal):
            moved = await move(origin, goal, id)
            came[moved.outcome] += 1
            came["wrong"] += bool(moved.faults)
            for fault in moved.faults:
                where = "doctor.match" if fault.match else "doctor.table"
                why = words.say(fault.key, **fault.params)
                console.print(words.say(where, table=id, match=fault.match, why=why))
    counts = {name: came[name] for name in ("moved", "there", "left", "wrong")}
    console.print(words.say("move.sum", count=len(ids), **counts))
    return int(came["wrong"] > 0)
