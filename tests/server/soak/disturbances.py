"""Disturbances of a soak test: killed bots, a stalled server, clients that never read or stay connected."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from pathlib import Path

from tests.server.people import new_key
from tests.server.raw import TEXT, frame, raw, raw_socket
from tests.server.soak.players import BROKEN, Evening

STALL_SECONDS = 0.5
SLOW_SECONDS = 15.0


def bot_processes(pid: int) -> list[int]:
    """The process ids of a server's bots."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def kill_bots(evening: Evening) -> None:
    """A bot's process dies now and then."""
    assert evening.server.process
    while not evening.over:
        await evening.pause(30)
        for process in bot_processes(evening.server.process.pid)[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                evening.did["a bot's process was killed"] += 1


async def stall(evening: Evening) -> None:
    """The whole server stands still for a moment now and then."""
    assert evening.server.process
    while not evening.over:
        await evening.pause(45)
        evening.server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STALL_SECONDS)
        evening.server.process.send_signal(signal.SIGCONT)
        evening.did["stalled"] += 1


async def never_read(evening: Evening) -> None:
    """Visitors who look on at a table and never read what they are told."""
    while not evening.over:
        await evening.pause(5)
        table = evening.rng.choice(list(evening.tables.values()) or [""])
        with contextlib.suppress(*BROKEN, asyncio.IncompleteReadError):
            async with raw_socket(evening.server, reads=False) as slow:
                enter = {"do": "enter", "id": "slow", "table": table, "key": new_key()}
                slow.say(frame(TEXT, json.dumps(enter).encode()))
                evening.did["did not read"] += 1
                await evening.pause(SLOW_SECONDS)


async def ask_for_pages(evening: Evening) -> None:
    """Visitors who fetch pages, some of whom stay connected for no reason."""
    while not evening.over:
        await evening.pause(1)
        path = evening.rng.choice(("/", "/api/games", "/api/rules/de/classic", "/favicon.ico", "/t/nowhere"))
        with contextlib.suppress(*BROKEN, asyncio.IncompleteReadError):
            async with raw(evening.server) as visitor:
                visitor.say(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                await visitor.hears(b"\r\n\r\n")
                evening.did["asked for a page"] += 1
                if evening.rng.random() < 0.2:
                    await evening.pause(10)


DISTURBANCES = (kill_bots, stall, never_read, never_read, ask_for_pages, ask_for_pages)
