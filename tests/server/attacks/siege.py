"""An attack on a real server with bystanders, and what these noticed."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from tests.server.attacks.attack import Attack, Tally, Target, striking
from tests.server.attacks.long_matches import Kept, keep, keep_match
from tests.server.bystanders import Bystanders, Visitors, bystanders, memory, open_files
from tests.server.people import Server

WATCH_SECONDS = 0.2
"""How often memory is looked at."""


@dataclass
class Noticed:
    """What people noticed who have nothing to do with an attack."""

    before: list[float] = field(default_factory=list)
    """How many seconds each of their moves took before it, …"""
    during: list[float] = field(default_factory=list)
    """… and during it."""
    bots_before: list[float] = field(default_factory=list)
    """How long bots took for their moves, …"""
    bots: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    """How long it took newcomers to get in."""
    cut_off: list[str] = field(default_factory=list)
    """Who was cut off or shut out, and how."""
    memory: int = 0
    """The most bytes that the server had meanwhile."""
    files: int = 0
    """The most files and sockets that it had open."""
    tally: Tally = field(default_factory=Counter)


BEARABLE = 8.0
"""Seconds that a healthy server never takes for a move, on however busy a machine."""


def check(noticed: Noticed) -> None:
    """The short form: no bystander was cut off or refused, and moves went on."""
    assert noticed.cut_off == []
    assert noticed.during
    assert max(*noticed.during, *noticed.bots, *noticed.entries, 0.0) < BEARABLE


def low_high(seconds: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    if len(seconds) < 2:
        return (seconds[0], seconds[0]) if seconds else (float("nan"), float("nan"))
    return median(seconds), quantiles(seconds, n=100, method="inclusive")[98]


async def besiege(
    server: Server,
    attack: Attack,
    seconds: float,
    *felt: str,
    quiet: float = 0,
    kept: Kept | None = None,
) -> Noticed:
    """Attack a server for some seconds, and until the attacker has *felt* one of these; who noticed what."""
    noticed = Noticed()
    visitors = Visitors(server)
    try:
        async with bystanders(server) as others:
            await asyncio.sleep(quiet)
            noticed.before, noticed.bots_before = list(others.acks), list(visitors.waits)
            _abandon(others, visitors)
            target = Target(server, _somewhere(), others.table, *(kept or ()))
            async with striking(attack, target, seconds, felt) as striker:
                await _watch(server, striker, noticed)
                noticed.tally = await striker
            others.unharmed()
    except Exception as error:
        noticed.cut_off.append(f"{type(error).__name__}: {error}")
    finally:
        await visitors.stop()
    noticed.during, noticed.bots, noticed.entries = others.acks, visitors.waits, visitors.entries
    noticed.cut_off += visitors.shut_out
    return noticed


def _somewhere() -> str:
    """An address for the attacker, whose limits are untouched."""
    return ".".join(map(str, (127, 66, random.randrange(256), random.randrange(1, 255))))


def _abandon(others: Bystanders, visitors: Visitors) -> None:
    for list_ in (others.acks, visitors.waits, visitors.entries):
        list_.clear()


async def _watch(server: Server, striker: asyncio.Task[Tally], noticed: Noticed) -> None:
    """Look at the server until the attack is over."""
    while not striker.done():
        noticed.memory = max(noticed.memory, memory(server))
        noticed.files = max(noticed.files, open_files(server))
        await asyncio.wait({striker}, timeout=WATCH_SECONDS)


@contextlib.contextmanager
def besieged(folder: Path, attack: Attack) -> Iterator[tuple[Server, Kept | None]]:
    """A server as an attack wants it, with the usual limits."""
    data = folder / "data"
    kept = keep(data, attack.moves, over=attack.over) if attack.moves else None
    kept = keep_match(data, attack.match()) if attack.match else kept
    python = _limited(folder, attack.files) if attack.files else sys.executable
    with Server(data, "--pause", "0", python=python) as server:
        yield server, kept


def _limited(folder: Path, files: int) -> str:
    """A Python with a limit of open files."""
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nulimit -n {files}\nexec {sys.executable} "$@"\n')
    script.chmod(0o755)
    return str(script)
