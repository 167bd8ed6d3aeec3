"""The board game as numbers. The layout of the board is an option, and no part of an observation."""

from __future__ import annotations

from elfer.core.cards import names
from elfer.core.events import Ended, Passed
from elfer.core.game import Move
from elfer.envs.fields import Field, amount, deeds, marks, one, one_seat, seat_amounts, seat_sets
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, FreeSkipped, TileGiven, TileLaid, TilesDrawn
from elfer.games.board.tiles import ENDS, FIELDS, Places, deck

VERSION = 1


def actions(game: Board, _seats: int) -> tuple[Move, ...]:
    tiles = deck(game.symbols)
    skip = ("skip",) if game.symbols else ()
    gives = (f"give {tile}" for tile in dict.fromkeys(names(tiles)))
    return (*Places(FIELDS, ENDS).lays(tiles), *gives, *skip, "draw", "end", "pass")


def fields(game: Board, seats: int) -> tuple[Field, ...]:
    tiles, places, ends = game.deck(seats), names(FIELDS), names(ENDS)
    count = len(tiles)
    return (
        marks(
            "hand", "The own tiles; of those with copies, the share.", tiles, lambda s: s.view.hands[s.seat]
        ),
        marks("drawn", "The tile from the bag that is to be placed.", tiles, lambda s: one(s.view.drawn)),
        marks("given", "Own tiles that are with the left neighbour now.", tiles, lambda s: s.view.given),
        marks("table", "The filled fields.", places, lambda s: s.view.table),
        marks("fits", "The fields on which a tile would fit now.", places, lambda s: s.view.fits),
        marks("run", "The fields filled in this turn.", places, lambda s: s.view.run),
        *(_symbols(ends) if game.symbols else ()),
        seat_sets(
            "excluded",
            "Tiles that a seat has shown not to hold: it drew or passed while they fitted.",
            seats,
            deck(game.symbols),
            lambda s: [belief.excluded for belief in s.excluded],
        ),
        seat_amounts("sizes", "How many tiles each hand has.", seats, count, lambda s: s.view.sizes),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        amount("bag", "How many tiles the bag has.", count, lambda s: s.view.bag),
        amount("laid", "How many tiles of this turn count to the three.", LIMIT, lambda s: s.view.laid),
        amount("free", "Whether a free tile may be laid.", 1, lambda s: s.view.free),
        amount("may_give", "Whether a tile may be passed on.", 1, lambda s: s.view.may_give),
        deeds(seats, (TileLaid, TilesDrawn, TileGiven, FreeSkipped, Ended, Passed)),
    )


def _symbols(ends: tuple[str, ...]) -> tuple[Field, ...]:
    """Where symbol tiles lie, and where they fit. BOA-20"""
    return (
        marks("symbols", "The ends whose symbol field is filled.", ends, lambda s: s.view.symbols),
        marks("ends", "The ends beside which a symbol tile would fit now.", ends, lambda s: s.view.ends),
    )
