"""Positions of Schwarzer Peter: what is not mentioned lies aside as pairs."""

from __future__ import annotations

from typing import Any

import elfer
from elfer.core.cards import parse_cards
from elfer.games.old_maid.state import DrewFrom, State
from elfer.match import AnyMatch

DECK = [f"{letter}{number}" for letter in "RB" for number in range(1, 21)]


def peter(*hands: str, aside: str = "R20", **keys: Any) -> AnyMatch:
    """A match from these hands; all other cards lie aside as pairs."""
    mentioned = {name for text in (*hands, aside) for name in parse_cards(text)}
    pairs = [" ".join(name for name in DECK if name not in mentioned), *[""] * (len(hands) - 1)]
    return elfer.load({"game": "old-maid", "hands": list(hands), "aside": aside, "pairs": pairs, **keys})


def state_of(match: AnyMatch) -> State:
    assert isinstance(match.state, State)
    return match.state


def draw(match: AnyMatch, card: str) -> DrewFrom:
    """The next draw, of this card: the place at which it is offered is tried out."""
    (seat,) = match.actors
    for move in match.moves(seat):
        _, (event, *_) = match.game.play(match.state, seat, move)
        assert isinstance(event, DrewFrom)
        if event.card == card:
            match.play(seat, move)
            return event
    raise AssertionError(f"{card} is not offered")
