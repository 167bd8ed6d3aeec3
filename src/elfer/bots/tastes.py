"""Tastes: how much a heuristic likes this or that about a lay, read from data files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import TypeVar

T = TypeVar("T")


def read_tastes(file: str, kind: Callable[..., T]) -> dict[str, T]:
    """The tastes of a file of this package, by name."""
    found = tomllib.loads(resources.files(__package__).joinpath(file).read_text("utf-8"))
    return {
        name: kind(**{weight: float(size) for weight, size in taste.items()}) for name, taste in found.items()
    }
