"""Bit sets in 64-bit integers.

Plain arithmetic that wraps around, so that any target can compile it; LLVM turns `count` and `lowest` into
one instruction each. Where nothing is compiled, functions of plain Python take their place.
"""

from __future__ import annotations

from elfer.compiled.decorator import PLAIN, compiled, compiled_or

if not PLAIN:
    import numpy as np

WORD = (1 << 64) - 1
SIGN = 1 << 63


def signed(word: int) -> int:
    """The low 64 bits of a number as a signed integer."""
    return (word & WORD ^ SIGN) - SIGN


@compiled_or(signed)
def wrapped(word: int) -> int:
    """A number wrapped around to 64 bits; compiled integers have wrapped already."""
    return word


@compiled_or(lambda index: index)
def unsigned(index: int) -> np.uintp:
    """An unsigned index: Numba then leaves out the test for negative ones."""
    return np.uintp(index)


@compiled_or(lambda bits: bits.bit_count() if bits >= 0 else (bits & WORD).bit_count())
def count(bits: int) -> int:
    """The number of bits set."""
    bits = bits - (bits >> 1 & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 0x7F


@compiled_or(lambda bits: (bits & -bits).bit_length() - 1 if bits else 64)
def lowest(bits: int) -> int:
    """The index of the lowest bit set; 64 if there is none."""
    return count(~bits & (bits - 1))


@compiled
def nth(bits: int, n: int) -> int:
    """The index of the set bit with *n* set bits below it."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
