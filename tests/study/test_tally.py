"""Exact sums over many games."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from elfer.study.tally import SHARES_PER_WIN, Sums, Tally

ROWS = np.array(
    [
        # winners, reason, moves, draws, passes, the points of three seats
        [0b001, 0, 10, 2, 1, 0, -5, -6],
        [0b010, 0, 11, 3, 0, -7, 0, -9],
        [0b110, 0, 12, 4, 0, -8, 0, 0],
        [0b111, 0, 10, 2, 1, 1, 1, 1],
        [0b100, 0, 14, 2, 1, 0, 2, 7],
        [0b001, 0, 15, 2, 1, 9, -5, 8],
    ]
)


def test_games_are_added_up_by_seat() -> None:
    tally = Tally.of(ROWS, 3, 1)
    assert (tally.deals, tally.games) == (6, 6)
    assert tally.bots == tally.seats
    assert [side.shares.total for side in tally.seats] == [140, 110, 110]
    assert tally.seats[1].points == Sums(-7, 25 + 1 + 4 + 25, {-5: 2, 0: 2, 1: 1, 2: 1})
    assert tally.length == Sums(72, 886, {10: 2, 11: 1, 12: 1, 14: 1, 15: 1})
    assert (tally.draws.total, tally.passes.total) == (15, 4)


def test_bots_move_on_by_one_seat_with_each_turn() -> None:
    tally = Tally.of(ROWS, 3, 3)
    assert (tally.deals, tally.games) == (2, 6)
    first = (
        [ROWS[turn, 5 + turn % 3] for turn in range(3)],
        [ROWS[3 + turn, 5 + turn % 3] for turn in range(3)],
    )
    assert tally.bots[0].points.total == sum(first[0]) + sum(first[1])
    assert tally.bots[0].points.squares == sum(first[0]) ** 2 + sum(first[1]) ** 2
    assert tally.bots[0].shares.total == 60 + 60 + 30 + 20 + 0 + 0
    assert sum(side.shares.total for side in tally.bots) == SHARES_PER_WIN * 6
    assert tally.seats[0].points.squares == 15**2 + 10**2


def test_parts_add_up_in_any_order() -> None:
    parts = [Tally.of(ROWS[:1], 3, 1), Tally.of(ROWS[1:3], 3, 1), Tally.none(3), Tally.of(ROWS[3:], 3, 1)]
    for a, b, c, d in permutations(parts):
        assert a + b + c + d == (a + b) + (c + d) == Tally.of(ROWS, 3, 1)


def test_values_far_apart_are_counted_too() -> None:
    values = np.array([[0], [10**9], [0], [-(10**9)]])
    assert Sums.of(values).counts == {0: 2, 10**9: 1, -(10**9): 1}
