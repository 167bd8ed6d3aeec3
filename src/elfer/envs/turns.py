"""A match in which one seat after the other is asked: for programs that know one actor at a time.

Where several may act at the same moment, they are asked in this order:

1. Who may act but need not (a call, a doubt), clockwise from the left of whoever played last. Each is asked
   once, and may also say `wait`, which changes nothing.
2. When all of them have answered, those that play waits for, in the same order; they cannot wait. If it is
   the table that play waits for (`resolve`, `go`, `deal`), it acts at once, and nobody is asked.

Once somebody of 2 has played, everybody is asked anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Self

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import IllegalMove
from elfer.envs.encoding import WAIT
from elfer.match import AnyMatch


class Turns:
    """A match, and whose turn it is to answer."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.seat: Seat | None = None
        """Who is asked now; nobody once the match is over."""
        self.moves: tuple[Move, ...] = ()
        """What it may answer; `wait` is the last of them, if it need not act."""
        self._answered: set[Seat] = set()
        """Who need not act, and has answered."""
        self._last = match.seats - 1
        """The seat that played last."""
        self._ask()

    def act(self, move: Move) -> None:
        """Play the answer of the seat that is asked, and see who is asked next; refuses as a match does."""
        seat, may_wait = self.seat, self.moves[-1:] == (WAIT,)
        if seat is None:
            raise IllegalMove("match_over")
        if move != WAIT or not may_wait:
            self.match.play(seat, move)
            self._last = seat
        if may_wait:
            self._answered.add(seat)
        else:
            self._answered.clear()
        self._ask()

    def _ask(self) -> None:
        match = self.match
        while actors := match.actors:
            optional: tuple[Seat, ...] = ()
            seat = actors[0]
            if len(actors) > 1:
                awaited = match.awaited
                optional = tuple(s for s in actors if s not in awaited and s not in self._answered)
                seat = self._next(optional or awaited)
            if seat != TABLE:
                moves = match.moves(seat)
                self.seat, self.moves = seat, (*moves, WAIT) if optional else moves
                return
            match.play(TABLE, match.moves(TABLE)[0])
            self._answered.clear()
        self.seat, self.moves = None, ()

    def _next(self, seats: tuple[Seat, ...]) -> Seat:
        return clockwise(seats, self._last, self.match.seats)[0]

    def __copy__(self) -> Self:
        """Turns of their own at the same point: what is played in one does not show in the other."""
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {"match": copy(self.match), "_answered": self._answered.copy()}
        return copied


def clockwise(seats: Iterable[Seat], last: Seat, count: int) -> list[Seat]:
    """These seats in the order in which they act, from the left of the seat *last* on; first the table."""
    return sorted(seats, key=lambda seat: -1 if seat == TABLE else (seat - last - 1) % count)
