"""Exact sums over many games.

They are whole numbers, so parts can be added in any order and grouping and come to the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from elfer.compiled.many import DRAWS, LENGTH, PASSES, POINTS, WINNERS
from elfer.study.plan import SHARES_PER_WIN

if TYPE_CHECKING:
    from elfer.compiled.decorator import Ints

WIDE = 100_000
"""Values further apart than this are sorted to be counted."""


class Sums(msgspec.Struct, frozen=True):
    """A figure added up: over all games, the squares of each deal's sum, and how often each value was met."""

    total: int
    squares: int
    counts: dict[int, int]

    @classmethod
    def of(cls, values: Ints) -> Sums:
        """The sums of a figure: a row for each deal, with a column for each game of it."""
        if not values.size:
            return cls(0, 0, {})
        sums = values.sum(1)
        return cls(int(sums.sum()), int((sums * sums).sum()), _counted(values.ravel()))

    def __add__(self, other: Sums) -> Sums:
        counts = self.counts.copy()
        for value, count in other.counts.items():
            counts[value] = counts.get(value, 0) + count
        return Sums(self.total + other.total, self.squares + other.squares, counts)


class Side(msgspec.Struct, frozen=True):
    """The sums of one bot, or of one seat."""

    shares: Sums
    points: Sums

    def __add__(self, other: Side) -> Side:
        return Side(self.shares + other.shares, self.points + other.points)


class Tally(msgspec.Struct, frozen=True):
    """The sums of some deals."""

    deals: int
    games: int
    bots: tuple[Side, ...]
    seats: tuple[Side, ...]
    length: Sums
    draws: Sums
    passes: Sums

    def __repr__(self) -> str:
        return f"<Tally: {self.deals:,} deals, {self.games:,} games>"

    @classmethod
    def none(cls, seats: int) -> Tally:
        """The sums of no deals."""
        return cls.of(np.zeros((0, POINTS + seats), np.int64), seats, 1)

    @classmethod
    def of(cls, rows: Ints, seats: int, turns: int) -> Tally:
        """The sums of whole deals: a row for each game as in `compiled.many`, a deal's turns together."""
        games = rows.reshape(-1, turns, POINTS + seats)
        shares, points = shares_of(games[:, :, WINNERS], seats), games[:, :, POINTS:]
        at_table = tuple(
            Side(Sums.of(shares[:, :, seat]), Sums.of(points[:, :, seat])) for seat in range(seats)
        )
        by_bot = at_table if turns == 1 else tuple(_moved(shares, points, entry) for entry in range(seats))
        overall = (Sums.of(games[:, :, column]) for column in (LENGTH, DRAWS, PASSES))
        return cls(len(games), len(rows), by_bot, at_table, *overall)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.games + other.games,
            tuple(a + b for a, b in zip(self.bots, other.bots, strict=True)),
            tuple(a + b for a, b in zip(self.seats, other.seats, strict=True)),
            self.length + other.length,
            self.draws + other.draws,
            self.passes + other.passes,
        )


def _counted(values: Ints) -> dict[int, int]:
    """How often each value occurs."""
    least, most = int(values.min()), int(values.max())
    if most - least > WIDE:
        met, counts = np.unique(values, return_counts=True)
    else:  # much quicker
        counts = np.bincount(values - least)
        met = np.flatnonzero(counts)
        met, counts = met + least, counts[met]
    return dict(zip(met.tolist(), counts.tolist(), strict=True))


def shares_of(winners: Ints, seats: int) -> Ints:
    """Each seat's part of the victories, in sixtieths."""
    won = winners[:, :, None] >> np.arange(seats) & 1
    return won * (SHARES_PER_WIN // np.bitwise_count(winners).astype(np.int64))[:, :, None]


def _moved(shares: Ints, points: Ints, entry: int) -> Side:
    """The sums of a bot, which has moved on by one seat with each turn."""
    turns, seats = shares.shape[1:]
    at = np.arange(turns), (entry + np.arange(turns)) % seats
    return Side(Sums.of(shares[:, at[0], at[1]]), Sums.of(points[:, at[0], at[1]]))
