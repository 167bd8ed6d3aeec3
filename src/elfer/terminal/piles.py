"""Single cards and what lies before each seat, for games in which cards do not lie in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from elfer.core.cards import LETTERS, SYMBOLS
from elfer.core.texts import Words
from elfer.terminal.cards import STYLES

UNKNOWN = Text(" ?? ", style="dim reverse")


def chip(card: str | None) -> Text:
    """A card by its symbol and number, five columns wide; `??` is one that is not seen."""
    if card is None:
        return UNKNOWN
    text = f" {SYMBOLS[LETTERS.index(card[0])]}{card[1:]:>2} "
    return Text(text.replace(" ", "\N{NO-BREAK SPACE}"), style=STYLES[card[0]])


def chips(cards: Iterable[str | None]) -> Text:
    """Cards side by side."""
    return Text(" ").join(chip(card) for card in cards)


def by_seat(
    words: Words, marked: Iterable[int], heads: Sequence[str], rows: Sequence[Sequence[Text]]
) -> Table:
    """A line for each seat, with an arrow at the marked ones."""
    table = Table.grid(padding=(0, 3, 0, 0))
    if heads:
        table.add_row("", *(Text(head, style="dim") for head in heads))
    marked = set(marked)
    for seat, cells in enumerate(rows):
        name = f"{'▸' if seat in marked else ' '} {words.who(seat)}"
        table.add_row(Text(name, style="bold" if seat in marked else ""), *cells)
    return table
