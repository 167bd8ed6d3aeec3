"""What marks a function as compiled.

Where Numba is not installed, or is told not to compile, such a function runs as it is written.
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
    """One row of integers, as a compiled function sees it."""

    def __getitem__(self, index: SupportsIndex, /) -> int: ...
    def __setitem__(self, index: SupportsIndex, word: int, /) -> None: ...


Ints: TypeAlias = "npt.NDArray[np.int64]"
"""Integers in any number of dimensions; see `arrays`."""
Floats: TypeAlias = "npt.NDArray[np.float64]"


def _compiler() -> Callable[[F], F] | None:
    """What compiles a function, if anything does here."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return None
    try:
        from elfer.compiled.just_in_time import just_in_time
    except ModuleNotFoundError:  # a browser has neither NumPy nor Numba
        return None
    return just_in_time


_compile: Callable[..., object] | None = _compiler()
PLAIN = _compile is None
"""Whether nothing is compiled: what is marked runs as plain Python, with lists for arrays."""


def compiled(function: F) -> F:
    """The function, compiled at its first call. It must not allocate; arrays are its caller's.

    Arrays of several dimensions are indexed one by one (`table[i][j]`), and where a number may outgrow 64
    bits, `bits.wrapped` says so: then the function does the same where nothing is compiled.
    """
    made: F = _compile(function) if _compile else function  # type: ignore[assignment]
    return made


def compiled_or(plain: Callable[..., object]) -> Callable[[F], F]:
    """As `compiled`, with something else in its place where nothing is compiled."""

    def chosen(function: F) -> F:
        found: F = plain if PLAIN else compiled(function)  # type: ignore[assignment]
        return found

    return chosen
