"""Positions of Ratefix."""

from __future__ import annotations

from typing import Any

from elfer.match import AnyMatch
from tests.positions import table


def guesses(*stacks: str, **keys: Any) -> AnyMatch:
    """A position; all other cards are unused."""
    return table("guess", *stacks, rest="unused", **keys)
