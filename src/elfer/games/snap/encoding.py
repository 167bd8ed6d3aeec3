"""Schnipp Schnapp as numbers. Only the numbers of the cards matter, not their colours."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import (
    Field,
    Seen,
    amount,
    deeds,
    marks,
    number,
    one_seat,
    seat_amounts,
    seat_marks,
)
from elfer.games.snap.rules import CALLS, CAP, Snap
from elfer.games.snap.state import CalledOut, Flipped

VERSION = 1
NUMBERS = tuple(str(i) for i in range(1, 21))


def actions(game: Snap, _seats: int) -> tuple[Move, ...]:
    return CALLS if game.together else ("reveal", *CALLS)


def longest(_game: Snap, seats: int) -> int:
    """Each seat may call once for each card, and after each call all may be asked anew. SNA-6, SNA-9"""
    return CAP * seats * (seats + 1)


def fields(game: Snap, seats: int) -> tuple[Field, ...]:
    deck = game.deck(seats)
    cards = len(deck)
    return (
        seat_marks(
            "tops",
            "The top card of each open pile.",
            seats,
            NUMBERS,
            lambda s: list(map(number, s.view.tops)),
        ),
        marks("middle", "The top card of the middle.", NUMBERS, lambda s: number(s.view.middle)),
        seat_marks(
            "quartets",
            "The quartets each seat has laid aside.",
            seats,
            NUMBERS,
            lambda s: [map(str, numbers) for numbers in s.view.quartets],
        ),
        marks(
            "hand",
            "The own cards, before the first card is turned up.",
            deck,
            lambda s: () if s.view.over else s.view.hands[s.seat] or (),
        ),
        *(_called(word, seats) for word in CALLS),
        seat_amounts("called", "Who has called since the last card.", seats, 1, lambda s: s.view.called),
        seat_amounts("piles", "How many cards each open pile has.", seats, cards, lambda s: s.view.piles),
        seat_amounts("stacks", "How many cards each stack has.", seats, cards, lambda s: s.view.stacks),
        amount("middle_size", "How many cards lie in the middle.", cards, lambda s: s.view.middle_size),
        one_seat("turn", "Who turns up the next card; nobody if all do.", seats, lambda s: s.view.turn),
        amount("turned", "How many cards have been turned up.", CAP, lambda s: s.view.turned),
        deeds(seats, (Flipped, CalledOut)),
    )


def _called(word: str, seats: int) -> Field:
    def callers(seen: Seen) -> list[int]:
        return [(seat, word) in seen.view.calls for seat in range(seats)]

    return seat_amounts(word, f"Who has called {word} at this moment.", seats, 1, callers)
