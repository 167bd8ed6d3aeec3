"""State, events and view of Farben sammeln."""

from __future__ import annotations

from elfer.core.cards import Card, Cards, Fields, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Farben sammeln."""

    turn: Seat
    hands: tuple[Cards, ...]
    piles: tuple[Pile, ...]
    """The four open piles, the top card of each first."""
    stock: Pile = ()
    known: tuple[Fields, ...] = ()
    """The cards of each hand that were taken openly."""
    taken: Card = 0
    """The card taken this turn, until one is put down; not part of the hand yet."""
    openly: bool = False
    """Whether it came from an open pile. COL-3"""
    put: bool = False
    """Whether a card has been put down this turn, so that *end* or *schluss* is to be said. COL-4"""
    closed: bool = False
    """Whether *schluss* has been said."""
    turns: int = 0
    """How many turns have been played to their end."""


class CardTaken(Event, frozen=True):
    """A seat has taken a card, from a pile or from the stock."""

    seat: Seat
    card: str | None
    pile: int | None

    def seen_by(self, seat: Seat | None) -> CardTaken:
        """What comes from the stock is seen by the taker alone. GEN-8"""
        return self if self.pile or seat == self.seat else CardTaken(self.seat, None, None)


class PutDown(Event, frozen=True):
    seat: Seat
    card: str
    pile: int

    @property
    def reversible(self) -> bool:
        return True


class SaidSchluss(Event, frozen=True):
    seat: Seat


class View(CoreView, frozen=True):
    """What a seat sees of Farben sammeln."""

    seat: Seat | None
    turn: Seat
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    known: tuple[tuple[str, ...], ...]
    """The cards of each hand that were taken openly."""
    sizes: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...]
    """The four open piles, the top card of each first."""
    stock: int
    phase: str
    """What is to be done: `take`, `put` or `say`."""
    taken: str | None
    """The card taken this turn, where it may be seen."""
    turns: int
    moves: tuple[Move, ...]
    over: bool
