"""Determinization: deals the hidden cards of a seat again, in place.

All deals that agree with the excluded cards are equally likely if the exclusions are nested (see *Hidden
cards* in docs/architecture.md). They are nested but for two rules, where the deal is consistent but not
uniform: a card kept by choice (CLA-8), of which nothing is known until that hand draws again, and a 10 or 12
that could open a row (THR-2). Before classic's first card, CLA-3 is ignored. The library's `imagine` is exact
in all of this.
"""

from __future__ import annotations

from elfer.compiled.bits import lowest, unsigned
from elfer.compiled.decorator import IntArray, compiled
from elfer.games.rows.compiled.layout import DRAWN, LAST, NEXT, TURN, Sheet
from elfer.games.rows.compiled.rules import below, hand, hand_size, known


@compiled
def sample(game: IntArray, sheet: Sheet, stock: IntArray, seat: int) -> None:
    """Deal again all cards that this seat does not see, by the game's random stream; -1 sees no hand."""
    first = gather(game, sheet, stock, seat)
    dealt = 1 << seat if seat >= 0 else 0
    while dealt != (1 << sheet.seats) - 1:
        other = most_restricted(game, sheet, stock, first, dealt)
        first = deal_hand(game, stock, first, other)
        dealt |= 1 << other
    for size in range(game[LAST] - first, 1, -1):
        swap(stock, first + size - 1, first + below(game, size))
    if first < game[NEXT]:  # another seat's card, to be laid or kept
        game[DRAWN] = stock[unsigned(first)]


@compiled
def gather(game: IntArray, sheet: Sheet, stock: IntArray, seat: int) -> int:
    """Put all cards that this seat does not see on the stock; returns its new start."""
    first = game[NEXT]
    if game[DRAWN] and game[TURN] != seat:
        first -= 1
        stock[unsigned(first)] = game[DRAWN]
    for other in range(sheet.seats):
        for half in range(2):
            cards = 0 if other == seat else game[hand(other, half)]
            while cards:
                first -= 1
                stock[unsigned(first)] = half << 6 | lowest(cards)
                cards &= cards - 1
    return first


@compiled
def most_restricted(game: IntArray, sheet: Sheet, stock: IntArray, first: int, dealt: int) -> int:
    """The seat without cards yet that may take the fewest of the cards left."""
    found, fewest = -1, 0
    for seat in range(sheet.seats):
        if not dealt >> seat & 1:
            free = allowed(game, stock, first, seat)
            if found < 0 or free < fewest:
                found, fewest = seat, free
    return found


@compiled
def allowed(game: IntArray, stock: IntArray, first: int, seat: int) -> int:
    """The number of cards left that a seat may hold."""
    free = 0
    for i in range(first, game[LAST]):
        free += not excluded(game, seat, stock[unsigned(i)])
    return free


@compiled
def excluded(game: IntArray, seat: int, card: int) -> bool:
    """Whether a hand is known not to hold a card."""
    return game[known(seat, card >> 6)] >> (card & 63) & 1 != 0


@compiled
def deal_hand(game: IntArray, stock: IntArray, first: int, seat: int) -> int:
    """Deal a hand of the same size as before; returns the new start of the cards left."""
    size = hand_size(game, seat)
    heeded = allowed(game, stock, first, seat) >= size  # a loaded position may be contradictory
    game[hand(seat, 0)] = game[hand(seat, 1)] = 0
    while size:
        i = first + below(game, game[LAST] - first)
        card = stock[unsigned(i)]
        if not (heeded and excluded(game, seat, card)):
            game[hand(seat, card >> 6)] |= 1 << (card & 63)
            swap(stock, first, i)
            first += 1
            size -= 1
    return first


@compiled
def swap(stock: IntArray, i: int, j: int) -> None:
    """Exchange two cards."""
    stock[unsigned(i)], stock[unsigned(j)] = stock[unsigned(j)], stock[unsigned(i)]
