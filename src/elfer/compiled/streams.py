"""Random streams: splitmix64.

A stream is one word. It advances by `GOLDEN`, and `mix` hashes it to a random number.
"""

from __future__ import annotations

from hashlib import blake2b

from elfer.compiled.bits import signed, wrapped
from elfer.compiled.decorator import compiled

GOLDEN = signed(0x9E3779B97F4A7C15)
FIRST_FACTOR = signed(0xBF58476D1CE4E5B9)
SECOND_FACTOR = signed(0x94D049BB133111EB)


def key_of(seed: int) -> int:
    """A seed of any size, hashed to one word."""
    return int.from_bytes(blake2b(b"%d" % seed, digest_size=8).digest(), "big", signed=True)


@compiled
def mix(word: int) -> int:
    """The hash of a word: the finalizer of splitmix64."""
    word = wrapped((word ^ (word >> 30 & 0x3FFFFFFFF)) * FIRST_FACTOR)
    word = wrapped((word ^ (word >> 27 & 0x1FFFFFFFFF)) * SECOND_FACTOR)
    return word ^ (word >> 31 & 0x1FFFFFFFF)


@compiled
def stream(key: int, index: int) -> int:
    """The start of the random stream of game *index*."""
    return mix(mix(key) + index)
