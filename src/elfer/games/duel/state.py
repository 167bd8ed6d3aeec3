"""Zweikampf: a round, what happens in it, and what a seat sees of it."""

from __future__ import annotations

from elfer.core.cards import Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Zweikampf."""

    hands: tuple[Pile, ...]
    """The face-down stack of each seat."""
    open: tuple[Pile, ...] = ((), ())
    """The cards turned up by each seat since the last decision, that one included.

    They stay until the next cards are turned up: the seat with the higher last card has won them.
    """
    won: tuple[Pile, ...] = ((), ())
    """The cards each seat has won before, the earliest first."""
    turned: tuple[bool, ...] = (False, False)
    """Whether a stack was made of won cards, so that its order is public. DUE-4"""
    comparisons: int = 0


class Compared(Event, frozen=True):
    """Both have turned up a card; the winner, if any, has taken all cards turned up."""

    cards: tuple[str, ...]
    seat: Seat | None
    taken: int
    undecided: bool | None = None
    """True for a tie with which the round ends. DUE-3, DUE-4"""


class StackRenewed(Event, frozen=True):
    """A seat has turned over its won cards; they are its stack now."""

    seat: Seat
    size: int


class View(CoreView, frozen=True):
    """What a seat sees of Zweikampf."""

    seat: Seat | None
    open: tuple[tuple[str, ...], ...]
    """The cards turned up by each seat since the last decision, the latest last."""
    taker: Seat | None
    """The seat that has won them; none while they are equal."""
    stacks: tuple[int, ...]
    won: tuple[tuple[str, ...], ...]
    """The cards each seat has won, the open ones included, the earliest first."""
    comparisons: int
    to_the_end: bool
    moves: tuple[Move, ...]
    over: bool
