"""The report of a simulation: means with 95 % intervals, from exact sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from elfer.core.game import Seat
from elfer.core.texts import Words
from elfer.sheets import title
from elfer.study.backends import Plan
from elfer.study.intervals import Mean, mean, share
from elfer.study.tables import REMARK, WARNING, Figures, FigureTable, Note, mean_text, range_text
from elfer.study.tally import SHARES_PER_WIN

if TYPE_CHECKING:
    from elfer.study.tally import Side, Sums, Tally


class ReportRow(msgspec.Struct, frozen=True):
    """The figures of a bot or of a seat; where bots rotate, a bot has no seat and a seat no bot."""

    entry: int | None
    """The number of the bot, from 1, in the order they were named."""
    bot: str | None
    seat: Seat | None
    wins: Mean
    points: Mean


class Report(msgspec.Struct, Figures, frozen=True):
    """The figures of a simulation; of the games played so far, if it was stopped."""

    columns: ClassVar[tuple[str, ...]] = ("figure", "entry", "bot", "seat", "value", "low", "high")

    plan: Plan
    tally: Tally
    played: str = "library"
    """The backend: `compiled` or `library`."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.tally.games

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.tally.deals == self.plan.deals

    @property
    def bots(self) -> tuple[ReportRow, ...]:
        """A row per bot, in the order they were named."""
        return tuple(
            self._line(entry, None if self.plan.duplicate else entry, side)
            for entry, side in enumerate(self.tally.bots)
        )

    @property
    def seats(self) -> tuple[ReportRow, ...]:
        """A row per seat."""
        return tuple(
            self._line(None if self.plan.duplicate else seat, seat, side)
            for seat, side in enumerate(self.tally.seats)
        )

    def _line(self, entry: int | None, seat: Seat | None, side: Side) -> ReportRow:
        number, bot = (None, None) if entry is None else (entry + 1, self.plan.bots[entry])
        return ReportRow(number, bot, seat, self._share(side.shares), self._mean(side.points))

    @property
    def length(self) -> Mean:
        """Moves of the seats per game."""
        return self._mean(self.tally.length)

    @property
    def draws(self) -> Mean:
        """Moves `draw` per game."""
        return self._mean(self.tally.draws)

    @property
    def passes(self) -> Mean:
        """Moves `pass` per game."""
        return self._mean(self.tally.passes)

    def _overall(self) -> dict[str, Mean]:
        return {"length": self.length, "draws": self.draws, "passes": self.passes}

    def _mean(self, sums: Sums) -> Mean:
        """The mean over all games; the interval comes from the variance between deals."""
        tally = self.tally
        return mean(
            tally.deals, sums.total, sums.squares, self.plan.turns, min(sums.counts), max(sums.counts)
        )

    def _share(self, sums: Sums) -> Mean:
        """A share of the victories."""
        return share(self.tally.deals, sums.total, sums.squares, self.plan.turns * SHARES_PER_WIN)

    def __repr__(self) -> str:
        wins = ", ".join(f"{line.bot or line.seat} {line.wins.value:.1%}" for line in self.bots)
        return f"<Report: {self.plan.game}, {self.games:,} games, {wins}>"

    def tables(self, words: Words) -> tuple[list[Note], list[FigureTable]]:
        tables = [_lines(self.bots, words, "bot")]
        if self.plan.duplicate:
            tables.append(_lines(self.seats, words, "seat"))
        overall = ((name, found) for name, found in self._overall().items() if found.value)
        rows = [(words.say(f"simulate.{name}"), mean_text(found, words)) for name, found in overall]
        return _notes(self, words), [*tables, FigureTable(("", ""), rows, 1)]

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain values, for JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(
            {
                "plan": self.plan,
                "played": self.played,
                "games": self.games,
                "deals": self.tally.deals,
                "complete": self.complete,
                "confidence": 0.95,
                "bots": self.bots,
                "seats": self.seats,
                **self._overall(),
                "counts": {
                    "length": _sorted(self.tally.length),
                    "points": [_sorted(side.points) for side in self.tally.bots],
                },
            }
        )
        return plain

    def rows(self) -> Iterator[tuple[object, ...]]:
        for line in (*self.bots, *(self.seats if self.plan.duplicate else ())):
            who = line.entry, line.bot, line.seat
            yield "wins", *who, *msgspec.structs.astuple(line.wins)
            yield "points", *who, *msgspec.structs.astuple(line.points)
        for name, found in self._overall().items():
            yield name, None, None, None, *msgspec.structs.astuple(found)


def _sorted(sums: Sums) -> dict[str, int]:
    return {str(value): sums.counts[value] for value in sorted(sums.counts)}


def _notes(report: Report, words: Words) -> list[Note]:
    """Notes on what was played, and by which backend."""
    plan = report.plan
    head = "simulate.head_rounds" if plan.rounds > 1 else "simulate.head"
    name = title(plan.game, words.lang)
    notes = [Note(words.say(head, title=name, seats=plan.seats, rounds=plan.rounds, seed=plan.seed))]
    games, deals = words.number(report.games), words.number(report.tally.deals)
    if plan.duplicate:
        notes.append(Note(words.say("simulate.deals", games=games, deals=deals, turns=plan.turns)))
    elif report.complete:
        notes.append(Note(words.say("simulate.games", games=games)))
    if not report.complete:
        asked = words.number(plan.deals * plan.turns)
        notes.append(Note(words.say("simulate.stopped", games=games, asked=asked), WARNING))
    how = "simulate.compiled" if report.played == "compiled" else "simulate.library"
    return [*notes, Note(words.say(how), REMARK)]


def _lines(lines: Sequence[ReportRow], words: Words, first: str) -> FigureTable:
    """A row per bot or per seat; both are named where each bot has one seat."""
    who = ["bot", "seat"] if lines[0].bot and lines[0].seat is not None else [first]
    head = tuple(words.say(f"simulate.{name}") for name in (*who, "wins", "interval", "points"))
    rows = []
    for line in lines:
        bot = str(line.bot) if line.seat is not None else f"{line.entry} {line.bot}"
        named = {"bot": bot, "seat": str(line.seat)}
        share = words.say("simulate.percent", number=words.number(100 * line.wins.value, 2))
        rows.append(
            (
                *(named[name] for name in who),
                share,
                range_text(line.wins, words),
                mean_text(line.points, words),
            )
        )
    return FigureTable(head, rows, len(who))
