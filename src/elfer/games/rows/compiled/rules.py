"""The rules of the row games on arrays, compiled; `elfer.games.rows.rules` is the law.

A game is an array `game` (see `layout`), its stock an array `stock`, and its rules a `Sheet`. The functions
neither allocate nor recurse, so that any target of Numba can compile them. Moves are not checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.compiled.bits import count, lowest, unsigned, wrapped
from elfer.compiled.decorator import IntArray, compiled
from elfer.compiled.streams import GOLDEN, mix
from elfer.core.cards import LANE
from elfer.games.rows.compiled.layout import (
    BY_LOT,
    DRAW,
    DRAWN,
    END,
    EXCLUDED,
    HANDS,
    KEEP,
    LAID,
    LAST,
    NEXT,
    OPENERS,
    PASS,
    RNG,
    ROW,
    TABLE,
    TURN,
    WINNER,
    Sheet,
)

if TYPE_CHECKING:
    import numpy as np


@compiled
def hand(seat: int, half: int) -> np.uintp:
    """The index of half a hand."""
    return unsigned(HANDS + 2 * seat + half)


@compiled
def known(seat: int, half: int) -> np.uintp:
    """The index of half of a hand's excluded cards."""
    return unsigned(EXCLUDED + 2 * seat + half)


@compiled
def hand_size(game: IntArray, seat: int) -> int:
    """The number of cards of a seat."""
    return count(game[hand(seat, 0)]) + count(game[hand(seat, 1)])


@compiled
def below(game: IntArray, limit: int) -> int:
    """A random number from 0 to *limit* - 1, from the game's own stream."""
    game[RNG] = wrapped(game[RNG] + GOLDEN)
    return (mix(game[RNG]) >> 32 & 0xFFFFFFFF) * limit >> 32


@compiled
def deal(game: IntArray, sheet: Sheet, stock: IntArray) -> None:
    """The start of a round, from the random numbers at `RNG`. CLA-1"""
    game[TABLE], game[TABLE + 1] = sheet.low_table, sheet.high_table
    game[OPENERS], game[OPENERS + 1] = sheet.low_openers, sheet.high_openers
    game[LAID], game[DRAWN], game[TURN], game[WINNER] = 0, 0, -1, -1
    while game[TURN] < 0:  # CLA-3
        game[NEXT], game[LAST] = 0, shuffle(game, sheet, stock)
        for seat in range(sheet.seats):
            game[hand(seat, 0)] = game[hand(seat, 1)] = game[known(seat, 0)] = game[known(seat, 1)] = 0
            for _ in range(sheet.hand_size):
                take(game, seat, top(game, stock))
        game[TURN] = starter(game, sheet)


@compiled
def shuffle(game: IntArray, sheet: Sheet, stock: IntArray) -> int:
    """Put all cards that do not lie out into the stock, in random order; returns their number."""
    size = 0
    for half in range(2):
        cards = sheet.high_cards & ~sheet.high_table if half else sheet.low_cards & ~sheet.low_table
        while cards:
            i = below(game, size + 1)
            stock[size] = stock[i]
            stock[i] = half << 6 | lowest(cards)
            cards &= cards - 1
            size += 1
    return size


@compiled
def starter(game: IntArray, sheet: Sheet) -> int:
    """The seat that starts; -1 asks for another deal."""
    if sheet.first >= 0:
        return sheet.first  # FAL-3, THR-3, JUN-2
    if sheet.first == BY_LOT:
        return below(game, sheet.seats)  # ANY-1
    for half in range(2):
        elevens = 0
        for seat in range(sheet.seats):
            elevens |= game[hand(seat, half)] & game[OPENERS + half]
        for seat in range(sheet.seats):
            if game[hand(seat, half)] & elevens & -elevens:
                return seat  # CLA-3
    return -1


@compiled
def top(game: IntArray, stock: IntArray) -> int:
    """Take the next card off the stock."""
    card = stock[unsigned(game[NEXT])]
    game[NEXT] += 1
    return card


@compiled
def take(game: IntArray, seat: int, card: int) -> None:
    """Put a card into a hand."""
    game[hand(seat, card >> 6)] |= 1 << (card & 63)


# Legal moves.


@compiled
def fits(game: IntArray, half: int) -> int:
    """Where a card could be laid now, including taken fields and fields out of play. CLA-6"""
    table = game[TABLE + half]
    return table << 1 | table >> 1 | game[OPENERS + half]


@compiled
def untouched(game: IntArray) -> bool:
    """Whether no card lies yet."""
    return game[TABLE] | game[TABLE + 1] == 0


@compiled
def lays(game: IntArray, sheet: Sheet) -> tuple[int, int]:
    """The cards that may be laid now, low and high."""
    seat, card = game[TURN], game[DRAWN]
    low, high = game[hand(seat, 0)], game[hand(seat, 1)]
    if card:  # CLA-8
        bit = 1 << (card & 63)
        low, high = (0, bit) if card >> 6 else (bit, 0)
    low, high = low & fits(game, 0), high & fits(game, 1)
    if sheet.eleven_first and untouched(game):  # CLA-4
        high = 0 if low else high & -high
        low &= -low
    return low, high


@compiled
def may_rest(game: IntArray) -> bool:
    """Whether the seat may stop laying: it has laid or drawn a card. CLA-5, CLA-8"""
    return game[LAID] | game[DRAWN] != 0


