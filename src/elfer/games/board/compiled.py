"""The rules of the board game on an array, compiled for playouts; `elfer.games.board.rules` is the law.

A set of fields is four words, one for each row of the board from top to bottom, with a bit for each number. A
field is 32 times its row plus its number. Moves are not checked, and beliefs about hands are not kept.
"""

from __future__ import annotations

import re
from functools import lru_cache

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import count, lowest, unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.core.cards import LANE, LETTERS, NAME, Card, Cards, Fields, each, union
from elfer.core.game import Move, Seat
from elfer.games.board.layout import Layout
from elfer.games.board.rules import DRAWS, Board
from elfer.games.board.state import State
from elfer.games.board.tiles import COLOURED, GREY, GREY_NUMBERS, SYMBOL

# The indices of a round's array.
HANDS = 0
"""The tiles of each of four seats: a set per row, then counts of grey tiles and of symbol tiles."""
GREYS, SYMBOLS = 4, 8
"""Offsets of these counts: grey tiles by number, symbol tiles by row."""
HAND = 12
TABLE = 48
ENDS_FILLED = 52
"""The ends whose symbol field is filled. BOA-21"""
RUN = 56
BRIDGES, BONUS = 60, 63
"""The numbers on which bridges join a row to the one below, and those that carry a bonus. BOA-7, BOA-8"""
TURN, LAID, DRAWN, FREE, OWED, NEXT, LAST, ENDED, STEPS, SEATS = range(66, 76)
"""The bag is `bag[NEXT:LAST]`; `DRAWN` is one more than the tile."""
SCRATCH = 76
"""Scratch words, to the end."""
SIZE = 108

ROW = 0x1FFFFE
ELEVEN, ENDS = 1 << 11, 1 << 1 | 1 << 20
AREAS = ELEVEN | ENDS
"""BOA-6"""
GREY_TILE, SYMBOL_TILE = 128, 132
"""A coloured tile is its field; then come the grey tiles by number, and the symbol tiles by row."""
ON, BESIDE, GIVE = 256, 512, 1024
"""Flags of a move: a grey tile on a field, a symbol tile beside an end, a tile passed on."""
DRAW, END, PASS, SKIP = range(2048, 2052)
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


@compiled
def grey_number(kind: int) -> int:
    """The number of a kind of grey tile. BOA-1"""
    return 3 + 4 * kind + 2 * (kind > 1)


@compiled
def hand_size(game: IntArray, seat: Seat) -> int:
    """The number of tiles of a seat."""
    at, size = HANDS + HAND * seat, 0
    for i in range(4):
        size += count(game[unsigned(at + i)])
        size += game[unsigned(at + GREYS + i)] + game[unsigned(at + SYMBOLS + i)]
    return size


@compiled
def points(game: IntArray, seat: Seat) -> int:
    """The minus points of a seat if the round ends now. BOA-11, BOA-24"""
    at, found = HANDS + HAND * seat, 0
    for i in range(4):
        hand = game[unsigned(at + i)]
        for number in range(1, 21):
            found -= number * (hand >> number & 1)
        found -= grey_number(i) * game[unsigned(at + GREYS + i)] + 11 * game[unsigned(at + SYMBOLS + i)]
    return found


@compiled
def joined(game: IntArray, at: int, row: int) -> int:
    """The fields of a row that are joined to a set of fields, whose words begin there. BOA-5 to BOA-7"""
    fields = game[unsigned(at + row)]
    lying = game[unsigned(at)] | game[unsigned(at + 1)] | game[unsigned(at + 2)] | game[unsigned(at + 3)]
    found = fields << 1 | fields >> 1 | lying & AREAS
    if row > 0:
        found |= game[unsigned(at + row - 1)] & game[unsigned(BRIDGES + row - 1)]
    if row < 3:
        found |= game[unsigned(at + row + 1)] & game[unsigned(BRIDGES + row)]
    return found & ROW


@compiled
def fitting(game: IntArray, row: int) -> int:
    """The fields of a row where tiles fit."""
    return (joined(game, TABLE, row) | ELEVEN) & ~game[unsigned(TABLE + row)]


@compiled
def chosen_freely(game: IntArray) -> bool:
    """Whether the drawn tile is a bonus, and need not fit. BOA-8, BOA-10"""
    return (game[LAID] | game[RUN] | game[RUN + 1] | game[RUN + 2] | game[RUN + 3]) != 0


@compiled
def earned(game: IntArray, row: int, field: int) -> int:
    """The number of bonuses that a tile earns on this field. BOA-8"""
    found, lying = 0, game[unsigned(TABLE + row)]
    if row > 0 and game[unsigned(BONUS + row - 1)] & field & ~(lying | game[unsigned(TABLE + row - 1)]):
        found += 1
    if row < 3 and game[unsigned(BONUS + row)] & field & ~(lying | game[unsigned(TABLE + row + 1)]):
        found += 1
    return found


