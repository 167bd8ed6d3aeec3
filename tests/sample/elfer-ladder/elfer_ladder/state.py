"""A round of Ladder: what it is made of, what happens in it, and what a seat sees of it."""

from __future__ import annotations

from elfer.core.cards import Cards, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Ladder."""

    turn: Seat
    hands: tuple[Cards, ...]
    ladders: tuple[Pile, ...]
    """The ladder of each seat, its top rung first."""
    dropped: tuple[Cards, ...]
    """What each seat has put away face down."""
    fallen: Cards = 0
    """The rungs that were knocked off, open to all."""
    stock: Pile = ()


class Climbed(Event, frozen=True):
    """A seat has laid a rung."""

    seat: Seat
    card: str


class Fell(Event, frozen=True):
    """A seat has lost its top rung."""

    seat: Seat
    card: str


class Dropped(Event, frozen=True):
    """A seat has put a card away face down."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Dropped:
        """Only the seat itself knows which. LAD-4"""
        return self if seat == self.seat else Dropped(self.seat, None)


class View(CoreView, frozen=True):
    """What a seat sees of Ladder."""

    seat: Seat | None
    turn: Seat
    hands: tuple[tuple[str, ...] | None, ...]
    """The own hand; all of them once the round is over."""
    sizes: tuple[int, ...]
    ladders: tuple[tuple[str, ...], ...]
    dropped: tuple[tuple[str, ...] | None, ...]
    """What the own seat has put away; all of it once the round is over."""
    fallen: tuple[str, ...]
    stock: int
    moves: tuple[Move, ...]
    over: bool
