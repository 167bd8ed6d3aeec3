"""The figures of a simulation or a tournament as lines and tables, for a terminal, a notebook or a prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from elfer.core.refusals import BadInput
from elfer.sheets import title

if TYPE_CHECKING:
    from elfer.core.texts import Words
    from elfer.study.intervals import Mean
    from elfer.study.report import Line, Report
    from elfer.study.standings import Standings

PLAIN, WARNING, REMARK = "plain", "warning", "remark"
WELL, BADLY = "well", "badly"
"""A share that is more, or less, than even with its whole interval."""
FRAMES = ("polars", "pandas")


class Note(NamedTuple):
    """A line beside the tables."""

    text: str
    kind: str = PLAIN


class Table(NamedTuple):
    """Cells of text; the first columns name what the others tell."""

    head: tuple[str, ...]
    """What the columns are called; all empty where that need not be said."""
    rows: Sequence[tuple[str, ...]]
    names: int
    """How many columns name a row."""
    marks: Mapping[tuple[int, int], str] = {}
    """Cells by row and column that are `WELL` or `BADLY`."""


# A simulation


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
            (*(named[name] for name in who), share, _range(line.wins, words), mean_said(line.points, words))
        )
    return Table(head, rows, len(who))


def _range(mean: Mean, words: Words) -> str:
    if mean.low is None or mean.high is None:
        return "–"
    low, high = words.number(100 * mean.low, 2), words.number(100 * mean.high, 2)
    return words.say("simulate.range", low=low, high=high)


def mean_said(mean: Mean, words: Words) -> str:
    """A mean with how far its interval reaches, to its longer side."""
    if mean.low is None or mean.high is None:
        return words.number(mean.value, 2)
    reach = max(mean.high - mean.value, mean.value - mean.low)
    return f"{words.number(mean.value, 2)} ± {words.number(reach, 2)}"


# A tournament


def standings_notes(standings: Standings, words: Words) -> list[Note]:
    """What was played, and how."""
    contest = standings.contest
    name = title(contest.game, words.lang)
    counted = {
        "games": words.number(standings.games),
        "meetings": len(standings.meetings),
        "deals": words.number(contest.deals),
        "rounds": contest.swiss,
    }
    notes = [
        Note(words.say("tournament.head", title=name, seats=contest.seats, seed=contest.seed)),
        Note(words.say("tournament.swiss" if contest.swiss else "tournament.games", **counted)),
    ]
    if not standings.complete:
        said = words.say("tournament.stopped", games=counted["games"], asked=words.number(standings.asked))
        notes.append(Note(said, WARNING))
    ways = [meeting.played for meeting in standings.meetings]
    played = {way: ways.count(way) for way in ("compiled", "library")}
    return [*notes, Note(words.say("tournament.how", **played), REMARK)]


def standings_tables(standings: Standings, words: Words) -> tuple[list[Note], list[Table]]:
    """All that is said of a tournament."""
    even = words.number(100 / standings.contest.seats, 1)
    notes = [
        Note(words.say("tournament.note"), REMARK),
        Note(words.say("tournament.matrix", even=even), REMARK),
    ]
    tables = [_ratings(standings, words), _matrix(standings, words)]
    return [*standings_notes(standings, words), *notes], tables


def _ratings(standings: Standings, words: Words) -> Table:
    names = ("bot", "score", "rating", "unsure")
    rows = []
    for place, rating in enumerate(standings.ratings, 1):
        score = words.say("simulate.percent", number=words.number(100 * rating.score, 1))
        strength, unsure = words.number(rating.mu, 2), words.number(rating.sigma, 2)
        rows.append((str(place), rating.bot, score, strength, unsure))
    return Table(("", *(words.say(f"tournament.{name}") for name in names)), rows, 2)


def _matrix(standings: Standings, words: Words) -> Table:
    """A row and a column for each bot, the strongest first."""
    bots, even = [rating.bot for rating in standings.ratings], 1 / standings.contest.seats
    rows: list[tuple[str, ...]] = []
    marks: dict[tuple[int, int], str] = {}
    for i, bot in enumerate(bots):
        found = [standings.wins(bot, other) for other in bots]
        rows.append((bot, *(share_said(wins, words) for wins in found)))
        marks |= {(i, j): mark for j, wins in enumerate(found, 1) if (mark := _mark(wins, even))}
    return Table(("", *bots), rows, 1, marks)


def share_said(wins: Mean | None, words: Words) -> str:
    """A share in per cent, and in a second line its interval."""
    if wins is None or wins.low is None or wins.high is None:
        return "–"
    value, low, high = (words.number(100 * share, 1) for share in (wins.value, wins.low, wins.high))
    return f"{value}\n{low}–{high}"


def _mark(wins: Mean | None, even: float) -> str:
    if wins is None or wins.low is None or wins.high is None:
        return ""
    return WELL if wins.low > even else BADLY if wins.high < even else ""


# As text, as HTML, as a data frame


def as_text(notes: Sequence[Note], tables: Sequence[Table]) -> str:
    """Notes and tables in plain letters."""
    return "\n\n".join(["\n".join(note.text for note in notes), *map(_text, tables)])


def _text(table: Table) -> str:
    lines = [table.head] if any(table.head) else []
    for row in table.rows:
        cells = [cell.split("\n") for cell in row]
        tall = max(map(len, cells))
        lines += [tuple(cell[i] if i < len(cell) else "" for cell in cells) for i in range(tall)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_aligned(line, widths, table.names) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int], names: int) -> str:
    cells = zip(line, widths, strict=True)
    padded = (cell.ljust(width) if i < names else cell.rjust(width) for i, (cell, width) in enumerate(cells))
    return "  ".join(padded).rstrip()


def as_html(notes: Sequence[Note], tables: Sequence[Table]) -> str:
    """Notes and tables for a page."""
    return "".join([*(f"<div>{escape(note.text)}</div>" for note in notes), *map(_html, tables)])


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    tags = ["th"] * table.names + ["td"] * (len(table.head) - table.names)
    rows = (
        "".join(f"<{tag}>{_cell(cell)}</{tag}>" for tag, cell in zip(tags, row, strict=True))
        for row in table.rows
    )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    top = f"<thead><tr>{head}</tr></thead>" if any(table.head) else ""
    return f"<table>{top}<tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def frame(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Any:
    """A data frame of the first library for them that is installed."""
    library = next((name for name in FRAMES if find_spec(name)), None)
    if library is None:
        raise BadInput("frame_missing")
    values = [[row[i] for row in rows] for i in range(len(columns))]
    return import_module(library).DataFrame(dict(zip(columns, values, strict=True)))
