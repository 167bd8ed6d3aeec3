"""Farben sammeln in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.cards import LETTERS
from elfer.core.texts import Words
from elfer.games.collect.state import View
from elfer.terminal.cards import chip, chips, count, label
from elfer.terminal.faces import Face
from elfer.terminal.layout import Columns, Rows, by_seat


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The four piles, the seats, and one's own hand with the sum of each colour."""
    yield Columns((), [_pile(number, pile, words) for number, pile in enumerate(view.piles, 1)])
    yield Text(f"  {words.say('table.collect_stock', count=view.stock)}\n", style="dim")
    yield _seats(view, words)
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            best = words.say("table.collect_best", count=max(_sum(hand, letter) for letter in LETTERS))
            yield Text.assemble("\n", (title, "bold"), "  ", (best, "dim"))
            yield from _hand(hand, words)
            if seat == view.seat == view.turn and view.taken:
                yield Text.assemble("+".rjust(14), chip(view.taken))


def _pile(number: int, pile: tuple[str, ...], words: Words) -> list[Text]:
    """The top card of a pile, and how many cards lie there."""
    name = Text("  " + words.say("table.collect_pile", number=number), style="bold")
    return [name, chip(pile[0]) if pile else Text(" –"), Text(count(len(pile), words), style="dim")]


def _seats(view: View, words: Words) -> Columns:
    """The number of cards of each seat, and those it took openly."""
    lines = []
    for seat, size in enumerate(view.sizes):
        known = view.known[seat] if view.hands[seat] is None else ()
        text = Text.assemble(words.say("table.collect_known"), " ", chips(known)) if known else Text()
        lines.append([Text(count(size, words)), text])
    return by_seat(words, () if view.over else (view.turn,), (), lines)


def _hand(hand: tuple[str, ...], words: Words) -> Iterator[Rows]:
    """A line for each colour: its cards and their sum."""
    for letter in LETTERS:
        if cards := [Text.assemble(chip(card), " ") for card in hand if card[0] == letter]:
            total = Text(f" = {_sum(hand, letter)}")
            yield Rows([(label(letter, words), [*cards, total])], name_again=False)


def _sum(hand: tuple[str, ...], letter: str) -> int:
    return sum(int(card[1:]) for card in hand if card[0] == letter)


def ask(view: View, words: Words) -> str:
    if view.phase == "take":
        return words.say("ask.collect_take", moves=view.moves)
    if view.phase == "put":
        key = "ask.collect_put" if all(view.piles) else "ask.collect_put_place"
        return words.say(key, card=view.taken, example=view.moves[0])
    return words.say("ask.collect_schluss" if "schluss" in view.moves else "ask.collect_end")


FACE = Face(draw, ask, ("stock", "end", "schluss"), "table.help_collect")
