"""Probabilities in Mogeln: whether a claim is true, and how useful a card will be."""

from __future__ import annotations

from math import comb

from elfer.core.cards import NUMBER, Card, Cards, each, union
from elfer.core.game import Seat
from elfer.games.cheat.beliefs import may_hold
from elfer.games.cheat.rules import Cheat
from elfer.games.cheat.state import State, declared_size, layer, on_pile

HONEST = 0.85
"""The chance that a claim which can be true is true, without a second card under it."""
PATIENCE = 0.6
"""Discount per turn until a card can be laid truthfully."""
AGAIN = 0.3
"""Discount of a second card of the same number."""


def lie(game: Cheat, state: State, seat: Seat) -> float:
    """The chance that the last lay was a lie, given what a seat knows."""
    return 1 - HONEST * _could(game, state, seat)


def _could(game: Cheat, state: State, seat: Seat) -> float:
    """The chance that the layer had a card that makes the claim true (hypergeometric)."""
    seats, accused = len(state.hands), layer(state)
    maybe = game.in_play(seats) & may_hold(state, seat, accused)
    fitting = maybe & game.true(seats, state.said)
    if fitting & _nowhere_else(state, seat, accused):
        return 1.0
    pool, held = maybe.bit_count(), declared_size(state, accused) + 1
    return 1 - comb(pool - fitting.bit_count(), held) / comb(pool, held) if held <= pool else 1.0


def _nowhere_else(state: State, seat: Seat, accused: Seat) -> Cards:
    """The cards that a seat knows to be with the accused."""
    known = state.excluded[seat]
    own = state.hands[seat] | on_pile(state, seat)
    elsewhere = [~there for place, there in enumerate(known) if place not in (seat, accused)]
    return ~(union(elsewhere) | own)


def says(game: Cheat, state: State) -> int:
    """The number that the next lay will be said to be. CHE-3"""
    return state.said % game.counts_to(len(state.hands)) + 1


def uses(game: Cheat, state: State, hand: Cards, number: int) -> dict[Card, float]:
    """The use of keeping each card of a hand, for a seat that now says *number*.

    Without a doubt, its numbers rise by the number of seats; after one, counting restarts at 1.
    """
    seats, top = len(state.hands), game.counts_to(len(state.hands))
    when = {(number - 1 + seats * turn) % top + 1: PATIENCE ** (turn - 1) for turn in (3, 2, 1)}
    soon = dict.fromkeys(range(1, seats + 1), 0.2) | when
    found: dict[Card, float] = {}
    seen: set[int] = set()
    for card in each(hand):
        value = NUMBER[card]
        use = soon.get(value, 0.1) if card & game.true(seats, value) else 0.0
        found[card] = use * AGAIN if value in seen and use else use
        if use:
            seen.add(value)
    return found
