"""Exact sums over many games: whole numbers, so that the order of additions does not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, WINNERS

if TYPE_CHECKING:
    from elfer.compiled.decorator import Ints

SHARES_PER_WIN = 60
"""A victory is counted in sixtieths: one to six winners share it without remainder."""
WIDE = 100_000
"""The greatest range of values that is counted by `bincount`."""


class Sums(msgspec.Struct, frozen=True):
    """The sums of a figure: total, sum of squared deal totals, and the count of each value."""

    total: int
    squares: int
    counts: dict[int, int]

    @classmethod
    def of(cls, values: Ints) -> Sums:
        """The sums of an array with a row per deal and a column per game of it."""
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
    """The sums of a bot or of a seat."""

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
        """The sums of whole deals from a row per game; the turns of a deal follow each other."""
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
    """The count of each value."""
    least, most = int(values.min()), int(values.max())
    if most - least > WIDE:
        met, counts = np.unique(values, return_counts=True)
    else:  # much faster
        counts = np.bincount(values - least)
        met = np.flatnonzero(counts)
        met, counts = met + least, counts[met]
    return dict(zip(met.tolist(), counts.tolist(), strict=True))


def shares_of(winners: Ints, seats: int) -> Ints:
    """Each seat's share of the victories, in sixtieths."""
    won = winners[:, :, None] >> np.arange(seats) & 1
    return won * (SHARES_PER_WIN // np.bitwise_count(winners).astype(np.int64))[:, :, None]


def _moved(shares: Ints, points: Ints, entry: int) -> Side:
    """The sums of a bot, which moves on by one seat each turn."""
    turns, seats = shares.shape[1:]
    at = np.arange(turns), (entry + np.arange(turns)) % seats
    return Side(Sums.of(shares[:, at[0], at[1]]), Sums.of(points[:, at[0], at[1]]))
