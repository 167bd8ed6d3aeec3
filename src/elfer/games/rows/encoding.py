"""The row games as numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from elfer.core.beliefs import NONE
from elfer.core.cards import LANE, Cards, each
from elfer.core.events import Drew, Ended, Laid, Passed
from elfer.core.game import Move, Seat
from elfer.envs.fields import (
    Field,
    Floats,
    Numbers,
    amount,
    deeds,
    marks,
    one,
    one_seat,
    seat_amounts,
    seat_sets,
)
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import Kept, State

VERSION = 1
BITS = 4 * LANE
"""How many bits a set of row cards takes."""


def actions(game: RowGame, seats: int) -> tuple[Move, ...]:
    keep = ("keep",) if game.may_keep() else ()
    return (*game.deck(seats), "draw", *keep, "end", "pass")


def fields(game: RowGame, seats: int) -> tuple[Field, ...]:
    deck = game.deck(seats)
    cards = len(deck)
    return (
        marks("hand", "The own cards.", deck, lambda s: s.view.hands[s.seat]),
        marks("table", "The cards on the table.", deck, lambda s: s.view.table),
        marks("fits", "The cards that could be laid now, whoever has them.", deck, lambda s: s.view.fits),
        seat_sets(
            "excluded",
            "Cards that a seat has shown not to hold: it drew or passed while they fitted.",
            seats,
            game.in_play(),
            lambda s: [belief.excluded for belief in s.excluded],
        ),
        seat_amounts("sizes", "How many cards each hand has.", seats, cards, lambda s: s.view.sizes),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        amount("stock", "How many cards the stock has.", cards, lambda s: s.view.stock),
        amount("laid", "How many cards this turn has brought so far.", cards, lambda s: s.view.laid),
        *(_choice(deck) if game.may_keep() else ()),
        deeds(seats, (Laid, Drew, Kept, Ended, Passed) if game.may_keep() else (Laid, Drew, Ended, Passed)),
    )


def _choice(deck: tuple[str, ...]) -> tuple[Field, ...]:
    """What is drawn and may be kept. CLA-8"""
    return (
        marks("drawn", "The card just drawn, to be laid or kept.", deck, lambda s: one(s.view.drawn)),
        amount("deciding", "Whether a drawn card is to be laid or kept.", 1, lambda s: s.view.deciding),
    )


def direct(game: RowGame, seats: int) -> Callable[[State, Seat, Floats, Numbers], None] | None:
    """The same numbers, but for what was done last, from the sets of the state: in half the time.

    It reads nothing that the fields above do not say; tests hold it to them, byte for byte.
    """
    if game.may_keep():
        return None
    in_play = game.in_play()
    cards = in_play.bit_count()
    places = [card.bit_length() - 1 for card in each(in_play)]
    sets = 3 + seats - 1
    columns = np.array([number * BITS + place for number in range(sets) for place in places])
    marked = len(columns)
    turn, stock = marked + seats, marked + 2 * seats

    def write(state: State, seat: Seat, out: Floats, numbers: Numbers) -> None:
        together = state.hands[seat] | state.table << BITS | game.fits(state) << 2 * BITS
        for i in range(seats):
            other = (seat + i) % seats
            numbers[marked + i] = state.hands[other].bit_count() / cards
            if i:
                together |= (_excluded(state, other) & in_play) << (2 + i) * BITS
        lying = np.frombuffer(together.to_bytes(sets * BITS // 8, "little"), np.uint8)
        out[:marked] = np.unpackbits(lying, bitorder="little")[columns]
        numbers[turn + (state.turn - seat) % seats] = 1.0
        numbers[stock] = len(state.stock) / cards
        numbers[stock + 1] = state.laid / cards

    return write


def _excluded(state: State, seat: Seat) -> Cards:
    belief = state.excluded[seat]
    return belief.tracked if belief.odds is NONE else belief.excluded
