"""The rules of Master on an array, compiled for playouts; `elfer.games.master.rules` is the law.

A set of cards is four words, one for each row of the table from top to bottom, with a bit for each number. A
field is 32 times its row plus its number, and a move that lays is its field with flags. Moves are not
checked, and beliefs about hands are not kept.
"""

from __future__ import annotations

import re

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import count, unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.core.cards import COLOURS, LANE, NUMBER, Cards
from elfer.core.game import Move, Seat
from elfer.games.master.rules import MOST, Master
from elfer.games.master.state import BONUSES, JOKERS, State, letters_of

# The indices of a round's array.
HANDS = 0
"""The number cards of each of six seats: four words each."""
WILD = 24
"""The number of jokers of each seat."""
CONNECTIONS = 30
BONUS = 36
TABLE = 42
LAID_JOKERS = 46
TURN, LAID, SWAPPED, NEXT, LAST, ENDED, STEPS, SEATS = range(50, 58)
"""The stock is `stock[NEXT:LAST]`."""
SCRATCH = 58
"""Scratch: a hand, a table, its jokers."""
SIZE = 70

ROW = 0x3FFFFE
LOWER, UPPER = 0xFFE, 0x3FF800
"""The half rows. MAS-10"""
JOKER, ABOVE, BELOW, SWAP = 128, 256, 512, 1024
"""Flags of a move: of a joker; through a connection card from the row above or below; a joker is taken up."""
DRAW, END, PASS = range(2048, 2051)
RESTS = ("draw", "end", "pass")
"""The moves without a card, by their numbers from `DRAW` on."""
MOVE_PATTERN = re.compile(r"(J=)?([RYGB])(\d+)(xJ)?(?:<([RYGB]))?")