@compiled
def rest(game: IntArray) -> int:
    """The move that is no lay: legal if `may_rest`, or if no card may be laid."""
    if game[DRAWN]:
        return KEEP  # CLA-8
    if game[LAID]:
        return END  # CLA-5, CLA-12
    return DRAW if game[NEXT] < game[LAST] else PASS  # CLA-7, CLA-9


@compiled
def moves(game: IntArray, sheet: Sheet, found: IntArray) -> int:
    """Write every legal move into *found*, in the library's order; returns their number."""
    if game[WINNER] >= 0:
        return 0
    low, high = lays(game, sheet)
    size = 0
    for half in range(2):
        cards = high if half else low
        while cards:
            found[size] = half << 6 | lowest(cards)
            cards &= cards - 1
            size += 1
    if size == 0 or may_rest(game):
        found[size] = rest(game)
        size += 1
    return size


# Playing a move.


@compiled
def play(game: IntArray, sheet: Sheet, stock: IntArray, move: int) -> None:
    """Play one move."""
    if move < DRAW:
        lay(game, sheet, move)
    elif move == END:
        pass_turn(game, sheet)
    elif move == DRAW:
        draw(game, sheet, stock)
    elif move == KEEP:
        keep(game, sheet)
    else:
        show(game, sheet, 0)
        pass_turn(game, sheet)  # CLA-9


@compiled
def lay(game: IntArray, sheet: Sheet, card: int) -> None:
    """Lay a card of the hand, or the one just drawn."""
    seat, last = game[TURN], untouched(game)  # CLA-4
    if game[DRAWN]:
        game[DRAWN], last = 0, True  # CLA-7
    else:
        game[hand(seat, card >> 6)] ^= 1 << (card & 63)
    put_down(game, sheet, card)
    if game[hand(seat, 0)] | game[hand(seat, 1)] == 0:
        game[WINNER] = seat  # CLA-10
    if last:
        pass_turn(game, sheet)
    else:
        game[LAID] += 1


@compiled
def put_down(game: IntArray, sheet: Sheet, card: int) -> None:
    """Put a card on the table; updates the openers and the excluded cards."""
    first, half, bit = untouched(game), card >> 6, 1 << (card & 63)
    game[unsigned(TABLE + half)] |= bit
    if sheet.empty_rows_only:
        game[unsigned(OPENERS + half)] &= ~(ROW << LANE if bit > ROW else ROW)  # THR-2
    if first and sheet.first_decides:
        bit = bit >> LANE if bit > ROW else bit
        game[OPENERS] = game[OPENERS + 1] = bit << LANE | bit  # ANY-2
    if first and sheet.eleven_first:
        for seat in range(sheet.seats):  # no hand held an 11 that would have come before: CLA-3
            game[known(seat, 0)] |= sheet.low_openers & sheet.low_cards & (-1 if half else bit - 1)
            game[known(seat, 1)] |= sheet.high_openers & sheet.high_cards & (bit - 1 if half else 0)


@compiled
def draw(game: IntArray, sheet: Sheet, stock: IntArray) -> None:
    """Draw until a card fits, at most three; that one must be laid, or may be. CLA-7"""
    seat, drawn = game[TURN], 0
    while True:
        card = top(game, stock)
        drawn += 1
        laid = (fits(game, 1) if card >> 6 else fits(game, 0)) >> (card & 63) & 1
        if laid or drawn == sheet.draws or game[NEXT] == game[LAST]:  # CLA-9
            break
        take(game, seat, card)
    show(game, sheet, drawn - 1 if laid or sheet.may_keep else drawn)
    if sheet.may_keep:
        game[DRAWN] = card  # CLA-8
        return
    if laid:
        put_down(game, sheet, card)
    else:
        take(game, seat, card)
    pass_turn(game, sheet)


@compiled
def show(game: IntArray, sheet: Sheet, kept: int) -> None:
    """A seat that draws or passes has shown that no card in hand fits, nor any of the *kept* ones."""
    low, high = known(game[TURN], 0), known(game[TURN], 1)
    if kept:  # what it was known not to hold may be among them: THR-2
        game[low] = game[high] = 0
    game[low] |= fits(game, 0) & sheet.low_cards & ~game[TABLE]
    game[high] |= fits(game, 1) & sheet.high_cards & ~game[TABLE + 1]


@compiled
def keep(game: IntArray, sheet: Sheet) -> None:
    """Keep the card just drawn, which may be any. CLA-8"""
    seat = game[TURN]
    take(game, seat, game[DRAWN])
    game[DRAWN] = game[known(seat, 0)] = game[known(seat, 1)] = 0
    pass_turn(game, sheet)


@compiled
def pass_turn(game: IntArray, sheet: Sheet) -> None:
    """The next seat's turn."""
    turn = game[TURN] + 1
    game[TURN] = turn if turn < sheet.seats else 0
    game[LAID] = 0


@compiled
def points(game: IntArray, seat: int) -> int:
    """Minus the numbers left in a hand. CLA-11"""
    total = 0
    for half in range(2):
        cards = game[hand(seat, half)]
        while cards:
            bit = lowest(cards)
            total -= bit - LANE if bit > LANE else bit
            cards &= cards - 1
    return total
