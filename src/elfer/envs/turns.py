"""A match with one acting seat at a time, for interfaces that have no simultaneous moves.

Where several seats may act at the same moment, they act in this order:

1. Seats with an optional move (a call, a doubt), clockwise from the left of the seat that played last. Each
   acts once, and may also `wait`, which changes nothing.
2. Then the awaited seats, in the same order; they cannot wait. An awaited table (`resolve`, `go`, `deal`)
   moves at once.

After a move of 2 the order starts again.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Self

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import IllegalMove
from elfer.envs.encoding import WAIT
from elfer.match import AnyMatch


class SequentialTurns:
    """A match, and the one seat to act."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.seat: Seat | None = None
        """The seat to act; `None` after the match."""
        self.moves: tuple[Move, ...] = ()
        """Its actions; the last one is `wait` if its move is optional."""
        self._acted: set[Seat] = set()
        """Seats that have used their optional move."""
        self._last = match.seats - 1
        """The seat that played last."""
        self._ask()

    def act(self, move: Move) -> None:
        """Play an action of the seat to act, and find the next seat; refuses as a match does."""
        seat, may_wait = self.seat, self.moves[-1:] == (WAIT,)
        if seat is None:
            raise IllegalMove("match_over")
        if move != WAIT or not may_wait:
            self.match.play(seat, move)
            self._last = seat
        if may_wait:
            self._acted.add(seat)
        else:
            self._acted.clear()
        self._ask()

    def _ask(self) -> None:
        match = self.match
        while actors := match.actors:
            optional: tuple[Seat, ...] = ()
            seat = actors[0]
            if len(actors) > 1:
                awaited = match.awaited
                optional = tuple(s for s in actors if s not in awaited and s not in self._acted)
                seat = self._next(optional or awaited)
            if seat != TABLE:
                moves = match.moves(seat)
                self.seat, self.moves = seat, (*moves, WAIT) if optional else moves
                return
            match.play(TABLE, match.moves(TABLE)[0])
            self._acted.clear()
        self.seat, self.moves = None, ()

    def _next(self, seats: tuple[Seat, ...]) -> Seat:
        return clockwise(seats, self._last, self.match.seats)[0]

    def at(self, match: AnyMatch) -> Self:
        """The same point in another match."""
        other = copy(self)
        other.match = match
        other._ask()
        return other

    def __copy__(self) -> Self:
        """An independent copy."""
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {"match": copy(self.match), "_acted": self._acted.copy()}
        return copied


def clockwise(seats: Iterable[Seat], last: Seat, count: int) -> list[Seat]:
    """These seats in the order they act, from the left of the seat *last* on; the table first."""
    return sorted(seats, key=lambda seat: -1 if seat == TABLE else (seat - last - 1) % count)
