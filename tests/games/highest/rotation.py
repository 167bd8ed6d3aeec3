"""What renaming the seats means here: the colours belong to the seats. HIG-1"""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.cards import LANE, LETTERS, Cards, union
from elfer.core.game import Move
from elfer.games.highest.state import State


def recoloured(state: State, seats: int) -> State:
    """The same state, all cards in the colour of the next seat."""
    return replace(
        state,
        hands=tuple(_next_colour(hand, seats) for hand in state.hands),
        chosen=tuple(_next_colour(card, seats) for card in state.chosen),
        played=tuple(tuple(_next_colour(card, seats) for card in cards) for cards in state.played),
    )


def renamed(move: Move, seats: int) -> Move:
    """The same card in the colour of the next seat."""
    return LETTERS[(LETTERS.index(move[0]) + 1) % seats] + move[1:]


def _next_colour(cards: Cards, seats: int) -> Cards:
    lanes = [cards >> colour * LANE & (1 << LANE) - 1 for colour in range(seats)]
    return union(lane << (colour + 1) % seats * LANE for colour, lane in enumerate(lanes))
