"""What many matches came to: exact sums, and the means with their 95 % intervals that follow from them.

Sums are whole numbers, so parts can be added in any order and grouping and give the same report.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec

from elfer.core.game import Seat

SHARES_PER_WIN = 60
"""A victory is counted in sixtieths: one to six winners share it without remainder."""
Z = 1.959963984540054
"""The width of a 95 % interval, in standard deviations to either side."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be played. With `duplicate`, each deal is played once for every place of the bots."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """One entry per seat, from seat 0 on."""
    asked: int
    """How many games were asked for."""
    seed: int
    duplicate: bool
    rounds: int
    options: dict[str, object]

    @property
    def turns(self) -> int:
        """How often each deal is played, the bots one seat further every time."""
        return self.seats if self.duplicate else 1

    @property
    def deals(self) -> int:
        return -(-self.asked // self.turns)


class Outcome(msgspec.Struct, frozen=True):
    """One game: what each seat got, and how long it took."""

    turn: int
    """By how many seats the bots had moved on."""
    shares: tuple[int, ...]
    """Each seat's part of the victory, in sixtieths."""
    points: tuple[int, ...]
    length: int
    draws: int
    passes: int

    def of_bot(self, values: tuple[int, ...], entry: int) -> int:
        """What is listed by seat, for the bot of this entry."""
        return values[(entry + self.turn) % len(values)]


Deal = tuple[Outcome, ...]
"""The games of one deal: the unit whose scatter the intervals measure."""


class Sums(msgspec.Struct, frozen=True):
    """A figure added up: over all games, the squares of each deal's sum, and how often each value was met."""

    total: int
    squares: int
    counts: dict[int, int]

    @classmethod
    def of(cls, deals: Sequence[Sequence[int]]) -> Sums:
        sums = [sum(games) for games in deals]
        counts = Counter(value for games in deals for value in games)
        return cls(sum(sums), sum(one * one for one in sums), dict(counts))

    def __add__(self, other: Sums) -> Sums:
        counts = Counter(self.counts)
        counts.update(other.counts)
        return Sums(self.total + other.total, self.squares + other.squares, dict(counts))


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

    @classmethod
    def of(cls, deals: Sequence[Deal], seats: int) -> Tally:
        def side(at_table: bool, i: int) -> Side:
            def own(game: Outcome, values: tuple[int, ...]) -> int:
                return values[i] if at_table else game.of_bot(values, i)

            return Side(
                Sums.of([[own(game, game.shares) for game in deal] for deal in deals]),
                Sums.of([[own(game, game.points) for game in deal] for deal in deals]),
            )

        return cls(
            len(deals),
            sum(map(len, deals)),
            tuple(side(False, entry) for entry in range(seats)),
            tuple(side(True, seat) for seat in range(seats)),
            Sums.of([[game.length for game in deal] for deal in deals]),
            Sums.of([[game.draws for game in deal] for deal in deals]),
            Sums.of([[game.passes for game in deal] for deal in deals]),
        )

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
        found = {"plan": plan, "games": self.games, "deals": self.tally.deals, "complete": self.complete}
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
