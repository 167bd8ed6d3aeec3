"""Sets of bits: what cards are computed with.

Everything is plain arithmetic on 64-bit integers, which wraps around, so that any target can compile it;
LLVM sees what `count` and `lowest` mean and makes one instruction of each.
"""

from __future__ import annotations

from elfer.compiled import plain
from elfer.compiled.decorator import PLAIN, compiled, compiled_or

if not PLAIN:
    import numpy as np


def signed(word: int) -> int:
    """A word of 64 bits as the signed integer with the same bits."""
    return (word ^ 1 << 63) - (1 << 63)


@compiled_or(plain.wrapped)
def wrapped(word: int) -> int:
    """A number that may have outgrown 64 bits, wrapped around: it is so already where it is compiled."""
    return word


@compiled_or(plain.unsigned)
def unsigned(index: int) -> np.uintp:
    """An index of an array, unsigned, so that Numba need not ask whether it counts from the end."""
    return np.uintp(index)


@compiled_or(plain.count)
def count(bits: int) -> int:
    """How many bits are set."""
    bits = bits - (bits >> 1 & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 0x7F


@compiled_or(plain.lowest)
def lowest(bits: int) -> int:
    """The index of the lowest bit that is set."""
    return count(~bits & (bits - 1))


@compiled
def nth(bits: int, n: int) -> int:
    """The index of the bit that has *n* set ones below it."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
