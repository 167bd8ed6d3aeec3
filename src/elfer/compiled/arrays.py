"""Arrays for compiled functions: NumPy arrays, or nested lists where nothing is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfer.compiled.decorator import PLAIN, Floats, Ints

if not PLAIN:
    import numpy as np


def ints(*shape: int) -> Ints:
    """Integer zeros."""
    return _lists(shape, 0) if PLAIN else np.zeros(shape, np.int64)


def floats(*shape: int) -> Floats:
    """Floating-point zeros."""
    return _lists(shape, 0.0) if PLAIN else np.zeros(shape)


def int_array(words: Sequence[int]) -> Ints:
    """An array of these integers."""
    return list(words) if PLAIN else np.array(words, np.int64)  # type: ignore[return-value]


def float_table(rows: Sequence[Sequence[float]]) -> Floats:
    """A table of these rows."""
    return [list(row) for row in rows] if PLAIN else np.array(rows)  # type: ignore[return-value]


def _lists(shape: Sequence[int], zero: float) -> Any:
    size, *inner = shape
    return [_lists(inner, zero) for _ in range(size)] if inner else [zero] * size
