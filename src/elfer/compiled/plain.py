"""The words of 64 bits that compiled functions compute with, in plain Python."""

from __future__ import annotations

WORD = (1 << 64) - 1
SIGN = 1 << 63


def wrapped(word: int) -> int:
    """The last 64 bits of a number, as a signed integer."""
    return (word & WORD ^ SIGN) - SIGN


def unsigned(index: int) -> int:
    return index


def count(bits: int) -> int:
    return bits.bit_count() if bits >= 0 else (bits & WORD).bit_count()


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1 if bits else 64
