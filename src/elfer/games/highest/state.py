"""State, events and view of Die höchste Karte gewinnt."""

from __future__ import annotations

from elfer.core.cards import Cards, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Die höchste Karte gewinnt."""

    hands: tuple[Cards, ...]
    chosen: tuple[Cards, ...]
    """The card each seat has laid face down, until all have."""
    played: tuple[Pile, ...]
    """The cards each seat has played, the earliest first; the winners of the tricks follow from them."""


class Chose(Event, frozen=True):
    """A seat has laid a card face down."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Chose:
        """Only the seat itself knows which. HIG-2"""
        return self if seat == self.seat else Chose(self.seat, None)


class TrickShown(Event, frozen=True):
    """The cards laid have been turned up, and the single highest has taken them and what lay aside."""

    cards: tuple[str, ...]
    seat: Seat | None
    taken: int
    gone: int | None = None
    """How many cards leave the game, where the last trick is taken by none. HIG-4"""


class View(CoreView, frozen=True):
    """What a seat sees of Die höchste Karte gewinnt."""

    seat: Seat | None
    hands: tuple[tuple[str, ...], ...]
    """All hands; another's card that lies face down still counts to it."""
    chosen: tuple[str | None, ...]
    """One's own card that lies face down."""
    ready: tuple[bool, ...]
    """Who has laid a card face down."""
    last: tuple[str, ...]
    """The cards of the last trick, by seat."""
    taker: Seat | None
    """Who took them."""
    aside: tuple[str, ...]
    won: tuple[tuple[str, ...], ...]
    trick: int
    """How many tricks have been played."""
    moves: tuple[Move, ...]
    over: bool
