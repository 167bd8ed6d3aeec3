"""The program's own source, as its tests read it."""

from __future__ import annotations

import ast
import gc
from pathlib import Path


def parsed(file: Path) -> ast.Module:
    """The tree of a file.

    The garbage collector rests meanwhile: on Python 3.11 parsing fails where it ends a greenlet, and browser
    tests leave some behind.
    """
    gc.disable()
    try:
        return ast.parse(file.read_text("utf-8"))
    finally:
        gc.enable()
