"""Schwarzer Peter in the terminal: the neighbour's cards are numbered backs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType, group
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.old_maid.state import View
from elfer.terminal.cards import chip, count
from elfer.terminal.faces import Face
from elfer.terminal.layout import Flow, by_seat


@group()
def draw(view: View, words: Words) -> Iterator[RenderableType]:
    """The sizes and pairs of all seats, one's own hand, and the cards offered."""
    heads = [words.say(f"table.old_maid_{name}") for name in ("cards", "pairs")]
    lines = []
    for seat, size in enumerate(view.sizes):
        held = count(size, words) if size else _rid(view.places[seat], words)
        lines.append([Text(held), Text(" ".join(map(str, view.pairs[seat])))])
    yield by_seat(words, () if view.over else (view.turn,), heads, lines)
    for seat, hand in enumerate(view.hands):
        if hand:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            twins_together = sorted(hand, key=lambda card: (int(card[1:]), card))
            yield _line(f"{title}:", map(chip, twins_together))
    if view.over and view.aside:
        yield _line(words.say("table.old_maid_aside"), [chip(view.aside)])
    if view.moves:
        backs = (Text(f"[{move.split()[1]}]", style="bold") for move in view.moves)
        yield _line(words.say("table.old_maid_offer", source=view.source), backs)


def _rid(place: int, words: Words) -> str:
    how = words.say("table.old_maid_number", place=place) if place else words.say("table.old_maid_first")
    return f"{words.say('table.old_maid_place')} {how}"


def _line(title: str, shown: Iterable[Text]) -> Flow:
    return Flow([Text(f"  {title}", style="bold"), *shown], " ")


def ask(view: View, words: Words) -> str:
    return words.say("ask.old_maid", source=view.source, count=len(view.moves))


FACE = Face(draw, ask, help="table.help_old_maid")
