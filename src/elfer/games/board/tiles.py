"""The tiles of the board game and the fields they go on.

A field is named after its row and number, and so is the coloured tile that belongs there: they are the same
bit. A grey tile goes on any field of its number, a symbol tile on a symbol field, which is named after the
end number beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from elfer.core.cards import (
    COPIES,
    LETTERS,
    NAME,
    NUMBER,
    Card,
    Cards,
    Fields,
    each,
    names,
    row,
    rows,
    union,
)
from elfer.core.game import Move, Struct
from elfer.games.board.layout import CONNECTED, Layout

GREY_NUMBERS = (3, 7, 13, 17)  # BOA-1
FIELDS: Fields = rows()
COLOURED: Cards = FIELDS & ~rows(GREY_NUMBERS)
ELEVENS: Cards = rows((11,))
AREAS = tuple(rows((number,)) for number in CONNECTED)
CONNECTIONS: Fields = rows(CONNECTED)
ENDS: Fields = rows((1, 20))

GREY = {union(COPIES[f"N{number}"]): rows((number,)) for number in GREY_NUMBERS}
"""The grey tiles of each number, and the fields they go on."""
SYMBOL = {union(COPIES[f"{letter}S"]): row(i, (1, 20)) for i, letter in enumerate(LETTERS)}
"""The symbol tiles of each colour, and the ends they go beside."""
GREYS: Cards = union(GREY)
SYMBOLS: Cards = union(SYMBOL)


def deck(symbols: bool) -> Cards:
    """All tiles: 64 coloured and 16 grey ones, and the 8 symbol tiles if they take part. BOA-1, BOA-20"""
    return COLOURED | GREYS | (SYMBOLS if symbols else 0)


class Places(Struct, frozen=True):
    """Where tiles may be laid: fields of the rows, and ends beside which a symbol tile may go."""

    fields: Fields
    ends: Fields

    def for_tile(self, tile: Card) -> Fields:
        """The fields this tile may go on."""
        if tile & COLOURED:
            return tile & self.fields
        homes, free = (GREY, self.fields) if tile & GREYS else (SYMBOL, self.ends)
        return sum(fields & free for copies, fields in homes.items() if tile & copies)

    def takes(self) -> Cards:
        """All tiles, every copy of them, that may go somewhere."""
        tiles = self.fields & COLOURED
        tiles |= sum(copies for copies, fields in GREY.items() if fields & self.fields)
        if self.ends:
            tiles |= sum(copies for copies, ends in SYMBOL.items() if ends & self.ends)
        return tiles

    def lays(self, tiles: Cards) -> tuple[Move, ...]:
        """The moves that lay one of these tiles, each once."""
        found = names(tiles & self.fields & COLOURED)
        for kind, homes, free in (GREYS, GREY, self.fields), (SYMBOLS, SYMBOL, self.ends):
            if tiles & kind and free:
                for copies, fields in homes.items():
                    if tiles & copies and fields & free:
                        found += _onto(copies, fields & free)
        return found


@lru_cache(maxsize=1 << 12)
def _onto(copies: Cards, fields: Fields) -> tuple[Move, ...]:
    """The moves that lay a grey or symbol tile on one of these fields."""
    tile = NAME[copies & -copies]
    return tuple([f"{tile}={name}" for name in names(fields)])


def fitting(table: Fields, symbols: Fields, layout: Layout) -> Places:
    """Where tiles fit."""
    joined = table << 1 | table >> 1 | ELEVENS | layout.across(table)  # BOA-5, BOA-7
    joined |= _connected(table & CONNECTIONS)  # BOA-6
    return Places(joined & FIELDS & ~table, table & ENDS & ~symbols)  # BOA-21; BOA-25: symbols join nothing


@cache
def _connected(lying: Fields) -> Fields:
    """The fields of all connection areas in which one of these tiles lies. BOA-6"""
    return union(area for area in AREAS if area & lying)


def anywhere(table: Fields, symbols: Fields) -> Places:
    """All that is empty: where a tile goes that need not fit. BOA-8, BOA-25"""
    return Places(FIELDS & ~table, ENDS & ~symbols)


def soon(hand: Cards, table: Fields, symbols: Fields, layout: Layout) -> tuple[str, ...]:
    """The tiles of a hand that fit once others of the hand have been laid."""
    own = hand & COLOURED | union(fields for tiles, fields in GREY.items() if tiles & hand)
    room = fitting(table, symbols, layout)
    later = hand & ~room.takes()
    while reached := room.fields & own:
        table |= reached
        room = fitting(table, symbols, layout)
    reachable = room.takes() | table & COLOURED
    return tuple(NAME[tile] for tile in kinds(later & reachable))


def kinds(tiles: Cards) -> Iterable[Card]:
    """One tile of each name."""
    return {NAME[tile]: tile for tile in each(tiles)}.values()


@cache
def tile_on(field: Fields) -> str:
    """The name of the tile that lies on a filled field."""
    return f"N{NUMBER[field]}" if NUMBER[field] in GREY_NUMBERS else NAME[field]


def minus_points(tiles: Cards) -> int:
    """The numbers on these tiles; a symbol counts 11. BOA-11, BOA-24"""
    return sum(NUMBER.get(tile, 11) for tile in each(tiles))


def pair(run: Fields) -> bool:
    """Whether two of these fields are neighbours in one row; symbols never are. BOA-9, BOA-23"""
    return bool(run & run << 1)