def from_state(game: Master, state: State) -> tuple[Ints, Ints]:
    """The arrays of a state: the round, and its stock."""
    order = [COLOURS.index(colour) for colour in game.row_order]
    array = ints(SIZE)
    for seat, hand in enumerate(state.hands):
        array[HANDS + 4 * seat : HANDS + 4 * seat + 4] = _rows(order, hand)
        array[WILD + seat] = (hand & JOKERS).bit_count()
        array[CONNECTIONS + seat] = state.connections[seat]
        array[BONUS + seat] = state.bonus[seat]
    array[TABLE : TABLE + 4] = _rows(order, state.table)
    array[LAID_JOKERS : LAID_JOKERS + 4] = _rows(order, state.jokers)
    array[TURN], array[LAID], array[SWAPPED] = state.turn, state.laid, state.swapped
    array[LAST], array[SEATS] = len(state.stock), len(state.hands)
    array[ENDED] = not game.actors(state)
    row_of = {colour: row for row, colour in enumerate(order)}
    stock = [
        JOKER if card & JOKERS else 32 * row_of[(card.bit_length() - 1) // LANE] + NUMBER[card]
        for card in state.stock
    ]
    return array, int_array(stock)


def _rows(order: list[int], cards: Cards) -> list[int]:
    return [cards >> LANE * colour & ROW for colour in order]


def to_number(game: Master, move: Move) -> int:
    """The number of a move."""
    if found := MOVE_PATTERN.fullmatch(move):
        rows = letters_of(game.row_order)
        joker, letter, number, swap, source = found.groups()
        row = rows.index(letter)
        bridge = 0 if not source else ABOVE if rows.index(source) < row else BELOW
        return 32 * row + int(number) | (JOKER if joker else 0) | (SWAP if swap else 0) | bridge
    return DRAW + RESTS.index(move)


def to_move(game: Master, number: int) -> Move:
    """The move of a number."""
    if number >= DRAW:
        return RESTS[number - DRAW]
    rows = letters_of(game.row_order)
    row = number >> 5 & 3
    field = f"{rows[row]}{number & 31}"
    if number & SWAP:
        return f"{field}xJ"
    source = f"<{rows[row - 1 if number & ABOVE else row + 1]}" if number & (ABOVE | BELOW) else ""
    return f"J={field}{source}" if number & JOKER else field + source


@compiled
def hand_size(game: IntArray, seat: Seat) -> int:
    """The number of cards of a seat."""
    size = game[unsigned(WILD + seat)]
    for row in range(4):
        size += count(game[unsigned(HANDS + 4 * seat + row)])
    return size


@compiled
def points(game: IntArray, seat: Seat) -> int:
    """The points of a seat if the round ends now. MAS-13"""
    found = 11 * (game[unsigned(BONUS + seat)] - game[unsigned(WILD + seat)])
    for row in range(4):
        hand = game[unsigned(HANDS + 4 * seat + row)]
        for number in range(1, 22):
            found -= number * (hand >> number & 1)
    return found


@compiled
def fitting(game: IntArray, table: int, row: int) -> int:
    """The empty fields of a row beside a filled one, on the table that begins at that index. MAS-6"""
    lying = game[unsigned(table + row)]
    return (lying << 1 | lying >> 1) & ROW & ~lying


@compiled
def bridged(game: IntArray, table: int, row: int, flag: int) -> int:
    """The empty fields of a row to which a connection card leads from the row above or below. MAS-9"""
    source = row - 1 if flag == ABOVE else row + 1
    if source < 0 or source > 3:
        return 0
    return game[unsigned(table + source)] & ROW & ~game[unsigned(table + row)] & ~fitting(game, table, row)


@compiled
def bonuses(game: IntArray) -> int:
    """The number of bonus cards taken."""
    taken = 0
    for seat in range(game[SEATS]):
        taken += game[unsigned(BONUS + seat)]
    return taken


@compiled
def play(game: IntArray, stock: IntArray, move: int) -> None:
    """Make a move."""
    game[STEPS] += 1
    if move >= DRAW:
        if move == DRAW:
            take(game, stock)
        pass_turn(game)
    elif move & SWAP:
        swap(game, move >> 5 & 3, 1 << (move & 31))
    else:
        lay(game, move, move >> 5 & 3, 1 << (move & 31))


@compiled
def take(game: IntArray, stock: IntArray) -> None:
    """The seat to move draws a card. MAS-5"""
    card, seat = stock[unsigned(game[NEXT])], game[TURN]
    game[NEXT] += 1
    if card == JOKER:
        game[unsigned(WILD + seat)] += 1
    else:
        game[unsigned(HANDS + 4 * seat + (card >> 5))] |= 1 << (card & 31)
    game[ENDED] = full(game)


@compiled
def pass_turn(game: IntArray) -> None:
    """The next seat is to move."""
    game[LAID] = game[SWAPPED] = 0
    game[TURN] = game[TURN] + 1 if game[TURN] + 1 < game[SEATS] else 0


@compiled
def swap(game: IntArray, row: int, field: int) -> None:
    """A number card takes the place of a joker. MAS-8"""
    game[unsigned(HANDS + 4 * game[TURN] + row)] ^= field
    game[unsigned(LAID_JOKERS + row)] ^= field
    game[unsigned(WILD + game[TURN])] += 1
    game[SWAPPED] = game[LAID] == 0


@compiled
def lay(game: IntArray, move: int, row: int, field: int) -> None:
    """Lay a card, with all consequences."""
    seat = game[TURN]
    if move & JOKER:
        game[unsigned(WILD + seat)] -= 1
        game[unsigned(LAID_JOKERS + row)] |= field
    else:
        game[unsigned(HANDS + 4 * seat + row)] ^= field
    if move & (ABOVE | BELOW):
        game[unsigned(CONNECTIONS + seat)] -= 1
    game[unsigned(TABLE + row)] |= field
    half = LOWER if LOWER & field else UPPER
    if half & ~game[unsigned(TABLE + row)] == 0 and bonuses(game) < BONUSES:  # MAS-10
        game[unsigned(BONUS + seat)] += 1
    game[LAID] += 1
    game[SWAPPED] = 0
    game[ENDED] = hand_size(game, seat) == 0 or full(game)  # MAS-12
    if game[LAID] == MOST:  # MAS-15
        pass_turn(game)


@compiled
def full(game: IntArray) -> bool:
    """Whether no seat can lay any more. MAS-14"""
    lying = game[TABLE] & game[TABLE + 1] & game[TABLE + 2] & game[TABLE + 3]
    return lying == ROW and game[NEXT] == game[LAST]
