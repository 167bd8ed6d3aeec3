"""Tastes: how much a heuristic likes this or that about a lay, read from data files."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_tastes(file: str, kind: type[T]) -> dict[str, T]:
    """The tastes of a file of this package, by name."""
    text = resources.files(__package__).joinpath(file).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, kind])  # type: ignore[valid-type]
