"""The tables of a simulation or a tournament at the terminal: as a grid, or where it is narrow, as a list."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from elfer.study.tables import BADLY, PLAIN, REMARK, WARNING, WELL, Note, Table

WIDE = 10_000
"""More columns than any table needs."""
STYLES = {PLAIN: "", WARNING: "bold red", REMARK: "dim", WELL: "green", BADLY: "red", "": ""}


def show_notes(notes: Sequence[Note], console: Console) -> None:
    for note in notes:
        console.print(Text(note.text, style=STYLES[note.kind]))


def show_table(table: Table, console: Console) -> None:
    """A grid if the terminal has room for it, be it a tight one, else each row as a few lines."""
    for padding in (1, 0):
        grid = _grid(table, padding)
        if Measurement.get(console, console.options.update_width(WIDE), grid).maximum <= console.width:
            console.print(grid)
            return
    _show_list(table, console)


def _grid(table: Table, padding: int) -> Grid:
    grid = Grid(show_header=any(table.head), padding=(0, padding))
    for i, head in enumerate(table.head):
        grid.add_column(head, justify="left" if i < table.names else "right", no_wrap=True)
    for i, row in enumerate(table.rows):
        grid.add_row(*(Text(cell, style=STYLES[table.marks.get((i, j), "")]) for j, cell in enumerate(row)))
    return grid


def _show_list(table: Table, console: Console) -> None:
    """What names a row, and below it each cell behind its head."""
    heads = table.head[table.names :]
    for i, row in enumerate(table.rows):
        console.print(Text(" ".join(_named(table, row)), style="bold"))
        lines = Grid.grid(padding=(0, 2))
        for j, (head, cell) in enumerate(zip(heads, row[table.names :], strict=True), table.names):
            style = STYLES[table.marks.get((i, j), "")]
            if cell:
                lines.add_row(*([head] if head else []), Text(cell.replace("\n", "  "), style=style))
        console.print(Padding(lines, (0, 0, 0, 2), expand=False))


def _named(table: Table, row: Sequence[str]) -> list[str]:
    """The names of a row; one that is only a number has its head before it."""
    pairs = zip(table.head[: table.names], row, strict=False)
    return [f"{head} {cell}" if head and cell.isdecimal() else cell for head, cell in pairs]
