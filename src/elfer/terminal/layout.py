"""Lines of cards and names, wrapped between them in narrow terminals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from elfer.core.texts import Words

NARROW = 10
"""Columns of a name in a narrow terminal."""
INDENT = "    "
WIDEST = 1000
"""Wider than any line."""


class Rows:
    """Named rows of cells, split into blocks of columns where too wide."""

    def __init__(
        self,
        lines: Sequence[tuple[Text, Sequence[Text]]],
        *,
        heads: Sequence[Text] = (),
        name_again: bool = True,
    ) -> None:
        self.lines = lines
        self.heads = heads
        """Column headings of each block."""
        self.name_again = name_again
        """Whether every block repeats the names."""

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if all(name.cell_len + sum(cell.cell_len for cell in cells) <= width for name, cells in self.lines):
            yield from (Text.assemble(name, *cells) for name, cells in self.lines)
            return
        widest = max(cell.cell_len for _, cells in self.lines for cell in cells)
        count, fit = max(len(cells) for _, cells in self.lines), max(1, (width - NARROW) // widest)
        size = -(-count // -(-count // fit))
        for at in range(0, count, size):
            if self.heads:
                yield Text.assemble(" " * NARROW, *self.heads[at : at + size])
            for name, cells in self.lines:
                if cells[at : at + size]:
                    named = _cut(name) if self.name_again or not at else Text(" " * NARROW)
                    yield Text.assemble(named, *cells[at : at + size])


def _cut(name: Text) -> Text:
    """A name shortened to fit."""
    short = name.copy()
    short.rstrip()
    short.truncate(NARROW - 1)
    short.align("left", NARROW)
    return short


class Flow:
    """Wrap phrases, indenting continuation lines."""

    def __init__(self, phrases: Sequence[Text], gap: str = "  ") -> None:
        self.phrases = phrases
        self.gap = gap

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        line: list[Text] = []
        for phrase in self.phrases:
            if line and Text(self.gap).join([*line, phrase]).cell_len > options.max_width:
                yield Text(self.gap).join(line)
                line = []
                phrase = Text.assemble(INDENT, phrase)
            line.append(phrase)
        yield Text(self.gap).join(line)


class Columns:
    """A grid of cells; in a narrow terminal one block per row."""

    def __init__(self, heads: Sequence[str], rows: Sequence[Sequence[Text]]) -> None:
        self.heads = heads
        """Headings of the cells after the first."""
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table.grid(padding=(0, 3, 0, 0))
        if self.heads:
            table.add_row("", *(Text(head, style="dim") for head in self.heads))
        for row in self.rows:
            table.add_row(*row)
        if Measurement.get(console, options.update(width=WIDEST), table).maximum <= options.max_width:
            yield table
            return
        for name, *cells in self.rows:
            heads = [*self.heads, *([""] * len(cells))]
            named = [
                Text.assemble((head and f"{head} ", "dim"), cell)
                for head, cell in zip(heads, cells, strict=False)
            ]
            yield Flow([name, *(cell for cell in named if cell.plain.strip())])


def by_seat(
    words: Words, marked: Iterable[int], heads: Sequence[str], rows: Sequence[Sequence[Text]]
) -> Columns:
    """One line per seat, with an arrow at marked seats."""
    marked = set(marked)
    names = [
        Text(f"{'▸' if seat in marked else ' '} {words.who(seat)}", style="bold" if seat in marked else "")
        for seat in range(len(rows))
    ]
    return Columns(heads, [[name, *cells] for name, cells in zip(names, rows, strict=True)])
