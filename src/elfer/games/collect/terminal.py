"""Farben sammeln in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from elfer.core.cards import LETTERS
from elfer.core.texts import Words
from elfer.games.collect.state import View
from elfer.terminal.cards import count, label
from elfer.terminal.faces import Face
from elfer.terminal.piles import by_seat, chip, chips


def draw(view: View, words: Words) -> RenderableType:
    """The four piles, the seats, and the own hand with the sum of each colour."""
    parts: list[RenderableType] = [_piles(view, words), Text(), _seats(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            parts += [Text(), _title(title, hand, words), *_hand(hand, words)]
            if seat == view.seat == view.turn and view.taken:
                parts.append(Text.assemble("+".rjust(14), chip(view.taken)))
    return Group(*parts)


def _piles(view: View, words: Words) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    names = [words.say("table.collect_pile", number=number) for number in range(1, len(view.piles) + 1)]
    stock = words.say("table.collect_stock", count=view.stock)
    table.add_row(*(Text(f"  {name}", style="bold") for name in names), Text(stock, style="dim"))
    tops = (Text.assemble("  ", chip(pile[0]) if pile else Text(" –")) for pile in view.piles)
    table.add_row(*tops, "")
    sizes = (Text("  " + count(len(pile), words), style="dim") for pile in view.piles)
    table.add_row(*sizes, "")
    return table


def _seats(view: View, words: Words) -> Table:
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


def _hand(hand: tuple[str, ...], words: Words) -> list[Text]:
    """A line for each colour: its cards and their sum."""
    lines = []
    for letter in LETTERS:
        cards = [card for card in hand if card[0] == letter]
        if cards:
            lines.append(Text.assemble(label(letter, words), chips(cards), f"  = {_sum(hand, letter)}"))
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


FACE = Face(draw, ask, help="table.help_collect")
