"""What a seat can work out at Mogeln: whether a claim is true, and which cards will be of use."""

from __future__ import annotations

from math import comb

from elfer.core.cards import NUMBER, Card, Cards, each, union
from elfer.core.game import Seat
from elfer.games.cheat.beliefs import may_hold
from elfer.games.cheat.rules import Cheat
from elfer.games.cheat.state import State, declared_size, layer, on_pile

HONEST = 0.85
"""How often a claim that could be true is true, and no second card lies under it."""
PATIENCE = 0.6
"""What a card that can be laid truly a turn later is worth of one that can be laid now."""
AGAIN = 0.3
"""What a second card of the same number is worth of the first."""


def lie(game: Cheat, state: State, seat: Seat) -> float:
    """The chance that the last lay was not what was said, for all that a seat knows."""
    return 1 - HONEST * _could(game, state, seat)


def _could(game: Cheat, state: State, seat: Seat) -> float:
    """The chance that the layer had a card that is what it said: drawn from all that it may have had."""
    seats, accused = len(state.hands), layer(state)
    maybe = game.in_play(seats) & may_hold(state, seat, accused)
    fitting = maybe & game.true(seats, state.said)
    if fitting & _nowhere_else(state, seat, accused):
        return 1.0
    pool, held = maybe.bit_count(), declared_size(state, accused) + 1
    return 1 - comb(pool - fitting.bit_count(), held) / comb(pool, held) if held <= pool else 1.0


def _nowhere_else(state: State, seat: Seat, accused: Seat) -> Cards:
    """The cards that a seat knows to be with the accused, as they can be nowhere else."""
    known = state.excluded[seat]
    own = state.hands[seat] | on_pile(state, seat)
    elsewhere = [~there for place, there in enumerate(known) if place not in (seat, accused)]
    return ~(union(elsewhere) | own)


def says(game: Cheat, state: State) -> int:
    """The number that the next lay will be said to be. CHE-3"""
    return state.said % game.counts_to(len(state.hands)) + 1


def uses(game: Cheat, state: State, hand: Cards, number: int) -> dict[Card, float]:
    """How useful it is to keep each card of a hand, for a seat that now says this number.

    If nobody doubts, its numbers rise by the number of seats; after a doubt counting begins anew at 1.
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
