"""Zero-sum matrix games, solved by the simplex method.

With one added to every payoff, so that all are positive, the matrix A of a game has the value v where

    1 / v = max sum(y)  subject to  A y <= 1  and  y >= 0,

and the dual prices of this linear program, divided by their sum, are the row player's optimal strategy. The
tableau has a row for each constraint and the objective last; its columns are y, the slack variables and the
right-hand side. The functions are plain loops over anything with indices, so that they can be compiled for
arrays as well.
"""

from __future__ import annotations

from collections.abc import Sequence

EPSILON = 1e-10
"""What counts as zero, with numbers around one."""
GREEDY_STEPS = 60
"""After these, Bland's rule takes the first improving column, which cannot cycle."""

Tableau = list[list[float]]


def equilibrium(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float]]:
    """The value of a square game with payoffs from 0 to 1 for the row player, and the share of each row.

    The shares are optimal: they win at least the value on average against any opponent.
    """
    size = len(payoffs)
    table = [[0.0] * (2 * size + 1) for _ in range(size + 1)]
    for i, row in enumerate(payoffs):
        for j, payoff in enumerate(row):
            table[i][j] = payoff
    shares = [0.0] * size
    return solve(table, [0] * size, shares, size), shares


def solve(table: Tableau, basis: list[int], shares: list[float], size: int) -> float:
    """Solve a tableau with the payoffs in its corner; fills the shares and returns the value."""
    prepare(table, basis, size)
    steps = 0
    while True:
        column = entering(table, size, steps)
        if column < 0:
            break
        row = leaving(table, basis, size, column)
        pivot(table, size, row, column)
        basis[row] = column
        steps += 1
    total = table[size][2 * size]
    for i in range(size):
        shares[i] = max(0.0, table[size][size + i] / total)
    return float(1.0 / total - 1.0)


def prepare(table: Tableau, basis: list[int], size: int) -> None:
    """Shift the payoffs, add the slack variables, and write the objective."""
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


def entering(table: Tableau, size: int, steps: int) -> int:
    """The column that improves the objective most, later the first one that does; -1 at the optimum."""
    column, lowest = -1, -EPSILON
    for j in range(2 * size):
        if table[size][j] < lowest:
            column = j
            if steps >= GREEDY_STEPS:
                break
            lowest = table[size][j]
    return column


def leaving(table: Tableau, basis: list[int], size: int, column: int) -> int:
    """The row that bounds the column most tightly; of equals, that with the lowest basic variable."""
    row, bound = -1, 0.0
    for i in range(size):
        if table[i][column] > EPSILON:
            ratio = table[i][2 * size] / table[i][column]
            if row < 0 or ratio < bound or (ratio == bound and basis[i] < basis[row]):
                row, bound = i, ratio
    return row


def pivot(table: Tableau, size: int, row: int, column: int) -> None:
    """Scale the row to 1 in the column, and eliminate the column from all other rows."""
    scale = table[row][column]
    for j in range(2 * size + 1):
        table[row][j] /= scale
    for i in range(size + 1):
        factor = table[i][column]
        if i != row and factor != 0.0:
            for j in range(2 * size + 1):
                table[i][j] -= factor * table[row][j]
