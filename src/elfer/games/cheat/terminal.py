"""Mogeln in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.cards import COLOURS, LETTERS
from elfer.core.game import Seat
from elfer.core.texts import Words
from elfer.games.cheat.state import View
from elfer.terminal.cards import chips, count, hand_lines, held
from elfer.terminal.faces import Face
from elfer.terminal.layout import Flow


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The pile, who holds how many cards as declared, what the seat has laid on the pile, and its hand."""
    yield _pile(view, words)
    yield _seats(view, words)
    if view.seat is not None and (own := view.laid[view.seat]):
        yield Text.assemble(words.say("table.cheat_laid"), " ", chips(own))
    if not view.over:
        yield Text(words.say("table.cheat_declared"), style="dim")
    for seat, hand in enumerate(view.hands):
        if hand:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            yield Text(f"\n{title}", style="bold")
            yield from hand_lines(hand, words, lambda card: held(card, _is_said(view, card), False))
    if any(_is_said(view, card) for hand in view.hands for card in hand or ()):
        yield Text(words.say("table.cheat_legend", number=view.says), style="dim")


def _pile(view: View, words: Words) -> Flow:
    parts = [words.say("table.cheat_no_pile")]
    if view.layer is not None:
        said = words.say("table.cheat_said", number=view.said, top=view.top, seat=view.layer)
        parts = [said, words.say("table.cheat_pile", cards=count(view.pile, words))]
    if view.out:
        parts.append(words.say("table.cheat_out", cards=count(view.out, words)))
    if view.colour:
        parts.append(words.say("table.cheat_colour", colour=view.colour))
    return Flow([Text(part) for part in parts], " · ")


def _seats(view: View, words: Words) -> Flow:
    """Who holds how many cards, with an arrow at those who are waited for."""
    awaited: tuple[Seat, ...] = () if view.over else view.asked or (view.turn,)
    said = [f"{words.who(seat)}: {count(size, words)}" for seat, size in enumerate(view.sizes)]
    return Flow([Text(f"▸ {text}", "bold") if s in awaited else Text(text) for s, text in enumerate(said)])


def _is_said(view: View, card: str) -> bool:
    """Whether the seat is to lay now, and a card is what it will have to say."""
    if view.seat != view.turn or view.asked or view.over:
        return False
    colour = COLOURS[LETTERS.index(card[0])]
    return int(card[1:]) == view.says and view.colour in (None, colour)


def ask(view: View, words: Words) -> str:
    if view.seat in view.asked:
        return words.say("ask.cheat_last", seat=view.layer, number=view.said)
    if view.seat != view.turn:
        return words.say("ask.cheat_doubt", number=view.said)
    key = "ask.cheat_lay_or_doubt" if "doubt" in view.moves else "ask.cheat_lay"
    return words.say(key, number=view.says, said=view.said)


FACE = Face(draw, ask, ("doubt", "accept"), "table.help_cheat")
