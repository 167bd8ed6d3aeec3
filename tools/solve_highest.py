"""Solves Die höchste Karte gewinnt for two seats: `python tools/solve_highest.py` writes the table of values.

From positions with one card each back to the deal, each position is a small zero-sum game that is solved
exactly. Then it prints the exploitability of the bot's strategy, which uses the rounded table. The result is
deterministic and takes half a minute.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from elfer.games.highest.bot import values, zero_sum
from elfer.games.highest.bot.values import CARDS, COUNTS, STEPS, variant, variants

FILE = Path(values.__file__).with_name("values.bin")
rank: Any = njit(values.rank)
for step in ("prepare", "entering", "leaving", "pivot"):
    setattr(zero_sum, step, njit(getattr(zero_sum, step)))
solve: Any = njit(zero_sum.solve)


@njit
def unrank(place: int, left: int, counts: Any) -> tuple[int, int]:
    """The word at this index, as the cards of both."""
    a = b = left
    mine = other = number = 0
    while a or b:
        only_mine = counts[a - 1][b][10 - number] if a else 0
        only_other = counts[a][b - 1][10 - number] if b else 0
        if place < only_mine or place >= only_mine + only_other:
            mine |= 1 << number
        if place >= only_mine:
            other |= 1 << number
            place -= only_mine if place < only_mine + only_other else only_mine + only_other
        a -= mine >> number & 1
        b -= other >> number & 1
        number += 1
    return mine, other


@njit
def fill(payoffs: Any, values: Any, mine: int, other: int, aside: int, ahead: int, counts: Any) -> None:
    """The payoffs of a position, from the values of its successors."""
    i = -1
    for a in range(11):
        if mine >> a & 1:
            i, j = i + 1, -1
            for b in range(11):
                if other >> b & 1:
                    j += 1
                    left = payoffs.shape[1] // 2 - 1
                    word = rank(mine & ~(1 << a), other & ~(1 << b), left, counts)
                    sign = (a > b) - (a < b)
                    payoffs[i, j] = values[word, 0 if sign else aside + 1, 11 + ahead + sign * (aside + 1)]


@njit
def level(left: int, exact: Any, known: Any, low: Any, counts: Any) -> tuple[Any, Any]:
    """The exact values of all words with *left* cards, and what the bot gets from its best opponent.

    *exact* and *low* are the same for one card less; *known* has the rounded values that the bot uses.
    """
    values = np.zeros((counts[left][left][11], 12, 23))
    worst = np.zeros(values.shape)
    table, truth = np.zeros((left + 1, 2 * left + 1)), np.zeros((left + 1, 2 * left + 1))
    basis, shares = np.zeros(left, np.int64), np.zeros(left)
    for word in range(len(values)):
        mine, other = unrank(word, left, counts)
        for aside in range(12 - left):
            for ahead in range(left + aside - 11, 12 - left - aside, 2):
                fill(table, exact, mine, other, aside, ahead, counts)
                values[word, aside, 11 + ahead] = solve(table, basis, shares, left)
                fill(table, known, mine, other, aside, ahead, counts)
                solve(table, basis, shares, left)
                fill(truth, low, mine, other, aside, ahead, counts)
                answers = np.array([np.sum(shares * truth[:left, j]) for j in range(left)])
                worst[word, aside, 11 + ahead] = answers.min()
    return values, worst


def packed(values: Any, left: int) -> bytes:
    """The rounded values in the order of the table, for leads of 0 or more."""
    found = np.zeros((len(values), variants(left)), np.uint8)
    for aside in range(CARDS - left + 1):
        for ahead in range((CARDS - left - aside) % 2, CARDS - left - aside + 1, 2):
            found[:, variant(left, aside, ahead)] = np.round(values[:, aside, CARDS + ahead] * STEPS)
    return found.tobytes()


def main() -> None:
    """Solve, write the table, and print the exploitability of the strategy made from it."""
    counts = np.array(COUNTS)
    ahead = np.arange(-CARDS, CARDS + 1)
    exact = np.broadcast_to(np.where(ahead > 0, 1.0, np.where(ahead == 0, 0.5, 0.0)), (1, 12, 23)).copy()
    known = low = exact
    raw = b""
    for left in range(1, CARDS + 1):
        exact, low = level(left, exact, known, low, counts)
        known = np.round(exact * STEPS) / STEPS
        raw += packed(exact, left) if left < CARDS else b""
    print(f"the best opponent wins {1 - low[0, 0, CARDS]:.4f} of the rounds")
    FILE.write_bytes(zlib.compress(raw, 9))
    print(f"{FILE.name}: {FILE.stat().st_size} bytes, {len(raw)} positions")


if __name__ == "__main__":
    main()
