"""Schnipp Schnapp in the terminal: one card at a time, and the person is asked after each."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.snap.state import View
from elfer.terminal.cards import chip, count, hand_lines, laid
from elfer.terminal.faces import Face
from elfer.terminal.layout import by_seat


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """Each seat's open pile, stack and quartets; the middle; the calls of this moment; the cards dealt."""
    heads = [words.say(f"table.snap_{name}") for name in ("open", "stack", "quartets")]
    lines = []
    for seat, stack in enumerate(view.stacks):
        out = not stack and not view.piles[seat]
        held = Text(words.say("table.snap_out") if out else count(stack, words))
        lines.append([_pile(view.tops[seat], view.piles[seat], words), held, _quartets(view, seat)])
    marked = () if view.turn is None or view.over else (view.turn,)
    middle = Text.assemble("  ", words.say("table.snap_middle"), " ")
    yield by_seat(words, marked, heads, lines)
    yield middle + _pile(view.middle, view.middle_size, words)
    if view.calls:
        said = ", ".join(f"{words.who(seat)} {word}" for seat, word in view.calls)
        yield Text(f"  {words.say('table.snap_calls')} {said}")
    if view.seat is not None and not view.turned:  # SNA-1
        yield Text(f"\n{words.say('table.snap_look')}", style="bold")
        yield from hand_lines(view.hands[view.seat] or (), words, laid)


def _pile(top: str | None, size: int, words: Words) -> Text:
    """The top card of a pile, and how many there are."""
    if top is None:
        return Text(words.say("table.snap_empty"), style="dim")
    return Text.assemble(chip(top), " ", (words.say("table.snap_of", count=size), "dim"))


def _quartets(view: View, seat: int) -> Text:
    numbers = view.quartets[seat]
    return Text(f"{len(numbers)}: {' '.join(map(str, numbers))}" if numbers else "–")


def ask(view: View, words: Words) -> str:
    calls = tuple(move for move in view.moves if move != "reveal")
    if "reveal" in view.moves:
        return words.say("ask.snap_reveal" if calls else "ask.snap_reveal_only")
    return words.say("ask.snap_call" if len(calls) > 1 else "ask.snap_out")


SHORT = {"a": "schnapp", "i": "schnipp"}
FACE = Face(draw, ask, ("reveal", *SHORT.values()), "table.help_snap", "reveal", SHORT)
