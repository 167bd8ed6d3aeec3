"""Cards in the terminal: colours, symbols and marks that also work without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from elfer.core.cards import COLOURS, LETTERS, SYMBOLS
from elfer.core.texts import Words
from elfer.terminal.layout import Rows

STYLES = {
    "R": "#ffffff on #c8301f",
    "Y": "#1c1500 on #ffd23f",
    "G": "#04231a on #43b07c",
    "B": "#ffffff on #1d3f9e",
}
WIDTH = 15
"""Columns of a colour's symbol and name."""
SLOT = "▫"
UNKNOWN = Text(" ?? ", style="dim reverse")
INKS = {"R": "#e2513f", "Y": "#e0ac00", "G": "#43b07c", "B": "#5b82f0"}


def label(letter: str, words: Words, width: int = WIDTH) -> Text:
    """A colour's symbol and name."""
    colour = LETTERS.index(letter)
    return Text(
        f" {SYMBOLS[colour]} {words.colour(COLOURS[colour])}".ljust(width), style=f"bold {INKS[letter]}"
    )


def laid(card: str) -> Text:
    """A card on the table, three columns wide."""
    return Text(f"{card[1:]:>2} ", style=STYLES[card[0]])


def empty(ink: str, fits: bool) -> Text:
    """An empty field, three columns wide; a slot where a card fits."""
    return Text(f" {SLOT} ", style=f"bold {ink}") if fits else Text(" · ", style="dim")


def held(card: str, now: bool, soon: bool) -> Text:
    """A card in the hand, five columns wide: `[9]` fits now, `9'` after another one."""
    number, style = card[1:], INKS[card[0]]
    if now:
        return Text.assemble(" " * (2 - len(number)), (f"[{number}]", f"bold {STYLES[card[0]]}"), " ")
    if soon:
        return Text.assemble(" " * (3 - len(number)), (number, f"{style} underline"), ("' ", style))
    return Text(f"{number:>3}  ", style=style)


def chip(card: str | None) -> Text:
    """A card as symbol and number, five columns wide; `??` if hidden."""
    if card is None:
        return UNKNOWN
    text = f" {SYMBOLS[LETTERS.index(card[0])]}{card[1:]:>2} "
    return Text(text.replace(" ", "\N{NO-BREAK SPACE}"), style=STYLES[card[0]])


def chips(cards: Iterable[str | None]) -> Text:
    return Text(" ").join(chip(card) for card in cards)


def hand_lines(
    cards: Sequence[str],
    words: Words,
    mark: Callable[[str], Text],
    letters: Sequence[str] = LETTERS,
    width: int = WIDTH,
) -> list[RenderableType]:
    """One line per colour of the hand, each card drawn by *mark*."""
    rows = [(letter, [mark(card) for card in cards if card[0] == letter]) for letter in letters]
    return [
        Rows([(label(letter, words, width), marked)], name_again=False) for letter, marked in rows if marked
    ]


def count(number: int, words: Words) -> str:
    return words.say("table.cards", count=number)
