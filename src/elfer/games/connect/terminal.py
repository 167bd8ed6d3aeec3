"""Überall anschließen in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.game import Seat
from elfer.core.texts import Words
from elfer.games.connect.state import View
from elfer.terminal.cards import count
from elfer.terminal.faces import Face
from elfer.terminal.piles import chip

MOVES = ("reveal", "middle", "pile", "own", "stopp")


def draw(view: View, words: Words) -> RenderableType:
    """The middle, a line for each seat's pile and stack, and the card turned up."""
    middle = _line("  " + words.say("table.connect_middle"), view.middle, view.middle_size, words)
    parts: list[RenderableType] = [middle]
    parts += [_seat(view, seat, words) for seat in range(len(view.stacks))]
    if view.card:
        parts += [
            Text(),
            Text(f"  {words.say('table.connect_turned_up')} ", style="bold") + chip(view.card),
        ]
    return Group(*parts)


def _seat(view: View, seat: Seat, words: Words) -> Text:
    """The open pile of a seat, and how many cards it has face down."""
    to_move = seat == view.turn and not view.over
    title = ("▸ " if to_move else "  ") + words.say("table.connect_pile", seat=seat)
    line = _line(title, view.tops[seat], view.piles[seat], words)
    if view.ranks[seat]:
        stack = words.say("table.connect_out", rank=view.ranks[seat])
    else:
        stack = words.say("table.connect_stack", count=view.stacks[seat])
    line.append(stack.ljust(18) + words.who(seat))
    line.stylize("bold" if to_move else "")
    return line


def _line(title: str, top: str | None, size: int, words: Words) -> Text:
    """A pile: its name, its top card and how many cards it has."""
    line = Text(title.ljust(12))
    if top is None:
        line.append(words.say("table.connect_empty").ljust(18), style="dim")
    else:
        line += chip(top) + Text(f" {count(size, words)}".ljust(13))
    return line


def ask(view: View, words: Words) -> str:
    """What is expected of the seat; with `attention` it is not told where a card fits. CON-7"""
    if view.seat != view.turn:
        return words.say("ask.connect_stopp")
    if not view.card:
        return words.say("ask.connect_reveal_or_stopp" if "stopp" in view.moves else "ask.connect_reveal")
    if not view.middle:
        return words.say("ask.connect_first", card=view.card)
    if view.attention:
        return words.say("ask.connect_say", card=view.card)
    key = "ask.connect_own" if view.moves == ("own",) else "ask.connect_place"
    return words.say(key, card=view.card, moves=view.moves)


FACE = Face(draw, ask, MOVES, "table.help_connect")
