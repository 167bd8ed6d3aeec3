"""A disk that is full, fails or is slow, and a clock that is wrong, for a real server process."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import mmap
import os
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from tests.server.people import PATIENCE, Server

SOURCE = Path(__file__).with_name("faults.c")
WORDS = (
    "sync_error",
    "sync_times",
    "sync_delay_ms",
    "write_error",
    "read_error",
    "clock_days",
    "begun",
    "ended",
)
ALWAYS = -1


class Faults:
    """What a server's disk does wrong, by a library that it loads before the system's own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._library, control = folder / "faults.so", folder / "faults"
        command = ["cc", "-O1", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True, timeout=PATIENCE)
        control.write_bytes(bytes(4 * len(WORDS)))
        self.environment = {"LD_PRELOAD": str(self._library), "ELFER_FAULTS": str(control)}
        """What a server that is to have them must be started with."""
        with control.open("r+b") as file:
            self._words = mmap.mmap(file.fileno(), 0)

    def _set(self, **words: int) -> None:
        for name, value in words.items():
            struct.pack_into("i", self._words, 4 * WORDS.index(name), value)

    def _get(self, name: str) -> int:
        return int(struct.unpack_from("i", self._words, 4 * WORDS.index(name))[0])

    def fail_syncs(self, times: int = ALWAYS, delay: float = 0) -> None:
        """Let the next few attempts to make something durable fail, after some seconds."""
        self._set(sync_error=errno.EIO, sync_delay_ms=round(1000 * delay), sync_times=times)

    def slow_syncs(self, seconds: float, times: int = ALWAYS) -> None:
        """Delay the next few of them by some seconds; they succeed."""
        self._set(sync_error=0, sync_delay_ms=round(1000 * seconds), sync_times=times)

    def fail_reads(self) -> None:
        self._set(read_error=errno.EIO)

    def fill(self) -> None:
        """Let there be no space left."""
        self._set(write_error=errno.ENOSPC)

    def jump(self, days: int) -> None:
        """Set the clock forward."""
        self._set(clock_days=days)

    def mend(self) -> None:
        """Let all be well."""
        self._set(**{name: 0 for name in WORDS if name not in ("begun", "ended")})

    @property
    def saving(self) -> bool:
        """Whether something is being made durable at this moment."""
        return self._get("begun") > self._get("ended")

    async def is_saving(self, saving: bool = True) -> None:
        """Wait until something is being made durable, or no longer is."""
        async with asyncio.timeout(PATIENCE):
            while self.saving != saving:
                await asyncio.sleep(0.01)


class Disk(Protocol):
    """A disk that can be filled and emptied again."""

    folder: Path
    environment: dict[str, str]

    def fill(self) -> None: ...

    def mend(self) -> None: ...


class TinyDisk:
    """A real file system with room for little."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.environment = folder, dict[str, str]()
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096) if os.statvfs(self.folder).f_bfree < 256 else bytes(1 << 20))

    def mend(self) -> None:
        self._ballast.unlink(missing_ok=True)


class PretendedDisk:
    """The same where nothing may be mounted: writes fail as if there were no room."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._faults = Faults(folder.parent / "library")
        self.environment = self._faults.environment
        self.fill, self.mend = self._faults.fill, self._faults.mend


@contextlib.contextmanager
def tiny_disk(folder: Path) -> Iterator[Disk]:
    """A disk that fills: a tmpfs of its own where that may be mounted, else a pretended one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=32m,mode=0700", "elfer", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        folder.rmdir()
        yield PretendedDisk(folder)
        return
    try:
        yield TinyDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextlib.contextmanager
def faulty(folder: Path, *options: str) -> Iterator[tuple[Server, Faults]]:
    """A server whose disk does what it is told."""
    faults = Faults(folder / "library")
    with Server(folder / "data", "--pause", "0", *options, **faults.environment) as server:
        yield server, faults
