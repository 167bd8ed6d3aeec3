"""State, events and view of Ratefix."""

from __future__ import annotations

from elfer.core.cards import Cards, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Ratefix."""

    turn: Seat
    hands: tuple[Pile, ...]
    """The stack of each seat; the first card of each is the one that lies in the middle. GUE-2"""
    guesses: tuple[int | None, ...]
    won: tuple[Pile, ...]
    """The cards each seat has won, the latest first, open to all."""
    unused: Cards = 0


class Guessed(Event, frozen=True):
    seat: Seat
    number: int


class SumShown(Event, frozen=True):
    """The cards of the middle have been turned up, and the seat with the nearest guess has taken them."""

    seat: Seat
    cards: tuple[str, ...]
    total: int


class View(CoreView, frozen=True):
    """What a seat sees of Ratefix."""

    seat: Seat | None
    turn: Seat
    cards: tuple[str | None, ...]
    """The cards in the middle, by seat: one's own."""
    stacks: tuple[int, ...]
    """How many cards lie in each stack, the middle not counted."""
    guesses: tuple[int | None, ...]
    last: tuple[str, ...]
    """The cards that were turned up last, by seat."""
    total: int | None
    """Their sum."""
    taker: Seat | None
    """Who took them."""
    won: tuple[tuple[str, ...], ...]
    low: int
    high: int
    moves: tuple[Move, ...]
    over: bool
