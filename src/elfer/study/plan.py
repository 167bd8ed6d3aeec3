"""What is to be played."""

from __future__ import annotations

import msgspec

SHARES_PER_WIN = 60
"""A victory is counted in sixtieths: one to six winners share it without remainder."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be played. With `duplicate`, each deal is played once for every place of the bots."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """One entry per seat, from seat 0 on."""
    asked: int
    """How many games were asked for."""
    seed: int
    duplicate: bool
    rounds: int
    options: dict[str, object]

    @property
    def turns(self) -> int:
        """How often each deal is played, the bots one seat further every time."""
        return self.seats if self.duplicate else 1

    @property
    def deals(self) -> int:
        return -(-self.asked // self.turns)
