"""Chance: a counter-based random generator, the same on every machine.

Number *i* of a round is blake2b(seed, round, i). It cannot be predicted without the seed, and a state that
needs chance later keeps only the counter.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeVar

from elfer.core.refusals import BadInput, whole_number

SEED_BITS = 128
ONE_NUMBER = 88
"""Most items that one number shuffles, with a bias below 2**-64."""
DIGIT_BITS = 30
"""Size of a digit of Python's integers: numbers below it are computed at once."""

T = TypeVar("T")


class Chance:
    """A stream of random numbers."""

    __slots__ = ("counter", "round", "seed")

    def __init__(self, seed: int, round: int = 0, counter: int = 0) -> None:
        self.seed = whole_number("seed", seed)
        self.round = whole_number("round", round)
        self.counter = whole_number("counter", counter)
        if self.seed < 0:
            raise BadInput("seed", seed=seed)

    def __repr__(self) -> str:
        return f"Chance({self.seed}, {self.round}, {self.counter})"

    def mark(self) -> tuple[int, int, int]:
        """The position of the stream; `Chance(*mark)` continues from it."""
        return self.seed, self.round, self.counter

    def branch(self) -> Chance:
        """An independent stream that reveals nothing about this one; its mark fits into JSON numbers."""
        return Chance(self.below(1 << 53), self.below(1 << 53))

    def number(self) -> int:
        """The next 512 random bits."""
        key = b"%d %d %d" % (self.seed, self.round, self.counter)
        self.counter += 1
        return int.from_bytes(blake2b(key).digest(), "big")

    def below(self, limit: int) -> int:
        """A number from 0 to *limit* - 1; the bias is less than limit / 2**512."""
        return self.number() % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order."""
        deck = list(items)
        number = self.number()
        for choices, places in _parts(len(deck)):
            number, part = divmod(number, choices)
            if len(deck) > ONE_NUMBER:
                number = self.number()
            for last, size in places:
                i = part % size
                part //= size
                deck[i], deck[last] = deck[last], deck[i]
        return deck

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, drawn with these weights."""
        left = self.below(1 << 53) / (1 << 53) * sum(weights)
        for i, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return i
        return max(range(len(weights)), key=weights.__getitem__)


@cache
def _parts(size: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The steps of a Fisher-Yates shuffle of *size* items, in groups: (product of the choices, steps).

    A step (last, last + 1) is a place from the last to the second and the number of items it may get. One
    division of the long number per group is a quarter faster than one per step.
    """
    parts, places, choices = [], [], 1
    for last in range(size - 1, 0, -1):
        places.append((last, last + 1))
        choices *= last + 1
        if choices * last >= 1 << DIGIT_BITS or last == 1:
            parts.append((choices, tuple(places)))
            places, choices = [], 1
    return tuple(parts)


def seed_for(seed: int, *purpose: object) -> int:
    """A seed derived from another for one purpose; neither reveals numbers of the other."""
    text = " ".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BITS // 8).digest(), "big")


def given_seed(seed: int | None) -> int:
    """The given seed, checked; a fresh one for `None`."""
    if seed is None:
        return fresh_seed()
    seed = whole_number("seed", seed)
    if not 0 <= seed < 1 << SEED_BITS:
        raise BadInput("seed", seed=seed)
    return seed


def fresh_seed() -> int:
    """An unpredictable seed."""
    return secrets.randbits(SEED_BITS)
