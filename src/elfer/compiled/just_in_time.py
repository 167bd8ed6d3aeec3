"""Compilation with Numba: at the first call of a function, then cached on disk. Nothing happens at import.

A line on a terminal's standard error announces the first compilation.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.event import Event, Listener, register

OPTIONS: dict[str, Any] = {"nogil": True, "forceinline": True, "_nrt": False}

F = TypeVar("F", bound=Callable[..., object])


def just_in_time(function: F) -> F:
    """The function, compiled at its first call. It must not allocate arrays.

    Without reference counts of arrays (`_nrt`) it is several times as fast.
    """
    dispatcher: Any = njit(**OPTIONS)(function)
    with suppress(RuntimeError):  # no writable folder: compiled for this process only
        dispatcher._cache = _Cache(function)
    made: F = dispatcher
    return made


class _Cache(FunctionCache):
    """Numba's cache on disk, invalidated also by changes of imported modules.

    Functions and constants of other modules are compiled into this one.
    """

    def _index_key(self, *of: object) -> tuple[object, ...]:
        return (*super()._index_key(*of), _fingerprint(self._py_func.__module__))


@cache
def _fingerprint(module: str) -> str:
    """A hash of the sources that a module's functions may be compiled from."""
    return sha256(b"".join(text for _, text in sorted(_sources(module).items()))).hexdigest()


def _sources(module: str) -> dict[str, bytes]:
    """The sources of a module and of all it imports from its own package or from `elfer`."""
    roots = {module.partition(".")[0], __name__.partition(".")[0]}
    texts: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in texts and name.partition(".")[0] in roots:
            texts[name], imports = _source(name)
            waiting += imports
    return {name: text for name, text in texts.items() if text}


@cache
def _source(module: str) -> tuple[bytes, tuple[str, ...]]:
    """The source of a module and the names it imports; empty for what is no module."""
    found = sys.modules.get(module)
    file = getattr(found, "__file__", None)
    if not found or not file:
        return b"", ()
    text = Path(file).read_bytes()
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), found.__package__)
            names += [origin, *(f"{origin}.{alias.name}" for alias in node.names)]
    return text, tuple(names)


class _Announcement(Listener):
    """Announces once that this package is being compiled; loading from disk does not count."""

    said = False

    def on_start(self, event: Event) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("elfer.")
        if ours and not self.said and sys.stderr and sys.stderr.isatty():
            self.said = True
            print("elfer: compiling, which happens once and takes some seconds …", file=sys.stderr)

    def on_end(self, event: Event) -> None:
        pass


register("numba:compile", _Announcement())
