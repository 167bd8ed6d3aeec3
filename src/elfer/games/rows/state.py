"""State, events and view of the row games."""

from __future__ import annotations

from elfer.core.beliefs import Belief
from elfer.core.cards import Card, Cards, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of a row game."""

    turn: Seat
    hands: tuple[Cards, ...]
    table: Cards = 0
    stock: Pile = ()
    laid: int = 0
    """The number of cards laid this turn."""
    drawn: Card = 0
    """The card to be laid or kept, where that is a choice; not part of the hand yet. CLA-8"""
    opener: int | None = None
    """The number that opens rows, where the first card decides it. ANY-2"""
    excluded: tuple[Belief, ...] = ()
    """What is known of each hand, the drawn card included. CLA-7"""


class CardKept(Event, frozen=True, tag="kept"):
    """A seat has kept the card it drew. CLA-8"""

    seat: Seat


class View(CoreView, frozen=True):
    """What a seat sees of a row game."""

    seat: Seat | None
    turn: Seat
    rows: str
    """The letters of the rows in play."""
    numbers: tuple[int, int]
    """The lowest and the highest number in play."""
    middle: int | None
    """The number from which rows grow; none where they grow from their ends, or may start anywhere."""
    may_keep: bool
    """Whether a drawn card that fits may be kept. CLA-8"""
    table: tuple[str, ...]
    fits: tuple[str, ...]
    """The cards that could be laid now, from any hand."""
    openers: tuple[str, ...]
    """Those of them that open a row."""
    opener: int | None
    """The number that opens rows, where the first card decides it. ANY-2"""
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    sizes: tuple[int, ...]
    stock: int
    laid: int
    deciding: bool
    """Whether the seat whose turn it is has drawn and must lay or keep. CLA-8"""
    drawn: str | None
    """The card it has drawn, for that seat alone."""
    moves: tuple[Move, ...]
    soon: tuple[str, ...]
    """Own cards that become playable through an own run."""
    over: bool
