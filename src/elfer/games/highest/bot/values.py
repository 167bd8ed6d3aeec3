"""The value of every position of Die höchste Karte gewinnt for two seats with perfect play.

All but the two cards laid face down is open, so the game is solved backwards: a position is a matrix game
whose payoffs are the values of the positions after it. Only the order of the cards matters, so a position is
a *word*: the numbers still held, lowest first, each by me, by the other or by both; with the tricks aside,
and the tricks I am ahead. `values.bin` has each value as a byte, made by `tools/solve_highest.py`; a best
response to the rounded strategy wins 0.5046 of the rounds instead of 0.5.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO

from elfer.games.highest.bot.zero_sum import equilibrium

CARDS = 11
STEPS = 254
"""The number of steps of the chance to win."""


@cache
def _words(mine: int, other: int, length: int) -> int:
    """The number of words with these numbers of cards, held over *length* numbers at most."""
    if not mine and not other:
        return 1
    if not length or mine < 0 or other < 0:
        return 0
    return sum(_words(mine - a, other - b, length - 1) for a, b in ((1, 0), (0, 1), (1, 1)))


SIZES = range(CARDS + 1)
COUNTS = [[[_words(a, b, length) for length in SIZES] for b in SIZES] for a in SIZES]


def rank(mine: int, other: int, left: int, counts: Sequence[Sequence[Sequence[int]]]) -> int:
    """The index of a word among all with *left* cards each, in the order mine, the other's, both.

    *counts* is `COUNTS`: a number that the other holds comes after all words that go on with one of mine, and
    a number that both hold also after those that go on with one of the other's.
    """
    a, b, length, found = left, left, 11, 0
    while a or b:
        me, they = mine & 1, other & 1
        if they and a:
            found += counts[a - 1][b][length - 1]
        if me and they and b:
            found += counts[a][b - 1][length - 1]
        a, b, length = a - me, b - they, length - (me | they)
        mine, other = mine >> 1, other >> 1
    return found


def variant(left: int, aside: int, ahead: int) -> int:
    """The index of a pair of tricks aside and (non-negative) ahead among all with *left* cards."""
    return sum((CARDS - left - fewer) // 2 + 1 for fewer in range(aside)) + ahead // 2


def variants(left: int) -> int:
    """The number of such pairs."""
    return variant(left, CARDS - left, 0) + 1


@cache
def table() -> tuple[bytes, ...]:
    """The values of all positions by the number of cards left: word by word, variant by variant."""
    packed = files(__package__).joinpath("values.bin").read_bytes()
    values = BytesIO(zlib.decompress(packed))
    return (b"", *(values.read(COUNTS[left][left][CARDS] * variants(left)) for left in range(1, CARDS)))


def value(mine: int, other: int, aside: int, ahead: int) -> float:
    """My chance to win, a draw counting half; the cards are sets of numbers of the same size.

    The tricks won, those aside and those to come must add up to eleven, as they do in play.
    """
    left = mine.bit_count()
    if not left or abs(ahead) > left + aside:
        return (ahead > 0) + (ahead == 0) / 2
    if ahead < 0:
        return 1 - value(other, mine, aside, -ahead)
    at = rank(mine, other, left, COUNTS) * variants(left) + variant(left, aside, ahead)
    return table()[left][at] / STEPS


def numbers(cards: int) -> list[int]:
    """The numbers of a set, lowest first."""
    return [number for number in range(cards.bit_length()) if cards >> number & 1]


def strategy(mine: int, other: int, aside: int, ahead: int) -> tuple[float, list[float]]:
    """My chance to win, and the share of each of my cards, lowest first."""
    payoffs = [
        [
            value(mine & ~(1 << a), other & ~(1 << b), *_after(aside, ahead, (a > b) - (a < b)))
            for b in numbers(other)
        ]
        for a in numbers(mine)
    ]
    return equilibrium(payoffs)


def _after(aside: int, ahead: int, sign: int) -> tuple[int, int]:
    """The tricks aside and ahead after a trick that I won (1), lost (-1) or tied (0)."""
    return (0, ahead + sign * (aside + 1)) if sign else (aside + 1, ahead)
