"""Many random games at once, on as many cores as wished."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from elfer.compiled.arrays import ints
from elfer.compiled.decorator import Ints
from elfer.compiled.streams import key_of
from elfer.core.options import configure, given
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.playout import FIGURES, play_games
from elfer.games.rows.rules import RowGame

GAMES_PER_BATCH = 1_000
"""How many games a thread takes at a time."""


class Games(NamedTuple):
    """What became of many games: one entry, or one row, for each."""

    winners: Ints
    points: Ints
    """A column per seat."""
    moves: Ints
    draws: Ints
    passes: Ints


def random_games(game: RowGame, seats: int, count: int, seed: int, threads: int | None = None) -> Games:
    """Play *count* games at random; the same ones whatever the number of threads."""
    configure(type(game), given(game), seats)  # refuses a table that the game is not made for
    sheet, key = sheet_of(game, seats), key_of(seed)
    figures = ints(count, FIGURES + seats)

    def play(first: int) -> None:
        array, stock = blank()
        play_games(array, sheet, stock, key, first, figures[first : first + GAMES_PER_BATCH])

    with ThreadPoolExecutor(threads or cores()) as pool:
        for _ in pool.map(play, range(0, count, GAMES_PER_BATCH)):
            pass
    winners, moves, draws, passes = figures[:, :FIGURES].T
    return Games(winners, figures[:, FIGURES:], moves, draws, passes)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
