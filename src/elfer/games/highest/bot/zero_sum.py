"""Games of two with one simultaneous choice each: what one wins the other loses."""

from __future__ import annotations

from collections.abc import Sequence

EPSILON = 1e-10
"""What counts as zero, with numbers around one."""
GREEDY_STEPS = 60
"""After these the first improving column is taken, which cannot go round in circles: Bland's rule."""


def equilibrium(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float]]:
    """The value of a square game with payoffs from 0 to 1 for the row player, and how often to play each row.

    Whatever the other does, whoever plays the rows this often gets the value on average.
    """
    size = len(payoffs)
    table = [[0.0] * (2 * size + 1) for _ in range(size + 1)]
    for i, row in enumerate(payoffs):
        for j, payoff in enumerate(row):
            table[i][j] = payoff
    shares = [0.0] * size
    return solve(table, [0] * size, shares, size), shares


def solve(table: list[list[float]], basis: list[int], shares: list[float], size: int) -> float:
    """The simplex method on a table with the payoffs in its corner; fills the shares, returns the value.

    Made of plain loops over anything with indices, so that it can be compiled for arrays too. The other
    player's linear program is solved, with one added to the payoffs to keep them positive: its prices are
    the shares.
    """
    last = 2 * size
    for i in range(size):
        for j in range(size):
            table[i][j] += 1.0
            table[i][size + j] = 0.0
        table[i][size + i] = 1.0
        table[i][last] = 1.0
        basis[i] = size + i
    for j in range(last + 1):
        table[size][j] = -1.0 if j < size else 0.0
    steps = 0
    while True:
        steps += 1
        column = -1
        lowest = -EPSILON
        for j in range(last):
            if table[size][j] < lowest:
                column = j
                if steps > GREEDY_STEPS:
                    break
                lowest = table[size][j]
        if column < 0:
            break
        row = -1
        bound = 0.0
        for i in range(size):
            if table[i][column] > EPSILON:
                ratio = table[i][last] / table[i][column]
                if row < 0 or ratio < bound or (ratio == bound and basis[i] < basis[row]):
                    row = i
                    bound = ratio
        pivot = table[row][column]
        for j in range(last + 1):
            table[row][j] /= pivot
        for i in range(size + 1):
            factor = table[i][column]
            if i != row and factor != 0.0:
                for j in range(last + 1):
                    table[i][j] -= factor * table[row][j]
        basis[row] = column
    total = table[size][last]
    for i in range(size):
        shares[i] = max(0.0, table[size][size + i] / total)
    return float(1.0 / total - 1.0)
