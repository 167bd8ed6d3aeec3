"""What nodes on PostgreSQL carry, beside the one-process server in the same run: `make bench-cluster`.

The same tables and people as in benchmarks/server.py. *Direct*: all pages at the node that has their tables.
*Piped*: all at another node, so that every command and all news go through a pipe; both nodes' time counts.
*Takeover*: a node is killed, and somebody at another one enters its table at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.cluster.cluster import Node, cluster
from tests.postgres import Postgres, ask, running
from tests.server.people import Server, person

from benchmarks.server import LIMITS, SEATS, Match, pages, processor, spread, throughput

COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


async def alone(folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    """The server with SQLite."""
    with Server(folder / "alone", **LIMITS) as server:
        return await throughput(server, asked.tables, asked.seconds, asked.turns)


async def direct(node: Node, asked: argparse.Namespace) -> dict[str, Any]:
    """A node with PostgreSQL, whose pages are all its own."""
    commits, start = await ask(node.database, COMMITS), time.monotonic()
    figures = await throughput(node, asked.tables, asked.seconds, asked.turns)
    await asyncio.sleep(1)  # until PostgreSQL has counted
    done = (await ask(node.database, COMMITS))[0][0] - commits[0][0]
    return figures | {"commits per second": round(done / (time.monotonic() - start))}


async def piped(nodes: list[Node], asked: argparse.Namespace) -> list[float]:
    """Moves per second of processor time of both nodes, if all pages are at the one without the tables."""
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
    """How many seconds after a kill somebody at another node has the table."""
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


async def measure(postgres: Postgres, folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {"SQLite": await alone(folder, asked)}
    with cluster(folder, postgres.new(), 2, environment=LIMITS) as nodes:
        figures["PostgreSQL"] = await direct(nodes[0], asked)
        figures["piped, moves per CPU-second"] = spread(await piped(nodes, asked))
        times = sorted([await takeover(nodes) for _ in range(asked.kills)])
    figures["takeover ms"] = {
        "p50": round(1000 * median(times)),
        "p99": round(1000 * quantiles(times, n=100)[98]) if len(times) > 1 else round(1000 * times[0]),
        "kills": len(times),
    }
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--kills", type=int, default=30)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as postgres:
        figures = asyncio.run(measure(postgres, Path(folder), asked))
    print(json.dumps(figures, indent=2))
    sys.exit(0)


if __name__ == "__main__":
    main()
