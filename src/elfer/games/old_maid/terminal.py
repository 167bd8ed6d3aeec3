"""Schwarzer Peter in the terminal: the neighbour's cards are numbered backs."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.old_maid.state import View
from elfer.terminal.cards import count
from elfer.terminal.faces import Face
from elfer.terminal.piles import by_seat, chip, chips

WIDE = 10
"""How many cards of a hand are shown in a line."""


def draw(view: View, words: Words) -> RenderableType:
    """Who holds how many cards and has laid aside which pairs; the own hand; what is offered."""
    heads = [words.say(f"table.old_maid_{name}") for name in ("cards", "pairs")]
    lines = []
    for seat, size in enumerate(view.sizes):
        held = count(size, words) if size else _rid(view.places[seat], words)
        lines.append([Text(held), Text(" ".join(map(str, view.pairs[seat])))])
    parts: list[RenderableType] = [by_seat(words, () if view.over else (view.turn,), heads, lines)]
    for seat, hand in enumerate(view.hands):
        if hand:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            parts.append(_line(f"{title}:", _sorted(hand)))
    if view.over and view.aside:
        parts.append(_line(words.say("table.old_maid_aside"), chip(view.aside)))
    if view.moves:
        backs = " ".join(f"[{move.split()[1]}]" for move in view.moves)
        parts.append(_line(words.say("table.old_maid_offer", source=view.source), Text(backs, style="bold")))
    return Group(*parts)


def _rid(place: int, words: Words) -> str:
    """When a seat got rid of its cards."""
    how = words.say("table.old_maid_number", place=place) if place else words.say("table.old_maid_first")
    return f"{words.say('table.old_maid_place')} {how}"


def _line(title: str, shown: Text) -> Text:
    return Text.assemble((f"  {title} ", "bold"), shown)


def _sorted(hand: tuple[str, ...]) -> Text:
    """Cards by number, so that a twin is easy to find."""
    cards = [card for _, card in sorted((int(card[1:]), card) for card in hand)]
    return Text("\n   ").join(chips(cards[i : i + WIDE]) for i in range(0, len(cards), WIDE))


def ask(view: View, words: Words) -> str:
    return words.say("ask.old_maid", source=view.source, count=len(view.moves))


FACE = Face(draw, ask, help="table.help_old_maid")
