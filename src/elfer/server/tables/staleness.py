"""Detects commands based on a stale position."""

from __future__ import annotations

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import Refused
from elfer.match import AnyMatch


class Staleness:
    """The legal moves of each seat, and the move number since which they have been the same."""

    def __init__(self) -> None:
        self.moves: tuple[tuple[Move, ...], ...] = ()
        self._since: list[int] = []

    def note(self, match: AnyMatch, at: int) -> None:
        """Update the legal moves after move number *at*."""
        moves = tuple(map(match.moves, range(match.seats)))
        if len(moves) != len(self.moves):
            self._since = [at] * len(moves)
        else:
            for seat, (before, now) in enumerate(zip(self.moves, moves, strict=True)):
                if before != now:
                    self._since[seat] = at
        self.moves = moves

    def check(self, seat: Seat, at: int, first: int, last: int) -> None:
        """Refuse a command given after move *at*, in a match whose moves are *first* to *last*, if the legal
        moves of *seat* have changed since."""
        since = last if seat == TABLE else max(first, self._since[seat])
        if not since <= at <= last:
            raise Refused("stale", at=at, now=last)
