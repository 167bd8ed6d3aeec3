"""Cards in the terminal: colours, symbols and marks that also work without colour."""

from __future__ import annotations

from rich.text import Text

from elfer.cards import COLOURS, LETTERS, SYMBOLS
from elfer.words import Words

STYLES = {
    "R": "#ffffff on #c8301f",
    "Y": "#1c1500 on #ffd23f",
    "G": "#04231a on #43b07c",
    "B": "#ffffff on #1d3f9e",
}
INKS = {"R": "#e2513f", "Y": "#e0ac00", "G": "#43b07c", "B": "#5b82f0"}


def label(letter: str, words: Words, width: int = 15) -> Text:
    """A colour's symbol and name."""
    colour = LETTERS.index(letter)
    return Text(
        f" {SYMBOLS[colour]} {words.colour(COLOURS[colour])}".ljust(width), style=f"bold {INKS[letter]}"
    )


def laid(card: str) -> Text:
    """A card on the table, three columns wide."""
    return Text(f"{card[1:]:>2} ", style=STYLES[card[0]])


def held(card: str, now: bool, soon: bool) -> Text:
    """A card in the hand, five columns wide: `[9]` fits now, `9'` after another one."""
    number, style = card[1:], INKS[card[0]]
    if now:
        return Text.assemble(" " * (2 - len(number)), (f"[{number}]", f"bold {STYLES[card[0]]}"), " ")
    if soon:
        return Text.assemble(" " * (3 - len(number)), (number, f"{style} underline"), ("' ", style))
    return Text(f"{number:>3}  ", style=style)


def count(number: int, words: Words) -> str:
    return words.say("table.card") if number == 1 else words.say("table.cards", count=number)
