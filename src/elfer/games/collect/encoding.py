"""Farben sammeln as numbers."""

from __future__ import annotations

from elfer.core.events import Ended
from elfer.core.game import Move
from elfer.envs.fields import Field, amount, deeds, marks, one, one_seat, seat_amounts, seat_marks
from elfer.games.collect.rules import CAP, PILES, Collect
from elfer.games.collect.state import CardTaken, PutDown, SaidSchluss

VERSION = 1
PLACES = range(1, PILES + 1)


def actions(game: Collect, seats: int) -> tuple[Move, ...]:
    puts = (f"{card}>{place}" for card in game.deck(seats) for place in PLACES)
    return ("stock", *(f"pile {place}" for place in PLACES), *puts, "schluss", "end")


def longest(_game: Collect, seats: int) -> int:
    """A turn is to take, to put down, and to say something. COL-6"""
    return 3 * CAP * seats


def fields(game: Collect, seats: int) -> tuple[Field, ...]:
    deck = game.deck(seats)
    cards = len(deck)
    return (
        marks("hand", "The own cards.", deck, lambda s: s.view.hands[s.seat]),
        marks("taken", "The card taken this turn, where it was seen.", deck, lambda s: one(s.view.taken)),
        seat_marks(
            "known",
            "Cards that a seat took openly and still has.",
            seats,
            deck,
            lambda s: s.view.known,
            others=True,
        ),
        *(_pile(place, deck) for place in PLACES),
        seat_amounts("sizes", "How many cards each hand has.", seats, cards, lambda s: s.view.sizes),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        marks("phase", "What is to be done.", ("take", "put", "say"), lambda s: (s.view.phase,)),
        amount("stock", "How many cards the stock has.", cards, lambda s: s.view.stock),
        amount("turns", "How many turns have been played.", CAP * seats, lambda s: s.view.turns),
        deeds(seats, (CardTaken, PutDown, SaidSchluss, Ended)),
    )


def _pile(place: int, deck: tuple[str, ...]) -> Field:
    tops = tuple(f"top {card}" for card in deck)
    return marks(
        f"pile {place}",
        f"The cards of pile {place}, and which of them is on top.",
        (*deck, *tops),
        lambda s: (*s.view.piles[place - 1], *(f"top {card}" for card in s.view.piles[place - 1][:1])),
    )
