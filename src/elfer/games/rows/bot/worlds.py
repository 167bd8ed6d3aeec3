"""What the expert of the row games imagines: worlds, and how the others play in them.

Some hold cards back, and some lay all they can. Of the second kind nobody has a card that fits now, as far
as the table shows, so in their worlds no hand is dealt one. How many of the worlds are theirs depends on
the table: the more cards would fit that the others should have if they were dealt by chance alone, the less
likely it is that they have none of them.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from elfer.compiled.arrays import floats, int_array, ints
from elfer.compiled.bits import count
from elfer.compiled.decorator import Floats, Ints
from elfer.core.game import Seat
from elfer.games.rows.bot.policy import hand_size
from elfer.games.rows.bot.search import try_moves
from elfer.games.rows.bot.weights import POLICIES
from elfer.games.rows.compiled.layout import EXCLUDED, HANDS, LAST, NEXT, RNG, SIZE, TABLE, Sheet, Stock
from elfer.games.rows.compiled.rules import fits

TUNED = POLICIES.index("tuned")
HOLDING = int_array([POLICIES.index(name) for name in ("hard", "tuned")])
LAYING = int_array([POLICIES.index("greedy")])
"""The policies of those who hold cards back, and of those who lay all they can."""
EVEN_CARDS = 2.5
"""With this number of fitting cards expected in other hands, either kind is as likely as the other."""
STREAM_OFFSET = 0x5DEECE66D
"""Added to the random numbers of one kind's worlds, so that they differ from the other's."""


class Position(NamedTuple):
    """A game as the engine sees it, with the policies for it."""

    sheet: Sheet
    policies: Floats
    array: Ints
    stock: Stock


class Worlds:
    """The worlds that a seat may believe in, and what its moves come to in them."""

    def __init__(self, position: Position, seat: Seat, *, wary: bool = False) -> None:
        """Who is *wary* takes nobody for one who lays all they can: whoever does is easily beaten."""
        self.position, self.seat = position, seat
        self.laying, expected = suspicion(position, seat)
        self.share = 0.0 if wary else 1 / (1 + exp(expected - EVEN_CARDS))
        """Which share of the worlds is of those who lay all they can."""
        self.stocks = position.stock.copy(), position.stock.copy()
        self.holding = position.array.copy()
        self.room, self.by_seat = ints(SIZE), ints(6)

    def tried(self, moves: Ints, worlds: int) -> Floats:
        """Whether each move wins, and its points: a row per world, a column per move."""
        found = floats(worlds, len(moves), 2)
        laying = round(worlds * self.share)
        self._try(self.laying, self.stocks[0], LAYING, moves, found[:laying])
        self._try(self.holding, self.stocks[1], HOLDING, moves, found[laying:])
        return found

    def _try(self, array: Ints, stock: Stock, others: Ints, moves: Ints, found: Floats) -> None:
        sheet, policies = self.position.sheet, self.position.policies
        try_moves(
            array, sheet, stock, self.seat, policies, TUNED, others, moves, self.room, self.by_seat, found
        )


def suspicion(position: Position, seat: Seat) -> tuple[Ints, float]:
    """The game in which no other hand fits; how many such cards there should be by chance alone."""
    sheet, array = position.sheet, position.array
    laying, expected = array.copy(), 0.0
    laying[RNG] += STREAM_OFFSET
    sizes = [hand_size(array, other) for other in range(sheet.seats)]
    unseen = sum(sizes) - sizes[seat] + array[LAST] - array[NEXT]
    for half, cards in enumerate((sheet.low_cards, sheet.high_cards)):
        fitting = fits(array, half) & cards & ~array[TABLE + half] & ~array[HANDS + 2 * seat + half]
        for other in range(sheet.seats):
            if other != seat:
                at = EXCLUDED + 2 * other + half
                expected += count(int(fitting & ~array[at])) * sizes[other] / unseen
                laying[at] |= fitting
    return laying, float(expected)
