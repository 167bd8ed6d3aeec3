"""The encoding of Schnipp Schnapp. Only the numbers of the cards matter, not their colours."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, deeds, marks, seat_amounts
from elfer.games.snap.rules import CALLS, CAP, Snap
from elfer.games.snap.state import CalledOut, Flipped, View

VERSION = 1
NUMBERS = tuple(str(i) for i in range(1, 21))


def actions(game: Snap, _seats: int) -> tuple[Move, ...]:
    return CALLS if game.together else ("reveal", *CALLS)


def longest(_game: Snap, seats: int) -> int:
    """Each seat may call once for each card, and after each call the order starts again. SNA-6, SNA-9"""
    return CAP * seats * (seats + 1)


def fields(game: Snap, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    cards = len(deck)
    return (
        field("tops", "The top card of each open pile.", NUMBERS),
        field("middle", "The top card of the middle.", NUMBERS),
        field("quartets", "The quartets each seat has laid aside.", NUMBERS),
        marks(
            "hand",
            "One's own cards, before the first card is turned up.",
            deck,
            lambda s: () if s.view.over else s.view.hands[s.seat] or (),
        ),
        *(_called(word, seats) for word in CALLS),
        field("called", "Who has called since the last card."),
        field("piles", "How many cards each open pile has.", cards),
        field("stacks", "How many cards each stack has.", cards),
        field("middle_size", "How many cards lie in the middle.", cards),
        field("turn", "Who turns up the next card; no seat if all do."),
        field("turned", "How many cards have been turned up.", CAP),
        deeds(seats, (Flipped, CalledOut)),
    )


def _called(word: str, seats: int) -> Field:
    about = f"Who has called {word} at this moment."
    return seat_amounts(word, about, seats, 1, lambda s: [(i, word) in s.view.calls for i in range(seats)])
