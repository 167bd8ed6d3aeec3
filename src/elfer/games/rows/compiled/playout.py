"""Random play to the end: of one game, or of many on several cores."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from elfer.compiled.arrays import ints
from elfer.compiled.bits import count, nth
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.compiled.streams import key_of, stream
from elfer.core.options import configure, given
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.layout import DRAW, PASS, RNG, WINNER, Sheet
from elfer.games.rows.compiled.rules import below, deal, lays, may_rest, play, points, rest
from elfer.games.rows.rules import RowGame

FIGURES = 4
"""The number of columns before the points."""
GAMES_PER_BATCH = 1_000
"""Games that a thread takes at a time."""


@compiled
def random_move(game: IntArray, sheet: Sheet) -> int:
    """A uniformly random legal move."""
    return random_choice(game, sheet, may_rest(game))


@compiled
def random_choice(game: IntArray, sheet: Sheet, resting: bool) -> int:
    """A uniformly random lay, or to rest: if that is one of the choices, or there is no lay."""
    low, high = lays(game, sheet)
    few = count(low)
    cards = few + count(high)
    choices = cards + resting
    pick = below(game, choices) if choices > 1 else 0
    if pick == cards:
        return rest(game)
    half = int(pick >= few)
    return half << 6 | nth(high if half else low, pick - few * half)


@compiled
def playout(game: IntArray, sheet: Sheet, stock: IntArray) -> tuple[int, int, int]:
    """Play on to the end; the number of moves, of draws and of passes."""
    moves, draws, passes = 0, 0, 0
    while game[WINNER] < 0:
        move = random_move(game, sheet)
        play(game, sheet, stock, move)
        moves += 1
        draws += move == DRAW
        passes += move == PASS
    return moves, draws, passes


@compiled
def play_games(game: IntArray, sheet: Sheet, stock: IntArray, key: int, first: int, figures: Ints) -> None:
    """Deal and play games from index *first* on; a row each: winner, moves, draws, passes, points."""
    for i in range(len(figures)):
        game[RNG] = stream(key, first + i)
        deal(game, sheet, stock)
        figures[i][1], figures[i][2], figures[i][3] = playout(game, sheet, stock)
        figures[i][0] = game[WINNER]
        for seat in range(sheet.seats):
            figures[i][FIGURES + seat] = points(game, seat)


class RandomGames(NamedTuple):
    """The results of many games: an entry or a row for each."""

    winners: Ints
    points: Ints
    """A column per seat."""
    moves: Ints
    draws: Ints
    passes: Ints


def random_games(game: RowGame, seats: int, count: int, seed: int, threads: int | None = None) -> RandomGames:
    """Play *count* games at random; the same ones whatever the number of threads."""
    configure(type(game), given(game), seats)  # refuses a wrong number of seats
    sheet, key = sheet_of(game, seats), key_of(seed)
    figures = ints(count, FIGURES + seats)

    def play(first: int) -> None:
        array, stock = blank()
        play_games(array, sheet, stock, key, first, figures[first : first + GAMES_PER_BATCH])

    with ThreadPoolExecutor(threads or cores()) as pool:
        for _ in pool.map(play, range(0, count, GAMES_PER_BATCH)):
            pass
    winners, moves, draws, passes = figures[:, :FIGURES].T
    return RandomGames(winners, figures[:, FIGURES:], moves, draws, passes)


def cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
