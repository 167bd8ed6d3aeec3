"""What many matches came to: the means with their 95 % intervals that follow from exact sums."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from elfer.core.game import Seat
from elfer.core.texts import Words
from elfer.sheets import title
from elfer.study.intervals import Mean, mean, share
from elfer.study.plan import SHARES_PER_WIN, Plan
from elfer.study.tables import REMARK, WARNING, Note, Table, as_html, as_text, frame, mean_said, range_said

if TYPE_CHECKING:
    from elfer.study.tally import Side, Sums, Tally

COLUMNS = ("figure", "entry", "bot", "seat", "value", "low", "high")
"""What is written of each figure."""


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

    def _mean(self, sums: Sums) -> Mean:
        """The mean over all games; its interval comes from the scatter between deals."""
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

    def __str__(self) -> str:
        """The figures as a table of text."""
        return as_text(*report_tables(self, Words("en")))

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return as_html(*report_tables(self, Words("en")))

    def to_frame(self) -> Any:
        """The figures as a data frame of Polars, or else of pandas, with the rows and columns of `to_csv`."""
        return frame(COLUMNS, self._rows())

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
        table.writerow(COLUMNS)
        table.writerows(self._rows())
        return out.getvalue()

    def _rows(self) -> list[tuple[object, ...]]:
        """Each figure as a row of `COLUMNS`."""
        return [
            (
                figure,
                line and line.entry,
                line and line.bot,
                line and line.seat,
                *msgspec.structs.astuple(mean),
            )
            for figure, line, mean in self._figures()
        ]

    def _figures(self) -> Iterator[tuple[str, Line | None, Mean]]:
        for line in (*self.bots, *(self.seats if self.plan.duplicate else ())):
            yield "wins", line, line.wins
            yield "points", line, line.points
        yield "length", None, self.length
        yield "draws", None, self.draws
        yield "passes", None, self.passes


def _sorted(sums: Sums) -> dict[str, int]:
    return {str(value): sums.counts[value] for value in sorted(sums.counts)}


# What is shown of it


def report_notes(report: Report, words: Words) -> list[Note]:
    """What was played, and how."""
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


def report_tables(report: Report, words: Words) -> tuple[list[Note], list[Table]]:
    """All that is said of a simulation."""
    tables = [_lines(report.bots, words, "bot")]
    if report.plan.duplicate:
        tables.append(_lines(report.seats, words, "seat"))
    overall = (("length", report.length), ("draws", report.draws), ("passes", report.passes))
    rows = [(words.say(f"simulate.{name}"), mean_said(mean, words)) for name, mean in overall if mean.value]
    return report_notes(report, words), [*tables, Table(("", ""), rows, 1)]


def _lines(lines: Sequence[Line], words: Words, first: str) -> Table:
    """One row per bot, or per seat; both are named where each bot has one seat."""
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
                range_said(line.wins, words),
                mean_said(line.points, words),
            )
        )
    return Table(head, rows, len(who))
