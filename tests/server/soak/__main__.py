"""`make soak`: an evening at 200 tables. At its end the server must hold no more than after the warm-up."""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.server.bystanders import complaints
from tests.server.crash import quiet_port
from tests.server.people import PATIENCE, Person, Server
from tests.server.soak import server as soak_server
from tests.server.soak.disturbances import DISTURBANCES
from tests.server.soak.figures import NAMES, Figures, look, tidied, too_much
from tests.server.soak.players import Evening, keep_a_table, look_around

KEEP_SECONDS = 60.0
DAY_SECONDS = 86_400
WARM_UP_SHARE = 1 / 3
"""Long enough for many groups to have come and gone: memory stays as scattered as at the busiest time."""
LOBBY = 10
REST_SECONDS = KEEP_SECONDS + 300.0
EVERY_SECONDS = 30.0
out = Console()


class SoakServer(Server):
    """A server that forgets quickly."""

    def __init__(self, data: Path, metrics: int) -> None:
        options = {
            "pause": "0.1",
            "unload": "3",
            "grace": "10",
            "quick": "3",
            "round-pause": "5",
            "tables": "100000",
            "keep-finished": str(KEEP_SECONDS / DAY_SECONDS),
            "keep-abandoned": str(KEEP_SECONDS / DAY_SECONDS),
            "metrics-port": str(metrics),
        }
        self.tells = data.with_name("heap")
        flags = (part for name, value in options.items() for part in (f"--{name}", value))
        super().__init__(data, *flags, **{soak_server.FILE: str(self.tells), **soak_server.PLAIN})
        self.program = ("-m", soak_server.__name__)


async def spend(evening: Evening, tables: int, metrics: int) -> Figures:
    """Fill the house until the evening is over; what the server held at its busiest."""
    peak = look(evening.server, metrics)
    work = [keep_a_table(evening, place) for place in range(tables)]
    work += [look_around(evening, tables + place) for place in range(LOBBY)]
    work += [disturb(evening) for disturb in DISTURBANCES]
    async with asyncio.TaskGroup() as tasks:
        for one in work:
            tasks.create_task(one)
        while not evening.over:
            await asyncio.sleep(min(EVERY_SECONDS, max(0.1, evening.until - time.monotonic())))
            now = await asyncio.to_thread(look, evening.server, metrics)
            peak = Figures(*(max(getattr(peak, name), getattr(now, name)) for name in NAMES))
            said = f"{now.tables} tables, {now.sockets} sockets, {now.tasks} tasks, {now.descriptors} files"
            out.print(f"  {said}, {shown('memory', now.memory)}, {evening.did['play']} moves so far")
    return peak


def rest(server: SoakServer, metrics: int) -> Figures:
    """Wait until all pages are closed and all tables deleted; what the server still holds then."""
    end = time.monotonic() + REST_SECONDS
    while (now := look(server, metrics)) and (now.tables or now.sockets or now.kept):
        assert time.monotonic() < end, f"the server does not come to rest: {now}"
        time.sleep(1)
    return tidied(server, metrics, server.tells)


def shown(name: str, value: int) -> str:
    return f"{value / (1 << 20):.1f} MiB" if name in ("memory", "heap", "used", "file") else str(value)


def report(start: Figures, peak: Figures, end: Figures) -> bool:
    """Print what was held when; whether all is as it was."""
    table = Table("held", "after the warm-up", "at most", "at the end", "", title="soak")
    grown = []
    for name in NAMES:
        before, after = getattr(start, name), getattr(end, name)
        grown += [name] if too_much(name, before, after) else []
        change = f"{100 * (after - before) / before:+.1f} %" if before else ""
        values = (shown(name, value) for value in (before, getattr(peak, name), after))
        table.add_row(name, *values, f"{change} too much" if name in grown else change)
    out.print(table)
    return not grown


def soak(data: Path, minutes: float, tables: int, think: float) -> bool:
    """Warm a server up and spend an evening there; whether it then holds no more than before."""
    metrics, rng, held = quiet_port(), random.Random(), []
    did: Counter[str] = Counter()
    faults: list[str] = []
    with SoakServer(data, metrics) as server:
        for share, what in ((WARM_UP_SHARE, "warm-up"), (1 - WARM_UP_SHARE, "the evening")):
            seconds = 60 * minutes * share
            out.print(f"{what}: {seconds:.0f} s, {tables} tables")
            evening = Evening(server, rng, time.monotonic() + seconds, think, did=did, faults=faults)
            held.append(asyncio.run(spend(evening, tables, metrics)))
            out.print("  all players have left; waiting until the server has released everything")
            held.append(rest(server, metrics))
        out.print(dict(did.most_common()))
        wrong = [*faults, *complaints(server)]
        for line in wrong[:20]:
            out.print(line, style="red", markup=False)
        _, start, peak, end = held
        return report(start, peak, end) and server.stop() == 0 and not wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="how long people come and go")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--think", type=float, default=1.0, help="seconds a player takes for a move")
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    Person.patience = 3 * PATIENCE
    with tempfile.TemporaryDirectory(prefix="elfer-soak-") as folder:
        fine = soak(Path(folder) / "data", arguments.minutes, arguments.tables, arguments.think)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
