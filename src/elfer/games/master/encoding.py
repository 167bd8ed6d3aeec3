"""Elfer raus! Master as numbers."""

from __future__ import annotations

from elfer.core.cards import names
from elfer.core.events import Drew, Ended, Laid, Passed
from elfer.core.game import Move
from elfer.envs.fields import Field, amount, deeds, marks, one_seat, seat_amounts, seat_sets
from elfer.games.master.rules import CONNECTIONS_EACH, MOST, Master
from elfer.games.master.state import (
    BONUSES,
    FIELDS,
    LAYS,
    SWAPS,
    Bridged,
    JokerLaid,
    JokerSwapped,
    neighbours,
)

VERSION = 1


def actions(game: Master, _seats: int) -> tuple[Move, ...]:
    """A connection card leads only from a row to one that lies beside it. MAS-9"""
    ways = neighbours(game.row_order)
    lays = (
        move for move, lay in LAYS.items() if not lay.source or (lay.source, names(lay.field)[0][0]) in ways
    )
    return (*lays, *SWAPS, "draw", "end", "pass")


def fields(game: Master, seats: int) -> tuple[Field, ...]:
    deck, places = game.deck(seats), names(FIELDS)
    cards, jokers = len(deck), deck.count("J")
    return (
        marks("hand", "The own cards; of the jokers, the share.", deck, lambda s: s.view.hands[s.seat]),
        marks("table", "The filled fields.", places, lambda s: s.view.table),
        marks("jokers", "The fields on which jokers lie.", places, lambda s: s.view.jokers),
        marks("fits", "The empty fields beside a filled one.", places, lambda s: s.view.fits),
        seat_sets(
            "excluded",
            "Cards that a seat has shown not to hold: it passed while they fitted.",
            seats,
            FIELDS,
            lambda s: [belief.excluded for belief in s.excluded],
        ),
        seat_amounts(
            "known_jokers",
            "How many jokers each seat has taken up openly.",
            seats,
            jokers,
            lambda s: s.view.known_jokers,
        ),
        seat_amounts("sizes", "How many cards each hand has.", seats, cards, lambda s: s.view.sizes),
        seat_amounts(
            "connections",
            "How many connection cards each seat has.",
            seats,
            CONNECTIONS_EACH[seats],
            lambda s: s.view.connections,
        ),
        seat_amounts("bonus", "How many bonus cards each seat has.", seats, BONUSES, lambda s: s.view.bonus),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        amount("stock", "How many cards the stock has.", cards, lambda s: s.view.stock),
        amount("laid", "How many cards this turn has brought so far.", MOST, lambda s: s.view.laid),
        amount("swapped", "Whether a swap binds to a lay.", 1, lambda s: s.view.swapped),
        deeds(seats, (Laid, Bridged, JokerLaid, JokerSwapped, Drew, Ended, Passed)),
    )
