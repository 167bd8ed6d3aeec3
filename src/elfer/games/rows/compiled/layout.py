"""The indices of a game's array, and the data sheet that distinguishes the row games.

A set of cards is the library's int cut in two: the low half has red and yellow, the high half green and
blue, 22 bits for each colour, so that a shift by one is still *the next number*. A card is 64 times its
half plus its bit in the half; 0 is no card. A move is a card to lay, or one of `DRAW`, `KEEP`, `END`,
`PASS`.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.core.cards import LANE

HALF = 2 * LANE
"""The number of bits of the low half."""
ROW = (1 << LANE) - 1

# The indices of a game's array. A set takes two, low and high; hands have a set for each of six seats.
HANDS = 0
EXCLUDED = 12
"""The cards a hand is known not to hold, apart from a drawn card that may be kept."""
TABLE = 24
OPENERS = 26
"""The cards that may open a row now."""
TURN = 28
LAID = 29
"""The number of cards laid this turn."""
DRAWN = 30
"""The card to be laid or kept, or 0. CLA-8"""
NEXT = 31
LAST = 32
"""The stock is `stock[NEXT:LAST]`, the card on top first."""
WINNER = 33
"""The seat that laid its last card, or -1."""
RNG = 34
"""The state of the game's random stream."""
SIZE = 36

DECK = 80
"""The length of a stock's array; the room before `NEXT` is for `sample`."""
DRAW, KEEP, END, PASS = 128, 129, 130, 131
"""In the order of `rules.RESTS`, from the first number that is no card on."""
MOVES = DECK + 1
"""The length of an array for all moves of a position."""

BY_LOT, ELEVEN = -1, -2


class Sheet(NamedTuple):
    """The rules of a game with its options at a number of seats."""

    seats: int
    hand_size: int  # CLA-1, JUN-1
    draws: int  # CLA-7, JUN-3
    may_keep: int
    """Whether a drawn card that fits may be kept. CLA-8"""
    first: int
    """The seat that starts, or `BY_LOT`, or `ELEVEN`: the holder of the first 11. CLA-3"""
    low_cards: int
    high_cards: int
    """All cards in play. CLA-1, CLA-2, JUN-1"""
    low_table: int
    high_table: int
    """The cards on the table from the start. FAL-1, JUN-1"""
    low_openers: int
    high_openers: int
    """The cards that may open a row before the first lay. CLA-6, THR-1, ANY-1"""
    eleven_first: int
    """Whether the first card is the first 11 in the order of colours. CLA-3, CLA-4"""
    empty_rows_only: int
    """Whether a row that has a card is not opened any more. THR-2"""
    first_decides: int
    """Whether the first card says which number opens the rows. ANY-2"""
