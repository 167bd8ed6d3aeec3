"""Überall anschließen in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.game import Move, Seat
from elfer.core.texts import Words
from elfer.games.connect.state import View, pile_of
from elfer.terminal.cards import chip, count
from elfer.terminal.faces import Face
from elfer.terminal.layout import Columns


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The middle, a line for each seat's pile and stack, and the card turned up."""
    middle = [Text("  " + words.say("table.connect_middle")), _pile(view.middle, view.middle_size, words)]
    rows = [[*middle, Text()], *(_seat(view, seat, words) for seat in range(len(view.stacks)))]
    yield Columns((), rows)
    if view.card:
        yield Text(f"\n  {words.say('table.connect_turned_up')} ", style="bold") + chip(view.card)


def _seat(view: View, seat: Seat, words: Words) -> list[Text]:
    """Who sits there, the open pile, and how many cards there are face down."""
    to_move = seat == view.turn and not view.over
    style = "bold" if to_move else ""
    name = ("▸ " if to_move else "  ") + words.who(seat)
    if view.ranks[seat]:
        stack = words.say("table.connect_out", rank=view.ranks[seat])
    else:
        stack = words.say("table.connect_stack", count=view.stacks[seat])
    pile = _pile(view.tops[seat], view.piles[seat], words)
    return [Text(name, style=style), pile, Text(stack, style=style)]


def _pile(top: str | None, size: int, words: Words) -> Text:
    """The top card of a pile, and how many cards it has."""
    if top is None:
        return Text(words.say("table.connect_empty"), style="dim")
    return Text.assemble(chip(top), f" {count(size, words)}")


def ask(view: View, words: Words) -> str:
    """What is expected of the seat; with `attention` it is not told where a card fits. CON-7"""
    if view.seat != view.turn:
        return words.say("ask.connect_stopp")
    if not view.card:
        return words.say("ask.connect_reveal_or_stopp" if "stopp" in view.moves else "ask.connect_reveal")
    if not view.middle:
        return words.say("ask.connect_first", card=view.card)
    if "own" in view.moves and len(view.moves) > 1:
        return words.say("ask.connect_say", card=view.card)
    key = "ask.connect_own" if view.moves == ("own",) else "ask.connect_place"
    return words.say(key, card=view.card, places=[_typed(move, words) for move in view.moves])


def _typed(move: Move, words: Words) -> str:
    """A move as one types it: the pile of a seat by its name."""
    return words.who(pile_of(move)) if move.startswith("pile ") else words.move(move)


FACE = Face(draw, ask, ("reveal", "middle", "pile", "own", "stopp"), "table.help_connect", enter="reveal")
