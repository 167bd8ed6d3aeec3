"""The row games in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.rows.rules import RESTS
from elfer.games.rows.state import View
from elfer.terminal.cards import INKS, SLOT, empty, hand_lines, held, label, laid
from elfer.terminal.faces import Face
from elfer.terminal.layout import Flow, Rows


def draw(view: View, words: Words) -> RenderableType:
    """The table, the number of cards of each seat, and one's own hand."""
    low, high = view.numbers
    numbers = [Text(f"{number:>2} ", style="dim") for number in range(low, high + 1)]
    parts: list[RenderableType] = [Rows([_row(view, letter, words) for letter in view.rows], heads=numbers)]
    if view.opener:
        parts.append(Text(words.say("table.opens", number=view.opener), style="dim"))
    parts += [Text(), _seats(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            lines = hand_lines(hand, words, lambda card: held(card, card in view.moves, card in view.soon))
            parts += [Text(), Text(title, style="bold"), *lines]
    if view.seat is not None and not view.over:
        parts.append(Text(words.say("table.legend", slot=SLOT), style="dim"))
    return Group(*parts)


def _row(view: View, letter: str, words: Words) -> tuple[Text, list[Text]]:
    """One row of the table: its cards, and a slot where the next one goes."""
    cells = []
    low, high = view.numbers
    for number in range(low, high + 1):
        card = f"{letter}{number}"
        slot = empty(INKS[letter], card in view.fits and bool(view.table))
        cells.append(laid(card) if card in view.table else slot)
    return label(letter, words), cells


def _seats(view: View, words: Words) -> Flow:
    """How many cards each seat holds, with an arrow at the one to move."""
    line = [Text(words.say("table.cards_of"))]
    for seat, size in enumerate(view.sizes):
        text, turn = f"{words.who(seat)}: {size}", seat == view.turn and not view.over
        line.append(Text(f"▸ {text}", style="bold") if turn else Text(text))
    return Flow([*line, Text(words.say("table.stock_count", count=view.stock))])


def ask(view: View, words: Words) -> str:
    """The question to the seat to move."""
    cards = tuple(move for move in view.moves if move[0].isupper())
    if view.drawn:
        return words.say("ask.keep" if cards else "ask.keep_only", card=view.drawn)
    if not cards:
        return words.say(f"ask.{view.moves[0]}")
    if not view.table:
        return words.say("ask.start") if view.middle is None else words.say("ask.first", cards=cards)
    return words.say("ask.more" if "end" in view.moves else "ask.lay")


FACE = Face(draw, ask, RESTS)
