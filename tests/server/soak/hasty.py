"""`elfer serve` in a hurry: it deletes old tables every few seconds, and tidies its memory at SIGUSR1.

Whatever it remembers only to be quick has a bound, which an evening may not reach: so that is forgotten, too.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
from pathlib import Path

from elfer.cli import main
from elfer.core import cards
from elfer.server.sessions import replays
from elfer.server.upkeep import cleanup as housekeeping

SWEEP_SECONDS = 2.0
REMEMBERED_SETS = 500
REMEMBERED_MOVES = 1_000
FILE = "ELFER_SOAK_FILE"
"""The variable that says where it is told how many bytes of memory are in use."""
PLAIN = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1"}
"""Variables with which Python asks the system for memory piece by piece, so that all of it is counted."""


class Heap(ctypes.Structure):
    """What the system's library knows of memory: `struct mallinfo2`."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def in_use() -> int:
    """How many bytes were asked for and not given back."""
    library = ctypes.CDLL("libc.so.6")
    library.malloc_trim(0)
    library.mallinfo2.restype = Heap
    heap = library.mallinfo2()
    return int(heap.uordblks + heap.hblkhd)


def tidy(*_: object) -> None:
    """Forget, collect garbage, give back to the system what is free, and tell what is left."""
    for name, module in list(sys.modules.items()):
        if name.startswith("elfer."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
    gc.collect()
    Path(os.environ[FILE]).write_text(f"{in_use()}\n")


if __name__ == "__main__":
    housekeeping.SWEEP_SECONDS = SWEEP_SECONDS
    cards.MOST_SETS = REMEMBERED_SETS
    replays.MAX_CACHED_MOVES = REMEMBERED_MOVES
    signal.signal(signal.SIGUSR1, tidy)
    main()
