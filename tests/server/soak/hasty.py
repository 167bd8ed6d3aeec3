"""`elfer serve` in a hurry: it deletes old tables every few seconds, and tidies its memory at SIGUSR1.

What it remembers to be quick has a bound, here a low one: else a whole evening would not reach it.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import signal

from elfer.cli import main
from elfer.core import cards
from elfer.server import housekeeping, replays

SWEEP_SECONDS = 2.0
REMEMBERED_SETS = 500
REMEMBERED_MOVES = 1_000


def tidy(*_: object) -> None:
    """Collect garbage, and give back to the system what is free."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


if __name__ == "__main__":
    housekeeping.SWEEP_SECONDS = SWEEP_SECONDS
    cards.MOST_SETS = REMEMBERED_SETS
    replays.MAX_FILM_MOVES = REMEMBERED_MOVES
    signal.signal(signal.SIGUSR1, tidy)
    main()
