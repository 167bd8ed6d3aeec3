"""The state, events and view of Mogeln, and what is public about hands and the pile."""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.cards import Cards, Fields, union
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Mogeln."""

    turn: Seat
    hands: tuple[Cards, ...]
    laid: tuple[Cards, ...]
    """What each seat has laid on this pile before the last lay."""
    last: Cards = 0
    """The last lay: one card, or secretly two. CHE-5"""
    said: int = 0
    """The number said with the last lay, and so how many lays the pile has; 0 while no card lies."""
    out: Cards = 0
    """The cards that have left the game. CHE-7"""
    accepted: tuple[bool, ...] = ()
    """The seats that have accepted the last lay, which emptied a hand. CHE-8"""
    lays: int = 0
    """Number of lays in this round. CHE-10"""
    excluded: tuple[tuple[Fields, ...], ...] = ()
    """The cards that each seat, and last a spectator, knows not to be in a place.

    The places are the seats (a hand and its lays on this pile) and, last, the cards that have left the game.
    """


class Claimed(Event, frozen=True):
    """A seat has laid and said a number; only the seat itself sees what it was. CHE-5"""

    seat: Seat
    number: int
    cards: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None) -> Claimed:
        return self if seat == self.seat else replace(self, cards=None)


class LastClaimed(Claimed, frozen=True):
    """A seat has laid and said a number, and its hand is empty. CHE-8"""


class Exposed(Event, frozen=True):
    """A seat has doubted, and the last lay was not what had been said. CHE-4"""

    seat: Seat
    layer: Seat
    number: int
    cards: tuple[str, ...]


class Proven(Exposed, frozen=True):
    """A seat has doubted, and the last lay was what had been said. CHE-4"""


class PileTaken(Event, frozen=True):
    """A seat has taken the pile, whose cards it alone sees; the true size of every hand is shown. CHE-5"""

    seat: Seat
    cards: tuple[str | None, ...]
    sizes: tuple[int, ...]

    def seen_by(self, seat: Seat | None) -> PileTaken:
        return self if seat == self.seat else replace(self, cards=(None,) * len(self.cards))


class PileLeft(Event, frozen=True):
    """The pile has left the game; its true size and that of every hand is shown. CHE-7, CHE-5"""

    pile: int
    sizes: tuple[int, ...]


class Accepted(Event, frozen=True):
    """A seat lets a last lay stand. CHE-8"""

    seat: Seat


class View(CoreView, frozen=True):
    """What a seat sees of Mogeln: sizes are as declared, one card for each lay. CHE-5"""

    seat: Seat | None
    turn: Seat
    layer: Seat | None
    """Who laid last, while a pile lies."""
    said: int
    """The number said last; 0 while no card lies."""
    says: int
    """The number that the next lay will be said to be."""
    top: int
    """The number at which counting starts again."""
    colour: str | None
    """The only colour whose cards make a claim true, if any. CHE-9"""
    pile: int
    out: int
    """How many cards have left the game."""
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    laid: tuple[tuple[str, ...] | None, ...]
    """What the seat itself has laid on this pile."""
    sizes: tuple[int, ...]
    asked: tuple[Seat, ...]
    """The seats that have yet to doubt or accept a last lay. CHE-8"""
    lays: int
    moves: tuple[Move, ...]
    over: bool
    highest: int
    """The highest number of the cards in play; a claim beyond it cannot be true. CHE-1, CHE-3"""


def layer(state: State) -> Seat:
    """The seat that laid last: the one before the turn."""
    return (state.turn - 1) % len(state.hands)


def on_pile(state: State, seat: Seat) -> Cards:
    """The cards a seat has laid on this pile."""
    return state.laid[seat] | (state.last if seat == layer(state) else 0)


def numbers_said(state: State, seat: Seat) -> range:
    """The numbers a seat has said while this pile grew: one in each lap around the table."""
    seats = len(state.hands)
    latest = state.said - (layer(state) - seat) % seats
    return range((latest - 1) % seats + 1, latest + 1, seats)


def total_size(state: State, seat: Seat) -> int:
    """How many cards a seat has in hand and on the pile: public since the pile began. CHE-5"""
    return (state.hands[seat] | on_pile(state, seat)).bit_count()


def declared_size(state: State, seat: Seat) -> int:
    """How many cards a hand has if every lay was one card; an empty hand is public. CHE-5"""
    return total_size(state, seat) - len(numbers_said(state, seat)) if state.hands[seat] else 0


def whole_pile(state: State) -> Cards:
    return union(state.laid) | state.last
