"""The weights of heuristics, read from data files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import TypeVar

T = TypeVar("T")


def read_weights(package: str, kind: Callable[..., T]) -> dict[str, T]:
    """The tables in a package's `weights.toml`, by name, each as what *kind* makes of its numbers."""
    tables = tomllib.loads(resources.files(package).joinpath("weights.toml").read_text("utf-8"))
    return {
        name: kind(**{weight: float(number) for weight, number in table.items()})
        for name, table in tables.items()
    }
