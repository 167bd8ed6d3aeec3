"""Notes and tables of figures: as text, HTML, CSV and data frames."""

from __future__ import annotations

import csv
import io
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from elfer.core.refusals import BadInput
from elfer.core.texts import Words

if TYPE_CHECKING:
    from elfer.study.intervals import Mean

PLAIN, WARNING, REMARK = "plain", "warning", "remark"
WELL, BADLY = "well", "badly"
"""Marks of a share whose whole interval is above, or below, even."""
FRAMES = ("polars", "pandas")


class Note(NamedTuple):
    """A line of text above or below the tables."""

    text: str
    kind: str = PLAIN


class FigureTable(NamedTuple):
    """A table of text cells; the first columns name the row."""

    head: tuple[str, ...]
    """The column names; all empty for a table without a head."""
    rows: Sequence[tuple[str, ...]]
    names: int
    """The number of columns that name a row."""
    marks: Mapping[tuple[int, int], str] = {}
    """Marks of cells (`WELL`, `BADLY`) by row and column."""


def range_text(mean: Mean, words: Words) -> str:
    """The interval of a share in per cent."""
    if mean.low is None or mean.high is None:
        return "–"
    low, high = words.number(100 * mean.low, 2), words.number(100 * mean.high, 2)
    return words.say("simulate.range", low=low, high=high)


def mean_text(mean: Mean, words: Words) -> str:
    """A mean ± the longer side of its interval."""
    if mean.low is None or mean.high is None:
        return words.number(mean.value, 2)
    reach = max(mean.high - mean.value, mean.value - mean.low)
    return f"{words.number(mean.value, 2)} ± {words.number(reach, 2)}"


def share_text(wins: Mean | None, words: Words) -> str:
    """A share in per cent, with its interval in a second line."""
    if wins is None or wins.low is None or wins.high is None:
        return "–"
    value, low, high = (words.number(100 * share, 1) for share in (wins.value, wins.low, wins.high))
    return f"{value}\n{low}–{high}"


class Figures:
    """The output formats of a report or of standings."""

    columns: ClassVar[tuple[str, ...]]

    @abstractmethod
    def rows(self) -> Iterator[tuple[object, ...]]:
        """Each figure as a row of `columns`."""

    @abstractmethod
    def tables(self, words: Words) -> tuple[list[Note], list[FigureTable]]:
        """The notes and tables to show."""

    def __str__(self) -> str:
        """The figures as tables of text."""
        return as_text(*self.tables(Words("en")))

    def _repr_html_(self) -> str:
        """The figures as HTML, for a notebook."""
        return as_html(*self.tables(Words("en")))

    def to_csv(self) -> str:
        """The figures with their intervals as CSV, a row each."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows())
        return out.getvalue()

    def to_frame(self) -> Any:
        """A data frame of Polars, or else of pandas, with the rows and columns of `to_csv`."""
        return frame(self.columns, list(self.rows()))


def as_text(notes: Sequence[Note], tables: Sequence[FigureTable]) -> str:
    """Notes and tables as plain text."""
    return "\n\n".join(["\n".join(note.text for note in notes), *map(_text, tables)])


def _text(table: FigureTable) -> str:
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


def as_html(notes: Sequence[Note], tables: Sequence[FigureTable]) -> str:
    """Notes and tables as HTML."""
    return "".join([*(f"<div>{escape(note.text)}</div>" for note in notes), *map(_html, tables)])


def _html(table: FigureTable) -> str:
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
    """A data frame of the first installed library."""
    library = next((name for name in FRAMES if find_spec(name)), None)
    if library is None:
        raise BadInput("frame_missing")
    values = [[row[i] for row in rows] for i in range(len(columns))]
    return import_module(library).DataFrame(dict(zip(columns, values, strict=True)))
