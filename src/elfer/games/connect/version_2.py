"""Version 2 of Überall anschließen, for records and for matches that began under it.

With `attention` a card goes only where it fits or on its player's pile. A wrong Stopp costs the caller
a card.
"""

from __future__ import annotations

from typing import ClassVar

from elfer.core.cards import NAME
from elfer.core.game import Event, Move, Seat
from elfer.core.refusals import IllegalMove
from elfer.games.connect.rules import Connect, give, run_out
from elfer.games.connect.state import State, StoppCalled, fitting, places


class Connect2(Connect, frozen=True):
    """The rules of version 2. A wrong call may bring a seat back, or empty the caller."""

    version: ClassVar[int] = 2

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return (*fitting(state), "own") if self._tries(state, seat) else super().moves(state, seat)

    def offered(self, state: State, seat: Seat | None) -> tuple[Move, ...]:
        """More than the legal moves: the view does not tell where the card fits. CON-7"""
        if seat is not None and self._tries(state, seat):
            return (*places(state), "own")
        return super().offered(state, seat)

    def _tries(self, state: State, seat: Seat) -> bool:
        return seat == state.turn and self._may_err(state) and not self._over(state)

    def _wrong_stopp(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """The caller gives the seat it called on the bottom card of its stack, if it has one. CON-7"""
        if not state.hands[seat]:
            return state, (StoppCalled(seat),)
        accused = state.placer
        state, ran_out = run_out(give(state, seat, accused), (seat,))
        return state, (StoppCalled(seat, accused=accused), *ran_out)

    def _explain_place(self, state: State, word: str) -> IllegalMove:
        if self._may_err(state):
            return IllegalMove("connect_not_there", card=NAME[state.card])
        return super()._explain_place(state, word)
