"""Farben sammeln in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.cards import LETTERS
from elfer.core.texts import Words
from elfer.games.collect.state import View
from elfer.terminal.cards import chip, chips, count, label
from elfer.terminal.faces import Face
from elfer.terminal.layout import Columns, Rows, by_seat


def draw(view: View, words: Words) -> RenderableType:
    """The four piles, the seats, and one's own hand with the sum of each colour."""
    parts: list[RenderableType] = [_piles(view, words), Text(), _seats(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            parts += [Text(), _title(title, hand, words), *_hand(hand, words)]
            if seat == view.seat == view.turn and view.taken:
                parts.append(Text.assemble("+".rjust(14), chip(view.taken)))
    return Group(*parts)


def _piles(view: View, words: Words) -> Group:
    """The top card of each pile, and how many cards lie there and in the stock."""
    rows = []
    for number, pile in enumerate(view.piles, 1):
        name = Text("  " + words.say("table.collect_pile", number=number), style="bold")
        rows.append([name, chip(pile[0]) if pile else Text(" –"), Text(count(len(pile), words), style="dim")])
    stock = Text("  " + words.say("table.collect_stock", count=view.stock), style="dim")
    return Group(Columns((), rows), stock)


def _seats(view: View, words: Words) -> Columns:
    """How many cards each seat has, and those that everybody has seen it take."""
    lines = []
    for seat, size in enumerate(view.sizes):
        known = view.known[seat] if view.hands[seat] is None else ()
        text = Text.assemble(words.say("table.collect_known"), " ", chips(known)) if known else Text()
        lines.append([Text(count(size, words)), text])
    return by_seat(words, () if view.over else (view.turn,), (), lines)


def _title(title: str, hand: tuple[str, ...], words: Words) -> Text:
    best = max(_sum(hand, letter) for letter in LETTERS)
    return Text.assemble((title, "bold"), "  ", (words.say("table.collect_best", count=best), "dim"))


def _hand(hand: tuple[str, ...], words: Words) -> list[RenderableType]:
    """A line for each colour: its cards and their sum."""
    lines: list[RenderableType] = []
    for letter in LETTERS:
        cards = [Text.assemble(chip(card), " ") for card in hand if card[0] == letter]
        if cards:
            total = Text(f" = {_sum(hand, letter)}")
            lines.append(Rows([(label(letter, words), [*cards, total])], name_again=False))
    return lines


def _sum(hand: tuple[str, ...], letter: str) -> int:
    return sum(int(card[1:]) for card in hand if card[0] == letter)


def ask(view: View, words: Words) -> str:
    """What is to be done next: take, put down, or end."""
    if view.phase == "take":
        return words.say("ask.collect_take", moves=view.moves)
    if view.phase == "put":
        key = "ask.collect_put" if all(view.piles) else "ask.collect_put_place"
        return words.say(key, card=view.taken, example=view.moves[0])
    return words.say("ask.collect_schluss" if "schluss" in view.moves else "ask.collect_end")


FACE = Face(draw, ask, ("stock", "end", "schluss"), "table.help_collect")
