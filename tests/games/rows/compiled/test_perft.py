"""The engine counts what the library counts: how many ways there are to play n moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from elfer.compiled.decorator import Ints, compiled
from elfer.games.rows.compiled import MOVES, SIZE, Sheet, from_state, moves, play, sheet_of
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from tests.games.perft import deal, read
from tests.games.rows.compiled.variants import ROW_GAMES

CASES = [(id, *line) for id in ROW_GAMES for line in read(id)]


@compiled
def count_ways(
    games: Ints, sheet: Sheet, stock: Ints, found: Ints, sizes: Ints, tried: Ints, ways: Ints
) -> None:
    """Add the number of moves at every position of each depth; the first of *games* is the start."""
    depth = 0
    sizes[0] = ways[0] = moves(games[0], sheet, found[0])
    while depth >= 0:
        if tried[depth] == sizes[depth] or depth + 1 == len(ways):
            depth -= 1
            continue
        for i in range(SIZE):
            games[depth + 1, i] = games[depth, i]
        play(games[depth + 1], sheet, stock, found[depth, tried[depth]])
        tried[depth] += 1
        depth += 1
        sizes[depth] = moves(games[depth], sheet, found[depth])
        ways[depth] += sizes[depth]
        tried[depth] = 0


@pytest.mark.parametrize(("id", "seats", "seed", "options", "counts"), CASES, ids=str)
def test_perft(id: str, seats: int, seed: int, options: dict[str, Any], counts: list[int]) -> None:
    game, state = deal(id, seats, seed, options)
    assert isinstance(game, RowGame)
    assert isinstance(state, State)
    array, stock = from_state(game, state)
    depth = len(counts)
    games, found = np.zeros((depth, SIZE), np.int64), np.zeros((depth, MOVES), np.int64)
    games[0] = array
    sizes, tried, ways = np.zeros((3, depth), np.int64)
    count_ways(games, sheet_of(game, seats), stock, found, sizes, tried, ways)
    assert ways.tolist() == counts
