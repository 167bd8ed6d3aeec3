"""Reads lines from the keyboard, with an optional timeout."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time

from rich.console import Console

CHUNK = 4096


class Keyboard:
    """Standard input. Lines can be edited on a terminal, except while a timeout runs."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._typed = b""
        """Bytes read beyond the last line."""

    @property
    def can_wait(self) -> bool:
        """Whether timeouts are supported."""
        return os.name == "posix"

    def now(self) -> float:
        """The time in seconds."""
        return time.monotonic()

    def line(self, prompt: str, seconds: float | None = None) -> str | None:
        """The next line; `None` on timeout, `EOFError` at the end of input."""
        if sys.stdin is None or sys.stdin.closed:
            raise EOFError
        if not self.can_wait or (seconds is None and not self._typed and sys.stdin.isatty() and sys.stdout):
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  lets `input` edit a line
            return input(prompt)
        self.console.print(prompt, end="", markup=False)
        return self._read(None if seconds is None else self.now() + seconds)

    def _read(self, until: float | None) -> str | None:
        """Read a line from the file descriptor; `select` does not see buffered text."""
        while b"\n" not in self._typed:
            left = None if until is None else max(0.0, until - self.now())
            if not select.select([sys.stdin.fileno()], [], [], left)[0]:
                return None
            if not (more := os.read(sys.stdin.fileno(), CHUNK)):
                if not self._typed:
                    raise EOFError
                more = b"\n"
            self._typed += more
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(sys.stdin.encoding, "replace")
