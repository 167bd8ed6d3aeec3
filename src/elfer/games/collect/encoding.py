"""The encoding of Farben sammeln."""

from __future__ import annotations

from elfer.core.events import TurnEnded
from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, deeds, marks
from elfer.games.collect.rules import CAP, PILES, Collect
from elfer.games.collect.state import CardTaken, PutDown, SaidSchluss, View

VERSION = 1
PLACES = range(1, PILES + 1)


def actions(game: Collect, seats: int) -> tuple[Move, ...]:
    puts = (f"{card}>{place}" for card in game.deck(seats) for place in PLACES)
    return ("stock", *(f"pile {place}" for place in PLACES), *puts, "schluss", "end")


def longest(_game: Collect, seats: int) -> int:
    """A turn is to take, to put down, and to say something. COL-6"""
    return 3 * CAP * seats


def fields(game: Collect, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    cards = len(deck)
    return (
        field.own("hand", "One's own cards.", deck),
        field("taken", "The card taken this turn, where it was seen.", deck),
        field("known", "Cards that a seat took openly and still has.", deck, others=True),
        *(_pile(place, deck) for place in PLACES),
        field("sizes", "How many cards each hand has.", cards),
        field("turn", "Whose turn it is."),
        field("phase", "What is to be done.", ("take", "put", "say")),
        field("stock", "How many cards the stock has.", cards),
        field("turns", "How many turns have been played.", CAP * seats),
        deeds(seats, (CardTaken, PutDown, SaidSchluss, TurnEnded)),
    )


def _pile(place: int, deck: tuple[str, ...]) -> Field:
    tops = tuple(f"top {card}" for card in deck)
    return marks(
        f"pile {place}",
        f"The cards of pile {place}, and which of them is on top.",
        (*deck, *tops),
        lambda s: (*s.view.piles[place - 1], *(f"top {card}" for card in s.view.piles[place - 1][:1])),
    )
