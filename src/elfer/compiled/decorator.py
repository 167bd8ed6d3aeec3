"""The decorator of compiled functions.

Where Numba is missing or disabled, they run as plain Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., object])


class IntArray(Protocol):
    """A one-dimensional array of integers in a compiled function."""

    def __getitem__(self, index: SupportsIndex, /) -> int: ...
    def __setitem__(self, index: SupportsIndex, word: int, /) -> None: ...


Ints: TypeAlias = "npt.NDArray[np.int64]"
"""Integers in any number of dimensions; see `arrays`."""
Floats: TypeAlias = "npt.NDArray[np.float64]"


def _compiler() -> Callable[[F], F] | None:
    """The function that compiles another one, if there is one here."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return None
    try:
        from elfer.compiled.just_in_time import just_in_time
    except ModuleNotFoundError:  # a browser has neither NumPy nor Numba
        return None
    return just_in_time


_compile: Callable[..., object] | None = _compiler()
PLAIN = _compile is None
"""Whether nothing is compiled: functions are plain Python, and arrays are lists."""


def compiled(function: F) -> F:
    """The function, compiled at its first call. It must not allocate arrays.

    To behave the same uncompiled, it indexes arrays one dimension at a time (`table[i][j]`), and uses
    `bits.wrapped` where a number may outgrow 64 bits.
    """
    made: F = _compile(function) if _compile else function  # type: ignore[assignment]
    return made


def compiled_or(plain: Callable[..., object]) -> Callable[[F], F]:
    """As `compiled`, with *plain* in its place where nothing is compiled."""
    return (lambda _: plain) if PLAIN else compiled  # type: ignore[return-value]
