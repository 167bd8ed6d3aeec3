"""How Numba compiles functions: at their first call, and from then on they are kept on disk.

A line on a terminal's standard error says when compiling takes its time. Nothing is compiled at import.
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
    """The function, compiled at its first call. It must not allocate; arrays are its caller's.

    Arrays handed on are not counted (`_nrt`), which is most of the speed.
    """
    dispatcher: Any = njit(**OPTIONS)(function)
    with suppress(RuntimeError):  # where no folder can be written, it is compiled for this process only
        dispatcher._cache = _Cache(function)
    made: F = dispatcher
    return made


class _Cache(FunctionCache):
    """Numba's cache on disk, stale also when a module has changed that the function's own one imports.

    Compiled functions of other modules are built into this one, and so are their constants.
    """

    def _index_key(self, *of: object) -> tuple[object, ...]:
        return (*super()._index_key(*of), _fingerprint(self._py_func.__module__))


@cache
def _fingerprint(module: str) -> str:
    """What identifies the text of all that a module's functions may be made of."""
    return sha256(b"".join(text for _, text in sorted(_sources(module).items()))).hexdigest()


def _sources(module: str) -> dict[str, bytes]:
    """The texts of a module, and of all modules of its package and of ours that it imports."""
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
    """The text of a module, and the names of what it imports; what is no module has neither."""
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
    """Says once that this package is being compiled; loading from disk is no such event."""

    said = False

    def on_start(self, event: Event) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("elfer.")
        if ours and not self.said and sys.stderr and sys.stderr.isatty():
            self.said = True
            print("elfer: compiling, which happens once and takes some seconds …", file=sys.stderr)

    def on_end(self, event: Event) -> None:
        pass


register("numba:compile", _Announcement())
