"""Many random games at once, on as many cores as wished."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from elfer.core.options import configure
from elfer.games import game_type
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.playout import FIGURES, play_games

Ints = npt.NDArray[np.int64]
BATCH = 1_000
"""How many games a thread takes at a time."""


class Games(NamedTuple):
    """What became of many games: one entry, or one row, for each."""

    winners: Ints
    points: Ints
    """A column per seat."""
    moves: Ints
    draws: Ints
    passes: Ints


def random_games(
    id: str, seats: int, count: int, seed: int, threads: int | None = None, **options: Any
) -> Games:
    """Play so many games at random; the same ones whatever the number of threads."""
    sheet, key = sheet_of(configure(game_type(id), options, seats), seats), key_of(seed)
    figures = np.zeros((count, FIGURES + seats), np.int64)

    def play(first: int) -> None:
        game, stock = blank()
        play_games(game, sheet, stock, key, first, figures[first : first + BATCH])

    with ThreadPoolExecutor(threads or cores()) as pool:
        for _ in pool.map(play, range(0, count, BATCH)):
            pass
    winners, moves, draws, passes = figures[:, :FIGURES].T
    return Games(winners, figures[:, FIGURES:], moves, draws, passes)


def key_of(seed: int) -> int:
    """A seed of any size as one word."""
    return int.from_bytes(blake2b(b"%d" % seed, digest_size=8).digest(), "big", signed=True)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
