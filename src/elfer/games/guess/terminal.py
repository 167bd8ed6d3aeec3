"""Ratefix in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.guess.state import View
from elfer.terminal.cards import chip, chips, count
from elfer.terminal.faces import Face
from elfer.terminal.layout import by_seat


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """What was turned up last, and for each seat its card, its guess and what it has won."""
    if view.last:
        taken = words.say("table.guess_taker", total=view.total, seat=view.taker)
        yield Text.assemble(words.say("table.guess_last"), chips(view.last), taken)
    heads = [words.say(f"table.guess_{name}") for name in ("card", "guess", "won")]
    lines = []
    for seat, won in enumerate(view.won):
        card = Text("–") if view.over else chip(view.cards[seat])
        guess = view.guesses[seat]
        lines.append([card, Text("–" if guess is None else str(guess)), Text(count(len(won), words))])
    yield by_seat(words, () if view.over else (view.turn,), heads, lines)
    if not view.over:
        yield Text("  " + words.say("table.guess_left", count=view.stacks[0]), style="dim")


def ask(view: View, words: Words) -> str:
    return words.say(
        "ask.guess", card=view.cards[view.turn], count=len(view.cards), low=view.low, high=view.high
    )


FACE = Face(draw, ask, help="table.help_guess")
