"""Chance: a counter-based generator, the same on every machine.

Number *i* of a round is blake2b(seed, round, i). Whoever lacks the seed cannot predict it, and a state
that needs chance later only has to remember the counter.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeVar

from elfer.core.refusals import BadInput, whole_number

SEED_BITS = 128
DIGIT_BITS = 30
"""Below this size Python computes with a number at once."""

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
        """Where the stream stands; `Chance(*mark)` goes on from there."""
        return self.seed, self.round, self.counter

    def branch(self) -> Chance:
        """A stream of its own that does not betray this one; its mark fits into the numbers of JSON."""
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
        """The items in random order: one number serves for up to 88 of them with a bias below 2**-64."""
        deck = list(items)
        number = self.number()
        for choices, places in _parts(len(deck)):
            number, part = divmod(number, choices)
            for last, size in places:
                i = part % size
                part //= size
                deck[i], deck[last] = deck[last], deck[i]
        return deck

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, chosen with these odds."""
        left = self.below(1 << 53) / (1 << 53) * sum(weights)
        for i, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return i
        return max(range(len(weights)), key=weights.__getitem__)


@cache
def _parts(size: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The places of a deck from the last to the second, each with how many cards may come there, in parts;
    and in how many ways each part can be filled.

    Dividing a long number once for a few places is a quarter faster than for each of them.
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
    """A seed derived from another one for a purpose of its own: neither betrays the other's numbers."""
    text = " ".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BITS // 8).digest(), "big")


def given_seed(seed: int | None) -> int:
    """The seed that somebody has given, if it can be one; a fresh one for `None`."""
    if seed is None:
        return fresh_seed()
    seed = whole_number("seed", seed)
    if not 0 <= seed < 1 << SEED_BITS:
        raise BadInput("seed", seed=seed)
    return seed


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbits(SEED_BITS)
