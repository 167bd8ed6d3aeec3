"""What many games came to: a row of whole numbers for each game, and who can play them compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from elfer.core.game import AnyGame

if TYPE_CHECKING:  # Numba comes only with those who compile
    from elfer.compiled.decorator import Ints

WINNERS, REASON, LENGTH, DRAWS, PASSES, POINTS = range(6)
"""The columns of a row: a bit for each winner, why it ended, moves, draws, passes, and each seat's points."""


class Many(Protocol):
    """Many rounds between bots, compiled: the class `Many` in the module `bot` of a game's folder."""

    bots: ClassVar[tuple[str, ...]]
    """The bots that are compiled: they decide as they do in a match."""
    reasons: ClassVar[tuple[str, ...]]
    """Why a round ends, by the numbers in the column `REASON`."""

    def __init__(self, game: AnyGame, seats: int, bots: Sequence[str]) -> None: ...

    def play(self, seed: int, deals: range, turns: int, round: int) -> Ints:
        """A row for each deal and turn; with each turn the bots move on by one seat."""
