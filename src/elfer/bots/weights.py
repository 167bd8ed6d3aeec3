"""Weights: how much a heuristic likes this or that about a lay, read from data files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import TypeVar

T = TypeVar("T")


def read_weights(package: str, kind: Callable[..., T]) -> dict[str, T]:
    """The weights in a package's `weights.toml`, by name."""
    found = tomllib.loads(resources.files(package).joinpath("weights.toml").read_text("utf-8"))
    return {name: kind(**{w: float(size) for w, size in weights.items()}) for name, weights in found.items()}
