"""`elfer serve` with frequent deletion of old tables and small caches; SIGUSR1 frees and reports memory."""

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
"""The variable with the path of the file that reports the bytes in use."""
PLAIN = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1"}
"""Variables that make Python allocate with malloc, so that all memory is counted."""


class Heap(ctypes.Structure):
    """`struct mallinfo2` of the C library."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def in_use() -> int:
    """Bytes that are allocated."""
    library = ctypes.CDLL("libc.so.6")
    library.malloc_trim(0)
    library.mallinfo2.restype = Heap
    heap = library.mallinfo2()
    return int(heap.uordblks + heap.hblkhd)


def tidy(*_: object) -> None:
    """Clear caches, collect garbage, return free memory to the system, and report the rest."""
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
