"""The state, events and view of Überall anschließen, and where a card fits."""

from __future__ import annotations

from typing import Literal

from elfer.core.cards import NUMBER, Card, Fields, Pile
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView


class State(CoreState, frozen=True):
    """A round of Überall anschließen."""

    turn: Seat
    hands: tuple[Pile, ...]
    """The face-down stack of each seat, its top card first."""
    piles: tuple[Pile, ...]
    """The open pile of each seat, its top card first."""
    middle: Pile = ()
    """The pile in the middle, its top card first."""
    card: Card = 0
    """The card turned up and not placed yet."""
    ranks: tuple[int, ...] = ()
    """The rank of each seat that has run out of cards; 0 while it is in. CON-6"""
    idle: int = 0
    """How many cards have been turned up since the last one that went to the middle. CON-9"""
    placer: Seat = 0
    """Who placed the last card."""
    missed: bool = False
    """Whether that card should have gone elsewhere. CON-7"""
    belongs: Move = ""
    """Where it should have gone then. CON-7"""
    callers: tuple[bool, ...] = ()
    """Who may call Stopp now. CON-7"""
    seen: Fields = 0
    """The face-down cards that have lain open before: their places are public."""


class CardTurned(Event, frozen=True):
    """A seat has turned up its top card, that of its open pile turned over if its stack was used up."""

    seat: Seat
    card: str
    turned_over: int | None = None
    """The number of cards turned over."""


class Connected(Event, frozen=True):
    """A card went to the middle, or on another seat's pile."""

    seat: Seat
    card: str
    pile: Seat | None = None


class KeptOpen(Event, frozen=True):
    """A card went on one's own open pile, and the turn has ended."""

    seat: Seat
    card: str
    tried: Literal["middle", "pile"] | None = None
    """Where it was put first, if it did not fit there. CON-7"""
    pile: Seat | None = None
    """Whose pile that was."""


class StoppCalled(Event, frozen=True):
    """A seat has called Stopp; if it was right, there is a culprit, and the givers gave a card each."""

    seat: Seat
    culprit: Seat | None = None
    givers: tuple[Seat, ...] = ()
    accused: Seat | None = None
    """Version 2: who got a card of the caller's, because the call was wrong."""
    belongs: Move | None = None
    """Where the card should have gone."""
    giver: Seat | None = None
    """The seat called on, if it gave the caller a card, because the call was wrong."""


class RanOut(Event, frozen=True):
    """A seat has no cards left."""

    seat: Seat
    rank: int


class View(CoreView, frozen=True):
    """What a seat sees of Überall anschließen."""

    seat: Seat | None
    turn: Seat
    card: str | None
    """The card turned up and not placed yet."""
    middle: str | None
    """The top card of the middle."""
    middle_size: int
    tops: tuple[str | None, ...]
    """The top card of each open pile."""
    piles: tuple[int, ...]
    stacks: tuple[int, ...]
    ranks: tuple[int, ...]
    attention: bool
    placer: Seat
    callers: tuple[Seat, ...]
    """Who may call Stopp now."""
    idle: int
    moves: tuple[Move, ...]
    """With `attention` every place where the card can be tried, whether it fits there or not. CON-7"""
    over: bool


def owned(state: State, seat: Seat) -> int:
    """How many cards a seat has, the one it has turned up included."""
    turned_up = bool(state.card) and seat == state.turn
    return len(state.hands[seat]) + len(state.piles[seat]) + turned_up


def next_in(state: State, seat: Seat) -> Seat:
    """The nearest seat to the left that has cards; in the end the seat itself. CON-6"""
    seats = len(state.hands)
    around = ((seat + step) % seats for step in range(1, seats))
    return next((s for s in around if owned(state, s)), seat)


def pile_of(place: Move) -> Seat:
    """Whose pile a place is."""
    return int(place.removeprefix("pile "))


def fits(card: Card, pile: Pile) -> bool:
    """Whether the top card of a pile is one lower; after 20 comes 1. CON-3"""
    return bool(pile) and NUMBER[card] == NUMBER[pile[0]] % 20 + 1


def places(state: State) -> dict[Move, Pile]:
    """The piles on which the card turned up can be tried: the middle, those of other seats. CON-3, CON-6"""
    others = {f"pile {s}": pile for s, pile in enumerate(state.piles) if pile and s != state.turn}
    return {"middle": state.middle} | others


def fitting(state: State) -> tuple[Move, ...]:
    """The places where the card turned up fits. CON-3"""
    return tuple(place for place, pile in places(state).items() if fits(state.card, pile))


def misfit(state: State, place: Move) -> bool:
    """Whether the card turned up is put where it does not fit: only the middle's first fits anyway. CON-7"""
    return place != "own" and bool(state.middle) and place not in fitting(state)


def right_places(state: State) -> tuple[Move, ...]:
    """The places where the card turned up must go."""
    found = fitting(state)
    if not state.middle or "middle" in found:
        return ("middle",)  # CON-2, CON-4
    return found or ("own",)  # CON-5
