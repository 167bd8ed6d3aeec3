"""What a server's process holds: memory, files, tasks, threads, tables and what its database takes."""

from __future__ import annotations

import re
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.request import urlopen

from tests.server.people import Server

MOST_GROWTH = 1.05
"""How much more than at the start may be held at the end."""
TIDY_SECONDS = 60.0
"""How long a server may take to tidy its memory."""


@dataclass(frozen=True)
class Figures:
    """One look at a server."""

    memory: int
    """Bytes of the process in the machine's memory."""
    heap: int
    """Bytes of it that are in use; only known once it is tidied."""
    descriptors: int
    threads: int
    tasks: int
    tables: int
    """In memory."""
    sockets: int
    kept: int
    """Tables in the database, …"""
    used: int
    """… the bytes that they take there, …"""
    file: int
    """… and those of the file, free pages included."""


NAMES = tuple(field.name for field in fields(Figures))


def look(server: Server, metrics: int) -> Figures:
    """What a server holds now."""
    assert server.process
    process = Path(f"/proc/{server.process.pid}")
    status = dict(re.findall(r"^(\w+):\s+(\d+)", (process / "status").read_text(), re.MULTILINE))
    gauges = _gauges(metrics)
    kept, used, file = _database(server.data / "elfer.db")
    return Figures(
        memory=1024 * int(status["VmRSS"]),
        heap=0,
        descriptors=len(list((process / "fd").iterdir())),
        threads=int(status["Threads"]),
        tasks=gauges["elfer_tasks"],
        tables=gauges["elfer_tables"],
        sockets=gauges["elfer_sockets"],
        kept=kept,
        used=used,
        file=file,
    )


def tidied(server: Server, metrics: int, file: Path) -> Figures:
    """What a server holds once its memory is tidied, of which it tells in a file."""
    assert server.process
    file.unlink(missing_ok=True)
    server.process.send_signal(signal.SIGUSR1)
    end = time.monotonic() + TIDY_SECONDS
    while not (file.exists() and (told := file.read_text()).endswith("\n")):
        assert time.monotonic() < end, "the server does not tidy its memory"
        time.sleep(0.1)
    return replace(look(server, metrics), heap=int(told))


def _gauges(port: int) -> dict[str, int]:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        found = re.findall(r"^(elfer_\w+) ([\d.e+-]+)$", answer.read().decode(), re.MULTILINE)
    return {name: round(float(value)) for name, value in found}


def _database(file: Path) -> tuple[int, int, int]:
    """How many tables there are, the bytes they take, and those of the file."""
    with closing(sqlite3.connect(file, timeout=60)) as database:
        kept, pages, free, size = (
            database.execute(sql).fetchone()[0]
            for sql in (
                "SELECT count(*) FROM tables",
                "PRAGMA page_count",
                "PRAGMA freelist_count",
                "PRAGMA page_size",
            )
        )
    return kept, (pages - free) * size, pages * size


def too_much(name: str, start: int, end: int) -> bool:
    """Whether a figure has grown; one more of a few is none. A file keeps the room of its busiest hour."""
    return name != "file" and end > max(MOST_GROWTH * start, start + 1)
