"""The encoding of Zweikampf."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, amount, number, seat_marks
from elfer.games.duel.rules import CAP, Duel
from elfer.games.duel.state import View

VERSION = 1
NUMBERS = tuple(str(i) for i in range(1, 21))


def actions(_game: Duel, _seats: int) -> tuple[Move, ...]:
    return ("reveal",)


def longest(game: Duel, seats: int) -> int:
    """DUE-3, DUE-4"""
    return CAP if game.to_the_end else len(game.deck(seats)) // 2


def fields(game: Duel, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    cards = len(deck)
    return (
        seat_marks(
            "last",
            "The card each seat turned up last.",
            seats,
            NUMBERS,
            lambda s: [number(pile[-1]) if pile else None for pile in s.view.open],
        ),
        field("won", "The cards each seat has won and not turned over.", deck),
        field("taker", "Who has won the cards turned up."),
        amount("open", "How many cards of each seat lie open.", cards, lambda s: len(s.view.open[0])),
        field("stacks", "How many cards each stack has.", cards),
        field("comparisons", "How many comparisons there were.", CAP),
    )
