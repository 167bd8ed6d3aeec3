"""The encoding of Elfer raus! Master."""

from __future__ import annotations

from elfer.core.cards import NAME, names
from elfer.core.events import Drew, Laid, Passed, TurnEnded
from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, deeds, excluded
from elfer.games.master.rules import CONNECTIONS_EACH, MOST, Master
from elfer.games.master.state import (
    BONUSES,
    FIELDS,
    LAYS,
    SWAPS,
    Bridged,
    JokerLaid,
    JokerSwapped,
    View,
    adjacent,
)

VERSION = 1


def actions(game: Master, _seats: int) -> tuple[Move, ...]:
    """A connection card leads only from a row to one that lies beside it. MAS-9"""
    lays = (
        move
        for move, lay in LAYS.items()
        if not lay.source or adjacent(game.row_order, lay.source, NAME[lay.field][0])
    )
    return (*lays, *SWAPS, "draw", "end", "pass")


def fields(game: Master, seats: int) -> tuple[Field, ...]:
    deck, places, field = game.deck(seats), names(FIELDS), ViewFields(View, seats)
    cards = len(deck)
    return (
        field.own("hand", "One's own cards; of the jokers, the share.", deck),
        field("table", "The filled fields.", places),
        field("jokers", "The fields on which jokers lie.", places),
        field("fits", "The empty fields beside a filled one.", places),
        excluded("Cards that a seat has shown not to hold: it passed while they fitted.", seats, FIELDS),
        field("known_jokers", "How many jokers each seat has taken up openly.", deck.count("J")),
        field("sizes", "How many cards each hand has.", cards),
        field("connections", "How many connection cards each seat has.", CONNECTIONS_EACH[seats]),
        field("bonus", "How many bonus cards each seat has.", BONUSES),
        field("turn", "Whose turn it is."),
        field("stock", "How many cards the stock has.", cards),
        field("laid", "How many cards this turn has brought so far.", MOST),
        field("swapped", "Whether a swap binds to a lay."),
        deeds(seats, (Laid, Bridged, JokerLaid, JokerSwapped, Drew, TurnEnded, Passed)),
    )
