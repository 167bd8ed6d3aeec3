"""Zweikampf in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.duel.state import View
from elfer.terminal.cards import chips, count
from elfer.terminal.faces import Face
from elfer.terminal.layout import by_seat

SHOWN = 5
"""How many cards of a tie are shown; the earlier ones are left out."""


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The cards turned up, the stacks and what each seat has won."""
    heads = [words.say(f"table.duel_{name}") for name in ("open", "stack", "won")]
    lines = []
    for seat, cards in enumerate(view.open):
        shown = chips(cards[-SHOWN:]) if cards else Text("–")
        key = "table.duel_takes_own" if seat == view.seat else "table.duel_takes"
        takes = Text(words.say(key) if seat == view.taker else "")
        won = Text(count(len(view.won[seat]), words))
        lines.append([shown, Text(count(view.stacks[seat], words)), won, takes])
    yield by_seat(words, () if view.taker is None else (view.taker,), heads, lines)
    if view.open[0] and view.taker is None:
        key = "table.duel_undecided" if view.over else "table.duel_tie"
        yield Text("  " + words.say(key, count=2 * len(view.open[0])))
    if view.to_the_end and not view.over:
        yield Text("  " + words.say("table.duel_to_the_end", count=view.comparisons + 1), style="dim")


def ask(view: View, words: Words) -> str:
    return words.say("ask.duel_tie" if view.open[0] and view.taker is None else "ask.duel")


FACE = Face(draw, ask, ("reveal",), "table.help_moves", "reveal")
