"""Conversion between states and moves of the board game and the compiled arrays and numbers."""

from __future__ import annotations

import re
from functools import lru_cache

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.decorator import Ints
from elfer.core.cards import LANE, LETTERS, NAME, Card, Cards, Fields, each, union
from elfer.core.game import Move
from elfer.games.board.compiled import (
    BESIDE,
    BONUS,
    BRIDGES,
    DRAW,
    DRAWN,
    ENDED,
    ENDS_FILLED,
    FREE,
    GIVE,
    GREY_TILE,
    HAND,
    HANDS,
    LAID,
    LAST,
    ON,
    OWED,
    ROW,
    RUN,
    SEATS,
    SIZE,
    SYMBOL_TILE,
    TABLE,
    TURN,
    points,
)
from elfer.games.board.layout import Layout
from elfer.games.board.rules import Board
from elfer.games.board.state import State
from elfer.games.board.tiles import COLOURED, GREY, GREY_NUMBERS, SYMBOL

SYMBOL_OF = dict(zip(LETTERS, SYMBOL, strict=True))
"""The symbol tiles of each row."""
RESTS = ("draw", "end", "pass", "skip")
"""The moves without a tile, by their numbers from `DRAW` on."""
MOVE_PATTERN = re.compile(r"(give )?([RYGBN])(\d+|S)(?:=([RYGB])(\d+))?")


def from_state(game: Board, state: State) -> tuple[Ints, Ints]:
    """The arrays of a state: the round, and its bag."""
    rows, tiles, array = game.board.rows, numbers(game.board), bare(game.board).copy()
    for seat, hand in enumerate(state.hands):
        at = HANDS + HAND * seat
        symbols = [(SYMBOL_OF[row] & hand).bit_count() for row in rows]
        greys = [(copies & hand).bit_count() for copies in GREY]
        array[at : at + HAND] = _rows(rows, hand & COLOURED) + greys + symbols
    for at, fields in (TABLE, state.table), (ENDS_FILLED, state.symbols), (RUN, state.run):
        if fields:
            array[at : at + 4] = _rows(rows, fields)
    array[TURN], array[LAID], array[FREE], array[OWED] = state.turn, state.laid, state.free, state.owed
    array[DRAWN] = tiles[state.drawn] + 1 if state.drawn else 0
    array[LAST], array[SEATS], array[ENDED] = len(state.bag), len(state.hands), 0 in state.hands
    return array, int_array([tiles[tile] for tile in state.bag])


@lru_cache(maxsize=16)
def bare(layout: Layout) -> Ints:
    """An array with the bridges of a layout only."""
    array = ints(SIZE)
    for at, bridges in (BRIDGES, layout.plain + layout.bonus), (BONUS, layout.bonus):
        for bridge in bridges:
            upper, fields = next((i, row) for i, row in enumerate(_rows(layout.rows, bridge)) if row)
            array[at + upper] |= fields
    return array


@lru_cache(maxsize=16)
def numbers(layout: Layout) -> dict[Card, int]:
    """The number of every tile on a board of this layout."""
    tiles = each(COLOURED | union(GREY) | union(SYMBOL))
    return {tile: _number(layout.rows, NAME[tile][0], NAME[tile][1:]) for tile in tiles}


def _rows(rows: str, fields: Cards | Fields) -> list[int]:
    return [fields >> LANE * LETTERS.index(row) & ROW for row in rows]


def _number(rows: str, letter: str, number: str) -> int:
    """The number of a tile or field."""
    if letter == "N":
        return GREY_TILE + GREY_NUMBERS.index(int(number))
    return SYMBOL_TILE + rows.index(letter) if number == "S" else 32 * rows.index(letter) + int(number)


def to_number(game: Board, move: Move) -> int:
    """The number of a move."""
    if not (found := MOVE_PATTERN.fullmatch(move)):
        return DRAW + RESTS.index(move)
    give, letter, number, row, field = found.groups()
    if row:
        return (BESIDE if number == "S" else ON) | _number(game.board.rows, row, field)
    return (GIVE if give else 0) | _number(game.board.rows, letter, number)


def to_move(game: Board, number: int) -> Move:
    """The move of a number."""
    if number >= DRAW:
        return RESTS[number - DRAW]
    rows, tile = game.board.rows, number & 255
    field = f"{rows[tile >> 5 & 3]}{tile & 31}"
    if number & GIVE:
        if tile >= SYMBOL_TILE:
            return f"give {rows[tile - SYMBOL_TILE]}S"
        return f"give N{GREY_NUMBERS[tile - GREY_TILE]}" if tile >= GREY_TILE else f"give {field}"
    if number & BESIDE:
        return f"{field[0]}S={field}"
    return f"N{field[1:]}={field}" if number & ON else field


def points_of(array: Ints) -> tuple[int, ...]:
    """The points of every seat. BOA-11"""
    return tuple(points(array, seat) for seat in range(array[SEATS]))