@compiled
def play(game: IntArray, bag: IntArray, move: int) -> None:
    """Make a move."""
    game[STEPS] += 1
    if move == DRAW:
        draw(game, bag)
    elif move == SKIP:
        game[FREE] = 0
    elif move >= DRAW:
        pass_turn(game)
    elif move & GIVE:
        left = game[TURN] + 1 if game[TURN] + 1 < game[SEATS] else 0
        change(game, game[TURN], move & 255, -1)
        change(game, left, move & 255, 1)
        game[ENDED] = hand_size(game, game[TURN]) == 0
        pass_turn(game)
    else:
        lay(game, move)
    if not game[ENDED]:
        settle(game, bag)


@compiled
def pass_turn(game: IntArray) -> None:
    """The next seat is to move."""
    game[LAID] = game[RUN] = game[RUN + 1] = game[RUN + 2] = game[RUN + 3] = 0
    game[TURN] = game[TURN] + 1 if game[TURN] + 1 < game[SEATS] else 0


@compiled
def change(game: IntArray, seat: Seat, tile: int, by: int) -> None:
    """Add a tile to a hand, or take it out."""
    at = HANDS + HAND * seat
    if tile < GREY_TILE:
        game[unsigned(at + (tile >> 5))] ^= 1 << (tile & 31)
    else:
        game[unsigned(at + GREYS + tile - GREY_TILE)] += by  # the symbol tiles follow the grey ones


@compiled
def fields_for(game: IntArray, tile: int, row: int, anywhere: bool) -> int:
    """The fields of a row that a tile may go on: those where it fits, or all free ones. BOA-21, BOA-25"""
    if tile >= SYMBOL_TILE:
        lying = ENDS if anywhere else game[unsigned(TABLE + row)] & ENDS
        return lying & ~game[unsigned(ENDS_FILLED + row)] if tile - SYMBOL_TILE == row else 0
    if tile < GREY_TILE and tile >> 5 != row:
        return 0
    number = tile & 31 if tile < GREY_TILE else grey_number(tile - GREY_TILE)
    fields = ROW & ~game[unsigned(TABLE + row)] if anywhere else fitting(game, row)
    return fields & 1 << number


@compiled
def flag_of(tile: int) -> int:
    """The flag of a move that lays this tile."""
    if tile < GREY_TILE:
        return 0
    return ON if tile < SYMBOL_TILE else BESIDE


@compiled
def places(game: IntArray, tile: int, anywhere: bool) -> tuple[int, int]:
    """The number of fields for a tile from the bag, and a move that lays it on one."""
    found, move = 0, 0
    for row in range(4):
        fields = fields_for(game, tile, row, anywhere)
        if fields:
            found += count(fields)
            move = flag_of(tile) | 32 * row + lowest(fields)
    return found, move


@compiled
def draw(game: IntArray, bag: IntArray) -> None:
    """Draw up to three tiles; the first that fits is laid, and counts. BOA-10"""
    for _ in range(DRAWS):
        if game[NEXT] == game[LAST]:
            break
        tile = bag[unsigned(game[NEXT])]
        game[NEXT] += 1
        ways, move = places(game, tile, False)
        if ways == 1:
            game[LAID] = 1
            put(game, move)
            return
        if ways:
            game[DRAWN] = tile + 1
            return
        change(game, game[TURN], tile, 1)
    pass_turn(game)


@compiled
def lay(game: IntArray, move: int) -> None:
    """Lay the drawn tile, or one of the hand; the last of the hand triggers nothing more. BOA-11"""
    if game[DRAWN]:
        game[LAID] += not chosen_freely(game)
    else:
        tile, number = move & 127, move & 31
        if move & ON:
            tile = GREY_TILE + (number > 3) + (number > 7) + (number > 13)
        elif move & BESIDE:
            tile = SYMBOL_TILE + (move >> 5 & 3)
        change(game, game[TURN], tile, -1)
        game[LAID] += game[FREE] == 0
        game[ENDED] = hand_size(game, game[TURN]) == 0
    game[DRAWN] = game[FREE] = 0
    put(game, move)


@compiled
def put(game: IntArray, move: int) -> None:
    """Put a tile on its field; what it earns is owed, if play goes on."""
    row, field = move >> 5 & 3, 1 << (move & 31)
    if move & BESIDE:
        game[unsigned(ENDS_FILLED + row)] |= field
        game[FREE] = not game[ENDED]  # BOA-22
    else:
        game[OWED] += 0 if game[ENDED] else earned(game, row, field)
        game[unsigned(TABLE + row)] |= field
        game[unsigned(RUN + row)] |= field


@compiled
def settle(game: IntArray, bag: IntArray) -> None:
    """Draw and lay all bonuses, up to the next choice. BOA-13"""
    while game[OWED] and game[NEXT] < game[LAST] and not game[DRAWN] and not game[FREE]:
        tile = bag[unsigned(game[NEXT])]
        game[NEXT] += 1
        game[OWED] -= 1
        ways, move = places(game, tile, True)
        if ways == 1:
            put(game, move)
        else:
            game[DRAWN] = tile + 1
    if game[NEXT] == game[LAST]:
        game[OWED] = 0
