"""What many matches came to: the means with their 95 % intervals that follow from exact sums."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from elfer.core.game import Seat
from elfer.study.plan import SHARES_PER_WIN, Plan

if TYPE_CHECKING:
    from elfer.study.tally import Side, Sums, Tally

Z = 1.959963984540054
"""The width of a 95 % interval, in standard deviations to either side."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, which is unknown after a single deal."""

    value: float
    low: float | None
    high: float | None


class Line(msgspec.Struct, frozen=True):
    """The figures of one bot, or of one seat; where they rotate, no bot has one seat and no seat one bot."""

    entry: int | None
    """Which of the bots, counted from 1 as they were named."""
    bot: str | None
    seat: Seat | None
    wins: Mean
    points: Mean


class Report(msgspec.Struct, frozen=True):
    """The figures of a simulation: of the games that were played, should it have been stopped."""

    plan: Plan
    tally: Tally
    played: str = "library"
    """How it was played: `compiled`, or move by move through the `library`."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def complete(self) -> bool:
        """Whether all games were played that were asked for."""
        return self.tally.deals == self.plan.deals

    @property
    def bots(self) -> tuple[Line, ...]:
        """One line per bot, in the order in which they were named."""
        return tuple(
            self._line(entry, None if self.plan.duplicate else entry, side)
            for entry, side in enumerate(self.tally.bots)
        )

    @property
    def seats(self) -> tuple[Line, ...]:
        """One line per seat, whoever sat there."""
        return tuple(
            self._line(None if self.plan.duplicate else seat, seat, side)
            for seat, side in enumerate(self.tally.seats)
        )

    def _line(self, entry: int | None, seat: Seat | None, side: Side) -> Line:
        number, bot = (None, None) if entry is None else (entry + 1, self.plan.bots[entry])
        return Line(number, bot, seat, self._share(side.shares), self._mean(side.points))

    @property
    def length(self) -> Mean:
        """Moves of the seats in a game."""
        return self._mean(self.tally.length)

    @property
    def draws(self) -> Mean:
        """Moves `draw` in a game."""
        return self._mean(self.tally.draws)

    @property
    def passes(self) -> Mean:
        """Moves `pass` in a game."""
        return self._mean(self.tally.passes)

    def _mean(self, sums: Sums, unit: int = 1) -> Mean:
        """The mean over all games; its interval comes from the scatter between deals."""
        deals, games = self.tally.deals, self.games
        value = sums.total / (games * unit)
        if deals < 2:
            return Mean(value, None, None)
        scatter = (deals * sums.squares - sums.total**2) / (deals - 1)
        half = _students(deals - 1) * sqrt(scatter) / (games * unit)
        return Mean(value, value - half, value + half)

    def _share(self, sums: Sums) -> Mean:
        """A share of the victories: Wilson's interval, or that of the deals where each is played again."""
        if self.plan.turns > 1:
            mean = self._mean(sums, SHARES_PER_WIN)
            if mean.low is None or mean.high is None:
                return mean
            return Mean(mean.value, max(0.0, mean.low), min(1.0, mean.high))
        games = self.games
        share = sums.total / (games * SHARES_PER_WIN)
        centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
        half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
        return Mean(share, max(0.0, centre - half), min(1.0, centre + half))

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain values, for JSON."""
        plan = self.plan
        overall = {"length": self.length, "draws": self.draws, "passes": self.passes}
        counts = {
            "length": _sorted(self.tally.length),
            "points": [_sorted(side.points) for side in self.tally.bots],
        }
        found = {"plan": plan, "played": self.played, "games": self.games, "deals": self.tally.deals}
        found["complete"] = self.complete
        figures = {"confidence": 0.95, "bots": self.bots, "seats": self.seats, **overall, "counts": counts}
        plain: dict[str, Any] = msgspec.to_builtins(found | figures)
        return plain

    def to_csv(self) -> str:
        """The figures with their intervals, one row each."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("figure", "entry", "bot", "seat", "value", "low", "high"))
        for figure, line, mean in self._figures():
            who = (line.entry, line.bot, line.seat) if line else (None, None, None)
            table.writerow((figure, *who, mean.value, mean.low, mean.high))
        return out.getvalue()

    def _figures(self) -> Iterator[tuple[str, Line | None, Mean]]:
        for line in (*self.bots, *(self.seats if self.plan.duplicate else ())):
            yield "wins", line, line.wins
            yield "points", line, line.points
        yield "length", None, self.length
        yield "draws", None, self.draws
        yield "passes", None, self.passes


def _sorted(sums: Sums) -> dict[str, int]:
    return {str(value): sums.counts[value] for value in sorted(sums.counts)}


def _students(freedom: int) -> float:
    """The width of a 95 % interval whose scatter was measured too: Student's t, by its series around Z."""
    z, n = Z, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third
