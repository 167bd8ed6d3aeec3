"""Tiny: a row game for two seats, small enough to be solved. It is not in the registry of games.

Two colours with the numbers 1 to 4, of which the 2s open the rows; a hand has three cards, and two are left
in the stock. *Tinier* has only 1 to 3, and a hand has two cards. Otherwise the rules are those of the row
games: a card fits beside its neighbour, one must be laid if possible, more may follow, and a seat without a
fitting card draws one. The first empty hand wins.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import Cards, listed, row, union
from elfer.core.chance import Chance
from elfer.core.game import Seat
from elfer.core.options import First, starting_seat
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State, View

MIDDLE = 2
OPENERS = row(0, (MIDDLE,)) | row(1, (MIDDLE,))


class Tiny(RowGame, frozen=True):
    """A row game of eight cards: 1,120 deals."""

    id: ClassVar[str] = "tiny"
    title: ClassVar[str] = "Tiny"
    seats: ClassVar[range] = range(2, 3)
    numbers: ClassVar[range] = range(1, 5)
    draws: ClassVar[int] = 1

    first: First = 0

    def in_play(self) -> Cards:
        return _cards(self.numbers)

    def openers(self, state: State) -> Cards:
        return OPENERS

    def middle(self, state: State) -> int:
        return MIDDLE

    def hand_size(self, seats: int) -> int:
        return len(self.numbers) - 1

    def starter(self, hands: tuple[Cards, ...], rng: Chance) -> Seat:
        return starting_seat(self.first, len(hands), rng)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        return replace(super().view(state, seat, open=open), rows="RY")

    def deal(self, seats: int, rng: Chance) -> State:
        """Each hand is one random choice among all hands, so that a tree has every deal exactly once."""
        blank, size = self.blank(seats), self.hand_size(seats)
        left, hands = listed(self.in_play() & ~blank.table), []
        for _ in range(seats):
            hand = union(list(combinations(left, size))[rng.below(comb(len(left), size))])
            hands.append(hand)
            left = tuple(card for card in left if not card & hand)
        stock = list(permutations(left))[rng.below(factorial(len(left)))]
        dealt = tuple(hands)
        return replace(blank, turn=self.starter(dealt, rng), hands=dealt, stock=stock)


class Tinier(Tiny, frozen=True):
    """A row game of six cards: 180 deals."""

    id: ClassVar[str] = "tinier"
    title: ClassVar[str] = "Tinier"
    numbers: ClassVar[range] = range(1, 4)


@cache
def _cards(numbers: range) -> Cards:
    """These numbers in both colours."""
    return row(0, numbers) | row(1, numbers)
