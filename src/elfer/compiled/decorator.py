"""How the engine's functions are compiled: by Numba at their first call, and kept on disk from then on.

A line on a terminal's standard error says when compiling takes its time. Nothing is compiled at import.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar

from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache

OPTIONS: dict[str, Any] = {"nogil": True, "forceinline": True, "_nrt": False}

F = TypeVar("F", bound=Callable[..., Any])


class IntArray(Protocol):
    """An array of integers, as a compiled function sees it."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, word: int, /) -> None: ...


def compiled(function: F) -> F:
    """The function, compiled at its first call. It must not allocate; arrays are its caller's.

    Arrays handed on are not counted (`_nrt`), which is most of the engine's speed.
    """
    dispatcher: Any = njit(**OPTIONS)(function)
    with suppress(RuntimeError):  # where no folder can be written, it is compiled for this process only
        dispatcher._cache = _Cache(function)
    made: F = dispatcher
    return made


class _Cache(FunctionCache):
    """Numba's cache on disk, stale also when another file that the code may come from has changed."""

    def _index_key(self, *of: Any) -> tuple[Any, ...]:
        function, depth = self._py_func, self._py_func.__module__.count(".")
        family = Path(function.__code__.co_filename).parents[max(0, depth - 3)]  # elfer.games.<family>.…
        return (*super()._index_key(*of), _text_of(family), _text_of(Path(__file__).parent))


@cache
def _text_of(folder: Path) -> str:
    """What identifies the text of all modules in a folder and below it."""
    return sha256(b"".join(file.read_bytes() for file in sorted(folder.rglob("*.py")))).hexdigest()


class _Announcement(event.Listener):
    """Says once that this package is being compiled; loading from disk is no such event."""

    said = False

    def on_start(self, event: Any) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("elfer.")
        if ours and not self.said and sys.stderr and sys.stderr.isatty():
            self.said = True
            print("elfer: compiling, which happens once and takes some seconds …", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Announcement())
