"""`elfer serve` in a hurry: it deletes old tables every few seconds, and tidies its memory at SIGUSR1.

Whatever it remembers only to be quick has a bound, which an evening may not reach: so that is forgotten, too.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
from pathlib import Path

from elfer.cli import main
from elfer.core import cards
from elfer.server import housekeeping, replays

SWEEP_SECONDS = 2.0
REMEMBERED_SETS = 500
REMEMBERED_MOVES = 1_000
FILE = "ELFER_SOAK_FILE"
"""The variable that says where it is told how many blocks of memory are in use."""


def tidy(*_: object) -> None:
    """Forget, collect garbage, give back to the system what is free, and tell what is left."""
    for name, module in list(sys.modules.items()):
        if name.startswith("elfer."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    Path(os.environ[FILE]).write_text(f"{sys.getallocatedblocks()}\n")


if __name__ == "__main__":
    housekeeping.SWEEP_SECONDS = SWEEP_SECONDS
    cards.MOST_SETS = REMEMBERED_SETS
    replays.MAX_FILM_MOVES = REMEMBERED_MOVES
    signal.signal(signal.SIGUSR1, tidy)
    main()
