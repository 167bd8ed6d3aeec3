"""Capacity of one server process: `make bench-server`. Real sockets on loopback, real SQLite, bounded time.

Four people sit at each table of the classic game and play random legal moves; every move is confirmed only
once it is durable. The load comes from this process, so figures are per second of the *server's* processor
time. As a reference, the same run measures bare durable appends by the same store.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import resource
import secrets
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from tests.server.people import Server
from websockets.asyncio.client import ClientConnection, connect

from elfer.server.stores.sqlite import SqliteStore
from elfer.server.stores.store import Played
from elfer.server.tables.seating import create
from elfer.server.wire import Setup

SEATS = 4
LIMITS = {"ELFER_SOCKETS": "100000", "ELFER_TABLES": "1000000", "ELFER_UNLOAD": "3600", "ELFER_QUICK": "0.1"}
TICKS = os.sysconf("SC_CLK_TCK")
OPEN_AT_ONCE = 50


class Page:
    """A minimal client socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.key = secrets.token_urlsafe(32)
        self.latest = ""
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._numbers = 0
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for frame in self.socket:
            assert isinstance(frame, str)
            if frame.startswith('{"is":"update"'):
                self.latest = frame
                self.changed.set()
            elif frame.startswith(('{"is":"done"', '{"is":"refused"')):
                news = json.loads(frame)
                self._answers.pop(news["id"]).set_result(news)

    async def say(self, do: str, **fields: Any) -> dict[str, Any]:
        self._numbers += 1
        id = str(self._numbers)
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"do": do, "id": id, **fields}))
        news: dict[str, Any] = await answer
        if news["is"] == "refused":
            raise RuntimeError(f"refused: {news}")
        return news


class Match:
    """A table with four people who play at a given rate."""

    def __init__(self, pages: list[Page], seed: int) -> None:
        self.pages = pages
        self._rng = random.Random(seed)
        self.waits: list[float] = []

    async def begin(self) -> None:
        setup = {"game": "classic", "seats": SEATS, "rounds": 50}
        made = await self.pages[0].say("create", setup=setup, name="Ada", key=self.pages[0].key)
        for seat, page in enumerate(self.pages[1:], 1):
            await page.say("enter", table=made["table"], key=page.key)
            await page.say("sit", seat=seat, name=f"Ben {seat}")
        await self.pages[0].say("start")
        await asyncio.gather(*(page.changed.wait() for page in self.pages))
        self._table = made["table"]

    async def moves_to(self, pages: list[Page]) -> None:
        """Continue with new pages, as if each person had changed the device."""
        for page, other in zip(self.pages, pages, strict=True):
            await other.say("enter", table=self._table, key=page.key)
            await other.changed.wait()
        self.pages = pages

    async def play(self, until: float, every: float = 0.0) -> int:
        """Play until a time, at most one move in *every* seconds; the number of confirmed moves."""
        moves, due = 0, time.monotonic() + self._rng.random() * every
        at = -1
        while time.monotonic() < until:
            view = json.loads(self.pages[0].latest)
            awaited = view["awaited"]
            if view["at"] <= at or awaited == [-1]:
                if awaited == [-1] and view["at"] > at:
                    await asyncio.gather(*(page.say("ready") for page in self.pages))
                self.pages[0].changed.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.pages[0].changed.wait(), 0.5)
                continue
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += every
            page = self.pages[awaited[0]]
            seen = json.loads(page.latest)
            if seen["at"] != view["at"]:
                await asyncio.sleep(0)
                continue
            start = time.perf_counter()
            answer = await page.say("play", move=self._rng.choice(seen["view"]["moves"]), at=seen["at"])
            at = answer["at"] - 1
            self.waits.append(time.perf_counter() - start)
            moves += 1
        return moves


@contextlib.asynccontextmanager
async def pages(server: Server, count: int) -> AsyncIterator[list[Page]]:
    """A number of open sockets."""
    async with contextlib.AsyncExitStack() as stack:
        gate = asyncio.Semaphore(OPEN_AT_ONCE)

        async def one() -> Page:
            async with gate:
                url = f"ws://{server.address}/socket"
                return Page(
                    await stack.enter_async_context(connect(url, compression=None, ping_interval=None))
                )

        yield await asyncio.gather(*(one() for _ in range(count)))


