"""Capacity of nodes on PostgreSQL, relative to the one-process server in the same run: `make bench-cluster`.

The same tables and people as in benchmarks/server.py. *Direct*: all pages at the node that owns their tables.
*Forwarded*: all at another node, which forwards every message; the time of both nodes counts. *Takeover*: a
node is killed, and a page at another one enters its table at once. *Rolling restart*: nodes are restarted one
by one behind a balancer, and pages reconnect by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.cluster.cluster import Balancer, Node, cluster
from tests.postgres import Postgres, ask, running
from tests.server.people import Person, Refusal, Server, new_key, person
from websockets.exceptions import WebSocketException

from benchmarks.server import LIMITS, SEATS, Match, pages, processor, spread, throughput

COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


async def alone(folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    """The server with SQLite."""
    with Server(folder / "alone", **LIMITS) as server:
        return await throughput(server, asked.tables, asked.seconds, asked.turns)


async def direct(node: Node, asked: argparse.Namespace) -> dict[str, Any]:
    """A node with PostgreSQL that owns the tables of all its pages."""
    commits, start = await ask(node.database, COMMITS), time.monotonic()
    figures = await throughput(node, asked.tables, asked.seconds, asked.turns)
    await asyncio.sleep(1)  # until PostgreSQL has updated its statistics
    done = (await ask(node.database, COMMITS))[0][0] - commits[0][0]
    return figures | {"commits per second": round(done / (time.monotonic() - start))}


async def forwarded(nodes: list[Node], asked: argparse.Namespace) -> list[float]:
    """Moves per second of both nodes' processor time, with all pages at the node without the tables."""
    owner, other = nodes
    rates = []
    async with pages(other, SEATS * asked.tables) as carried:
        async with pages(owner, SEATS * asked.tables) as opened:
            matches = [Match(opened[SEATS * i : SEATS * (i + 1)], i) for i in range(asked.tables)]
            for i, match in enumerate(matches):
                await match.begin()
                await match.moves_to(carried[SEATS * i : SEATS * (i + 1)])
        for _ in range(asked.turns):
            used, start = processor(owner) + processor(other), time.monotonic()
            done = sum(await asyncio.gather(*(match.play(start + asked.seconds) for match in matches)))
            rates.append(done / (processor(owner) + processor(other) - used))
    return rates


async def takeover(nodes: list[Node]) -> float:
    """Seconds from a kill until a page at another node has the table."""
    owner, other = nodes
    async with person(other) as ben:
        async with person(owner) as ada:
            table = await ada.creates("classic", SEATS, bots=("easy",) * (SEATS - 1), start=True)
            await ada.until(lambda who: who.update, "for the match")
            await ben.enters(table)
            start = time.monotonic()
            owner.kill()
        await ben.hears("out", code="reload")
        await ben.enters(table)
        taken = time.monotonic() - start
    await asyncio.to_thread(owner.start, owner.port)
    return taken


class Patient:
    """A page that reconnects by itself and records how long it was without its table."""

    def __init__(self, where: Balancer, rng: random.Random) -> None:
        self._where, self._rng = where, rng
        self._key, self._table = new_key(), ""
        self.gaps: list[float] = []

    async def stay(self) -> None:
        """Stay at the table until cancelled."""
        lost = 0.0
        while True:
            with contextlib.suppress(OSError, TimeoutError, AssertionError, WebSocketException, Refusal):
                async with person(self._where, self._key) as who:
                    while True:
                        await self._enter(who)
                        if lost:
                            self.gaps.append(time.monotonic() - lost)
                        lost = 0.0
                        heard = len(who.heard)
                        await who.until(partial(_put_out, heard), "for ever")
                        lost = time.monotonic()
            lost = lost or time.monotonic()
            await asyncio.sleep(0.5 * (0.75 + self._rng.random() / 2))

    async def _enter(self, who: Person) -> None:
        if self._table:
            await who.enters(self._table)
        else:
            self._table = await who.creates("classic", SEATS, bots=("easy",) * (SEATS - 1), start=True)


def _put_out(heard: int, who: Person) -> bool:
    if who._listener.done():
        raise ConnectionError
    return any(news["is"] == "out" for news in who.heard[heard:])


async def rolling(folder: Path, nodes: list[Node], people: int) -> list[float]:
    """Restart the nodes one by one; the seconds that pages were without their tables."""
    with Balancer(folder, nodes) as balancer:
        patients = [Patient(balancer, random.Random(number)) for number in range(people)]
        tasks = [asyncio.create_task(patient.stay()) for patient in patients]
        await asyncio.sleep(3)
        for node in nodes:
            await asyncio.to_thread(node.stop)
            await asyncio.to_thread(node.start, node.port)
            await asyncio.sleep(3)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    return [gap for patient in patients for gap in patient.gaps]


async def measure(postgres: Postgres, folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {"SQLite": await alone(folder, asked)}
    with cluster(folder, postgres.new(), 2, environment=LIMITS) as nodes:
        figures["PostgreSQL"] = await direct(nodes[0], asked)
        figures["forwarded, moves per CPU-second"] = spread(await forwarded(nodes, asked))
        times = [await takeover(nodes) for _ in range(asked.kills)]
    figures["takeover ms"] = in_ms(times)
    with cluster(folder, postgres.new(), 3, environment=LIMITS) as nodes:
        figures["rolling restart, ms without a table"] = in_ms(await rolling(folder, nodes, asked.people))
    return figures


def in_ms(seconds: list[float]) -> dict[str, int]:
    percents = quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
    found = {"p50": percents[49], "p99": percents[98], "worst": max(seconds)}
    return {name: round(1000 * value) for name, value in found.items()} | {"times": len(seconds)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--people", type=int, default=30)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as postgres:
        figures = asyncio.run(measure(postgres, Path(folder), asked))
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
