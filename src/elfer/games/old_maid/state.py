"""Schwarzer Peter: a round, what happens in it, and what a seat sees of it."""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import Card, Cards
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Schwarzer Peter."""

    turn: Seat
    hands: tuple[Cards, ...]
    aside: Card = 0
    """The card that was taken out unseen; its twin is the Schwarze Peter. OLD-1"""
    pairs: tuple[Cards, ...] = ()
    places: tuple[int, ...] = ()
    """The order in which seats got rid of their cards; 0: not yet, or by the first pairs. OLD-4"""
    draws: int = 0
    excluded: tuple[tuple[Belief, ...], ...] = ()
    """For each seat, the cards it knows not to be in each hand, and last, not to be the one taken out."""
    chance: tuple[int, ...] = (0, 0, 0)


class DrewFrom(Event, frozen=True):
    """A seat has drawn a card from another; a pair it made has been laid aside."""

    seat: Seat
    source: Seat
    card: str | None
    pair: tuple[str, ...] | None
    emptied: tuple[Seat, ...]
    """The seats that have no cards left after this."""
    over: bool

    def seen_by(self, seat: Seat | None) -> DrewFrom:
        """Only the drawer and the source know the card. GEN-8"""
        return self if seat in (self.seat, self.source) else replace(self, card=None)


class PeterKnown(Event, frozen=True):
    """Three cards are left, two of them in one hand and without a pair: it holds the Peter."""

    seat: Seat


class View(CoreView, frozen=True):
    """What a seat sees of Schwarzer Peter."""

    seat: Seat | None
    turn: Seat
    source: Seat
    """The seat whose cards are offered."""
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    sizes: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]
    """The numbers of which each seat has laid aside a pair."""
    places: tuple[int, ...]
    draws: int
    aside: str | None
    """The card taken out, once the round is over."""
    moves: tuple[Move, ...]
    over: bool
