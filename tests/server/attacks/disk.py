"""Many people at a server whose disk fails again and again, and what must hold afterwards."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from tests.server.attacks.faults import Faults, tiny_disk
from tests.server.crash import LIMIT, Crowd, Founding, Player, Rows, quiet_port
from tests.server.people import Refusal, Server

GAMES = ("highest", "snap", "classic", "cheat", "connect", "guess")
CROWDED = ("--pause", "0", "--sockets", "1000", "--tables", "100000")
SPELL = 0.5
"""How many seconds the disk is bad, or good, at most."""
Turn = Callable[[], None]


class Suffered(NamedTuple):
    """What people went through; none of it is a fault of the server."""

    confirmed: int
    refused: int
    tables: int


class Fault(NamedTuple):
    """One way in which a disk fails."""

    name: str
    load: str
    suffer: Callable[[Path, float], Suffered]


def fills(folder: Path, seconds: float) -> Suffered:
    """A disk without room, now and then."""
    with tiny_disk(folder / "disk") as disk:
        server = Server(disk.folder, *CROWDED, **disk.environment)
        return _suffer(server, disk.fill, disk.mend, seconds)


def fails(folder: Path, seconds: float) -> Suffered:
    """A disk that cannot make things durable, now and then."""
    faults = Faults(folder / "library")
    server = Server(folder / "data", *CROWDED, **faults.environment)
    return _suffer(server, faults.fail_syncs, faults.mend, seconds)


def dawdles(folder: Path, seconds: float) -> Suffered:
    """A disk that takes its time, and then fails, now and then."""
    faults = Faults(folder / "library")
    server = Server(folder / "data", *CROWDED, **faults.environment)
    ways = cycle((partial(faults.slow_syncs, 0.3), partial(faults.fail_syncs, 1, 0.2)))
    return _suffer(server, lambda: next(ways)(), faults.mend, seconds)


ALL = (
    Fault("full-disk", "a disk that fills and empties", fills),
    Fault("broken-disk", "fdatasync fails now and then (EIO)", fails),
    Fault("slow-disk", "fdatasync takes 0.3 s now and then, and fails at times", dawdles),
)
FAULTS = {fault.name: fault for fault in ALL}


class Sufferers(Crowd):
    """A crowd that accepts that a table cannot be opened."""

    async def _found(self, game: str) -> Founding:
        try:
            return await super()._found(game)
        except Refusal as refusal:
            if refusal.code not in ("no_store", "no_table_entered"):
                raise
            return Founding(("", ""), [], [])


def _suffer(server: Server, harm: Turn, mend: Turn, seconds: float) -> Suffered:
    """Let people play while the disk is harmed and mended; then everything must be whole and go on."""
    try:
        server.start(quiet_port())
        crowd = asyncio.run(_play(server, harm, mend, seconds))
        assert server.stop() == 0, server.logged()[-2000:]
    finally:
        server.__exit__()
    crowd.check(Rows(server.data / "elfer.db"))
    crowd.check_stories(Rows(server.data / "elfer.db"))
    doctor(server.data)
    return Suffered(crowd.confirmed, _refused(crowd), len({player.table for player in crowd.players}))


def _refused(crowd: Crowd) -> int:
    return sum(len(player.refused) for player in crowd.players)


async def _play(server: Server, harm: Turn, mend: Turn, seconds: float) -> Crowd:
    crowd, rng, now = Sufferers(server, seed=7), random.Random(8), asyncio.get_running_loop().time
    async with asyncio.TaskGroup() as tasks:
        crowd.begin(tasks, *GAMES)
        try:
            await crowd.plays_on(10)
            end = now() + seconds
            while now() < end or not _refused(crowd):
                assert now() < end + LIMIT, "the disk was never bad"
                for turn in (harm, mend):
                    turn()
                    await asyncio.sleep(rng.uniform(0.1, SPELL))
            await _all_go_on(crowd)
        finally:
            await crowd.stop()
    return crowd


async def _all_go_on(crowd: Crowd) -> None:
    """Wait until every match that is not over has had another move: none is stuck."""
    waiting = {player: player.at for player in crowd.players if not player.over}
    end = asyncio.get_running_loop().time() + LIMIT
    while stuck := [player for player, at in waiting.items() if not _moved(player, at)]:
        assert asyncio.get_running_loop().time() < end, f"stuck: {[player.table for player in stuck]}"
        await asyncio.sleep(0.05)


def _moved(player: Player, at: int) -> bool:
    return player.over or player.at > at


def doctor(data: Path) -> None:
    """Every lookup finds nothing."""
    command = [sys.executable, "-m", "elfer", "doctor", "--data", str(data)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    assert said.returncode == 0, said.stdout + said.stderr
