"""Die höchste Karte gewinnt in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.cards import LETTERS, SYMBOLS
from elfer.core.texts import Words
from elfer.games.highest.rules import NUMBERS
from elfer.games.highest.state import View
from elfer.terminal.cards import INKS, chip, chips, count
from elfer.terminal.faces import Face
from elfer.terminal.layout import by_seat


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The last trick, what lies aside, and for each seat its cards and what it has won."""
    key = "table.highest_done" if view.over else "table.highest_trick"
    yield Text(words.say(key, number=view.trick + 1), style="bold")
    if view.last:
        key = "table.highest_nobody" if view.taker is None else "table.highest_taker"
        what = words.say(key, seat=view.taker)
        yield Text.assemble(words.say("table.highest_last"), chips(view.last), " ", what)
    if view.aside:
        key = "table.highest_gone" if view.over else "table.highest_aside"
        yield Text(words.say(key, cards=count(len(view.aside), words)))
    lines = []
    for seat, won in enumerate(view.won):
        own = view.chosen[seat]
        laid = chip(own) if own else Text(words.say("table.highest_ready") if view.ready[seat] else "")
        lines.append([_hand(view, seat), Text(count(len(won), words)), laid])
    heads = ["", words.say("table.highest_won"), ""]
    missing = () if view.over else [seat for seat, ready in enumerate(view.ready) if not ready]
    yield Text()
    yield by_seat(words, missing, heads, lines)


def _hand(view: View, seat: int) -> Text:
    """The numbers 1 to 11, those no longer in the hand as a dot."""
    letter, hand = LETTERS[seat], view.hands[seat]
    line = Text(SYMBOLS[seat], style=f"bold {INKS[letter]}")
    for number in NUMBERS:
        there = f"{letter}{number}" in hand
        line += Text(f"{number:>3}" if there else "  ·", style=INKS[letter] if there else "dim")
    return line


def ask(view: View, words: Words) -> str:
    key = "ask.highest_aside" if view.aside else "ask.highest"
    return words.say(key, moves=view.moves, count=len(view.aside))


FACE = Face(draw, ask)