def processor(server: Server) -> float:
    """Seconds of processor time of the server's own process, without its bots."""
    assert server.process
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(server: Server) -> int:
    """Resident memory of the server's own process, in KB."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def throughput(server: Server, tables: int, seconds: float, turns: int) -> dict[str, Any]:
    """Confirmed moves per second of the server's processor time, and the latency at half that rate."""
    async with pages(server, SEATS * tables) as opened:
        matches = [Match(opened[SEATS * i : SEATS * (i + 1)], i) for i in range(tables)]
        for match in matches:
            await match.begin()
        rates, walls = [], []
        for _ in range(turns):
            used, start = processor(server), time.monotonic()
            done = sum(await asyncio.gather(*(match.play(start + seconds) for match in matches)))
            rates.append(done / (processor(server) - used))
            walls.append(done / (time.monotonic() - start))
        half = median(rates) / 2
        for match in matches:
            match.waits.clear()
        start = time.monotonic()
        await asyncio.gather(*(match.play(start + seconds * turns, tables / half) for match in matches))
        waits = [wait * 1000 for match in matches for wait in match.waits]
        percents = quantiles(waits, n=100)
        return {
            "moves per CPU-second": spread(rates),
            "moves per second of this run": spread(walls),
            "asked moves per second": round(half),
            "answered moves per second": round(len(waits) / (seconds * turns)),
            "ack p50 ms": round(percents[49], 2),
            "ack p99 ms": round(percents[98], 2),
        }


async def footprint(server: Server, sockets: int, tables: int) -> dict[str, Any]:
    """Memory of an idle connection and of an idle table."""
    async with pages(server, 20):
        await asyncio.sleep(0.5)
    before = memory(server)
    async with pages(server, sockets):
        await asyncio.sleep(1)
        per_socket = (memory(server) - before) / sockets
    await open_tables(server, 50)
    before = memory(server)
    await open_tables(server, tables)
    per_table = (memory(server) - before) / tables
    return {"KB per idle connection": round(per_socket, 1), "KB per idle table": round(per_table, 1)}


async def open_tables(server: Server, count: int) -> None:
    """Empty tables that are still in memory."""
    setup = {"game": "classic", "seats": SEATS}
    bots = ["easy"] * (SEATS - 1)
    for _ in range(count):
        async with pages(server, 1) as (page,):
            await page.say("create", setup=setup, name="Ada", key=page.key, bots=bots, start=True)
            await asyncio.sleep(0.05)


async def lag(server: Server, port: int, tables: int, seconds: float) -> dict[str, Any]:
    """The lag of the server's event loop while experts think at many tables."""

    async def watch(page: Page) -> None:
        setup = {"game": "classic", "seats": SEATS, "pace": "quick", "rounds": 50}
        bots = ["expert"] * (SEATS - 1)
        await page.say("create", setup=setup, name="Ada", key=page.key, bots=bots, start=True)

    async with pages(server, tables) as opened:
        await asyncio.gather(*map(watch, opened))
        lags = []
        for _ in range(int(seconds / 0.5)):
            await asyncio.sleep(0.5)
            text = await asyncio.to_thread(fetch, f"http://127.0.0.1:{port}/metrics")
            lags.append(1000 * float(text.split("\nelfer_loop_lag_seconds ")[1].split()[0]))
    return {"loop lag ms while experts think": {"mean": round(mean(lags), 2), "max": round(max(lags), 2)}}


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return str(answer.read().decode())


async def appends(folder: Path, count: int) -> float:
    """Bare durable appends per second, all requested at once: the limit of disk and SQLite."""
    store = SqliteStore(folder)
    await store.create("bare", create(Setup(game="classic", seats=2), "Ada", "", ()))
    start = time.perf_counter()
    await asyncio.gather(*(store.append("bare", Played(n, 0, "R11")) for n in range(1, count + 1)))
    rate = count / (time.perf_counter() - start)
    store.close()
    return rate


def spread(values: list[float]) -> dict[str, int]:
    return {"median": round(median(values)), "low": round(min(values)), "high": round(max(values))}


async def measure(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    port = 20_000 + secrets.randbelow(10_000)
    figures: dict[str, Any] = {"durable appends per second": round(await appends(folder / "bare", 20_000))}
    with Server(folder / "data", "--pause", "0.05", "--metrics-port", str(port), **LIMITS) as server:
        figures |= await footprint(server, asked.sockets, asked.sockets // 4)
        figures |= await throughput(server, asked.tables, asked.seconds, asked.turns)
        figures |= await lag(server, port, 20, 6)
    load = [round(value, 2) for value in os.getloadavg()]
    return figures | {"tables": asked.tables, "machine": platform.machine(), "load": load}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(asked, Path(folder)))
    for name, value in figures.items():
        sys.stdout.write(f"{name:35} {value}\n")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
