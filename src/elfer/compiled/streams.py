"""Streams of random numbers: splitmix64, a counter that is mixed.

A stream is one word. It moves on by `GOLDEN`, and `mix` makes a random number of where it stands.
"""

from __future__ import annotations

from hashlib import blake2b

from elfer.compiled.bits import signed, wrapped
from elfer.compiled.decorator import compiled

GOLDEN = signed(0x9E3779B97F4A7C15)
FIRST_FACTOR = signed(0xBF58476D1CE4E5B9)
SECOND_FACTOR = signed(0x94D049BB133111EB)


def key_of(seed: int) -> int:
    """A seed of any size as one word."""
    return int.from_bytes(blake2b(b"%d" % seed, digest_size=8).digest(), "big", signed=True)


@compiled
def mix(word: int) -> int:
    """Another word, which looks random beside this one (the finalizer of splitmix64)."""
    word = wrapped((word ^ (word >> 30 & 0x3FFFFFFFF)) * FIRST_FACTOR)
    word = wrapped((word ^ (word >> 27 & 0x1FFFFFFFFF)) * SECOND_FACTOR)
    return word ^ (word >> 31 & 0x1FFFFFFFF)


@compiled
def stream(key: int, index: int) -> int:
    """Where the random numbers of game *index* begin, whoever plays it."""
    return mix(mix(key) + index)
