"""Notes and tables of figures, for a terminal, a notebook or a prompt, and as a data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from elfer.core.refusals import BadInput

if TYPE_CHECKING:
    from elfer.core.texts import Words
    from elfer.study.intervals import Mean

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


def range_said(mean: Mean, words: Words) -> str:
    """An interval of a share in per cent."""
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


def share_said(wins: Mean | None, words: Words) -> str:
    """A share in per cent, and in a second line its interval."""
    if wins is None or wins.low is None or wins.high is None:
        return "–"
    value, low, high = (words.number(100 * share, 1) for share in (wins.value, wins.low, wins.high))
    return f"{value}\n{low}–{high}"


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
