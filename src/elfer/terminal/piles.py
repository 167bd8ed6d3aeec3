"""Single cards and per-seat lines, for games without rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from elfer.core.cards import LETTERS, SYMBOLS
from elfer.core.texts import Words
from elfer.terminal.cards import STYLES
from elfer.terminal.layout import Flow

WIDEST = 1000
"""Wider than any line."""
UNKNOWN = Text(" ?? ", style="dim reverse")


def chip(card: str | None) -> Text:
    """A card as symbol and number, five columns wide; `??` if hidden."""
    if card is None:
        return UNKNOWN
    text = f" {SYMBOLS[LETTERS.index(card[0])]}{card[1:]:>2} "
    return Text(text.replace(" ", "\N{NO-BREAK SPACE}"), style=STYLES[card[0]])


def chips(cards: Iterable[str | None]) -> Text:
    """Cards side by side."""
    return Text(" ").join(chip(card) for card in cards)


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
