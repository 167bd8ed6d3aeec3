"""The encoding of the board game. The layout of the board is an option, and no part of an observation."""

from __future__ import annotations

from elfer.core.cards import names
from elfer.core.events import Passed, TurnEnded
from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, deeds, excluded
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, FreeSkipped, TileGiven, TileLaid, TilesDrawn, View
from elfer.games.board.tiles import ENDS, FIELDS, Places, deck

VERSION = 1


def actions(game: Board, _seats: int) -> tuple[Move, ...]:
    tiles = deck(game.symbols)
    skip = ("skip",) if game.symbols else ()
    gives = (f"give {tile}" for tile in dict.fromkeys(names(tiles)))
    return (*Places(FIELDS, ENDS).lays(tiles), *gives, *skip, "draw", "end", "pass")


def fields(game: Board, seats: int) -> tuple[Field, ...]:
    tiles, places, ends, field = game.deck(seats), names(FIELDS), names(ENDS), ViewFields(View, seats)
    count = len(tiles)
    symbols = (  # BOA-20
        field("symbols", "The ends whose symbol field is filled.", ends),
        field("ends", "The ends beside which a symbol tile would fit now.", ends),
    )
    shown = "Tiles that a seat has shown not to hold: it drew or passed while they fitted."
    return (
        field.own("hand", "One's own tiles; of those with copies, the share.", tiles),
        field("drawn", "The tile from the bag that is to be placed.", tiles),
        field("given", "Own tiles that are with the left neighbour now.", tiles),
        field("table", "The filled fields.", places),
        field("fits", "The fields on which a tile would fit now.", places),
        field("run", "The fields filled in this turn.", places),
        *(symbols if game.symbols else ()),
        excluded(shown, seats, deck(game.symbols)),
        field("sizes", "How many tiles each hand has.", count),
        field("turn", "Whose turn it is."),
        field("bag", "How many tiles the bag has.", count),
        field("laid", "How many tiles of this turn count to the three.", LIMIT),
        field("free", "Whether a free tile may be laid."),
        field("may_give", "Whether a tile may be passed on."),
        deeds(seats, (TileLaid, TilesDrawn, TileGiven, FreeSkipped, TurnEnded, Passed)),
    )
