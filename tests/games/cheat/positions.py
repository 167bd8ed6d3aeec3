"""Positions of Mogeln: what is not mentioned has left the game."""

from __future__ import annotations

from typing import Any

from elfer.match import AnyMatch
from tests.positions import seen, table

STAR_WARS = {"edition": "star-wars"}


def at(*hands: str, star_wars: bool = False, options: dict[str, Any] | None = None, **keys: Any) -> AnyMatch:
    """A position whose other cards have left the game."""
    chosen = (STAR_WARS if star_wars else {}) | (options or {})
    return table("cheat", *hands, rest="out", options=chosen, **keys)


def sizes(match: AnyMatch, seat: int | None = None) -> list[int]:
    return list(seen(match, seat).sizes)
