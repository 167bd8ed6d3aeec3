"""What each lay in Elfer raus! Master is worth to a seat, judged by its own hand and the open table.

Judging is made of sets of cards, because every step of every playout needs it.
"""

from __future__ import annotations

import msgspec

from elfer.cards import NAME, NUMBER, Card, Cards, Fields, beside, each
from elfer.core import Move, Seat
from elfer.games.master import MOST, Master
from elfer.games.master_table import BONUSES, FIELDS, HALVES, JOKERS, State, bridges, fitting

HALVES_OF = {field: tuple(half for half in HALVES if half & field) for field in each(FIELDS)}


def _beyond(field: Fields) -> Fields:
    """The fields of the same half row that lie further from the 11."""
    far = abs(NUMBER[field] - 11)
    halves = HALVES_OF[field] if far else ()
    return sum(other for half in halves for other in each(half) if abs(NUMBER[other] - 11) > far)


BEYOND = {field: _beyond(field) for field in each(FIELDS)}


class Taste(msgspec.Struct, frozen=True):
    """How much a player likes what a lay does; about one unit per point."""

    tempo: float
    """A card less in hand, ..."""
    rush: float
    """... more so, the smaller the smallest hand of the others: this, divided by its size, ..."""
    close: float
    """... and the smaller the own hand."""
    number: float
    """For each point of the card that is gone, ..."""
    hurry: float
    """... and for each, divided by the size of the smallest hand of the others."""
    unlock: float
    """For each own card that can follow."""
    far: float
    """For each own card further out, towards which the row grows."""
    open: float
    """For each field opened that another hand may fill."""
    block: float
    """For each card further out that another hand may hold."""
    bonus: float
    """A half row completed. MAS-10"""
    own_last: float
    """A half row that lacks one field, which this hand can fill."""
    their_last: float
    """A half row that lacks one field, which another hand may fill."""
    joker: float
    """Laying a joker instead of keeping it."""
    bridge: float
    """Spending a connection card. MAS-9"""
    swap: float
    """Taking up a joker for the number card. MAS-8"""
    hold: float
    """What a lay must be worth to follow another, ..."""
    draw: float
    """... and what the first must be worth, else a card is drawn. MAS-5"""


class Outlook:
    """What a seat sees before it lays: its hand, the fields, and how likely others hold a card."""

    __slots__ = ("empty", "fits", "own", "prize", "state", "taste", "tempo", "theirs", "weight", "wild")

    def __init__(self, state: State, seat: Seat, taste: Taste) -> None:
        hand = state.hands[seat]
        sizes = [held.bit_count() for s, held in enumerate(state.hands) if s != seat]
        others, least = sum(sizes), min(sizes)
        self.state, self.taste = state, taste
        self.own, self.wild = hand & ~JOKERS, (hand & JOKERS).bit_count()
        self.empty, self.fits = FIELDS & ~state.table, fitting(state.table)
        self.theirs = others / (others + len(state.stock))
        self.tempo = taste.tempo + taste.rush / least + taste.close / hand.bit_count()
        self.weight = taste.number + taste.hurry / least
        self.prize = sum(state.bonus) < BONUSES

    def lays(self, game: Master, seat: Seat) -> list[tuple[float, Move]]:
        """The sensible lays and swaps, each with its worth."""
        own, fits, taste = self.own, self.fits, self.taste
        found = [(self._gone(card) + self._opens(card), NAME[card]) for card in each(own & fits)]
        if self.wild:
            joker = self.tempo + 11 * self.weight + taste.joker
            found += [(joker + self._opens(field), f"J={NAME[field]}") for field in each(fits & ~own)]
        if self.state.connections[seat] and own & self.empty & ~fits:
            found += self._bridged(game)
        if fits or self.state.laid:
            for card in each(own & self.state.jokers):  # MAS-8
                found.append((taste.swap + self.weight * (NUMBER[card] - 11), f"{NAME[card]}xJ"))
        return found

    def _bridged(self, game: Master) -> list[tuple[float, Move]]:
        """The own cards that a connection card lets in, each from one row. MAS-9"""
        ways: dict[Card, str] = {}
        for letter, fields in bridges(game.row_order, self.state.table, self.fits):
            ways |= dict.fromkeys(each(fields & self.own), letter)
        spent = self.taste.bridge
        return [
            (spent + self._gone(card) + self._opens(card), f"{NAME[card]}<{letter}")
            for card, letter in ways.items()
        ]

    def _gone(self, card: Card) -> float:
        return self.tempo + self.weight * NUMBER[card]

    def _opens(self, field: Fields) -> float:
        """What a filled field is worth for what it makes possible, to this seat and to others."""
        taste, own, worth = self.taste, self.own, 0.0
        shut = self.empty & ~self.fits & ~field
        if opened := beside(field) & shut:
            reached = step = opened & own
            while step:
                step = beside(step) & own & shut & ~reached
                reached |= step
            beyond = BEYOND[field] & self.empty
            mine, follow = (beyond & own).bit_count(), reached.bit_count()
            worth = taste.unlock * follow + taste.far * (mine - follow)
            others = taste.open * (opened & ~own).bit_count() + taste.block * (beyond.bit_count() - mine)
            worth -= self.theirs * others
        if self.prize:
            for half in HALVES_OF[field]:
                worth += self._half(half & self.empty & ~field)
        return worth

    def _half(self, left: Fields) -> float:
        """What a half row is worth that lacks these fields."""
        if not left:
            return self.taste.bonus
        if left & (left - 1):
            return 0.0
        return self.taste.own_last if left & self.own or self.wild else -self.taste.their_last * self.theirs


def way_out(game: Master, state: State, seat: Seat) -> Move | None:
    """The first step towards laying the whole hand in this turn, if that can be done. MAS-12"""
    hand = state.hands[seat]
    if hand.bit_count() > MOST - state.laid:
        return None
    wild = (hand & JOKERS).bit_count()
    return _step(game, hand & ~JOKERS, wild, state.table, state.jokers, state.connections[seat])


def _step(game: Master, own: Cards, wild: int, table: Fields, jokers: Fields, spare: int) -> Move | None:
    """The next move of a way to lay all these cards; a card that fits may always go first."""
    fits = fitting(table)
    if not own:
        ends = [field for field in each(fits) if any(not half & ~table & ~field for half in HALVES_OF[field])]
        return f"J={NAME[ends[0] if ends else fits & -fits]}" if fits else None
    if now := own & fits:
        card = now & -now
        done = own == card and not wild
        return NAME[card] if done or _step(game, own ^ card, wild, table | card, jokers, spare) else None
    if now := own & jokers:
        card = now & -now
        return f"{NAME[card]}xJ" if _step(game, own ^ card, wild + 1, table, jokers ^ card, spare) else None
    for letter, fields in bridges(game.row_order, table, fits) if spare else ():
        for card in each(own & fields):
            done = own == card and not wild
            if done or _step(game, own ^ card, wild, table | card, jokers, spare - 1):
                return f"{NAME[card]}<{letter}"
    for field in each(fits & beside(own)) if wild else ():
        if _step(game, own, wild - 1, table | field, jokers | field, spare):
            return f"J={NAME[field]}"
    return None
