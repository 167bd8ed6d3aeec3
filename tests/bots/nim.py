"""Nim: the player who takes the last stick wins."""

from __future__ import annotations

from typing import ClassVar

from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, State, View


class Sticks(State, frozen=True):
    left: int
    turn: Seat = 0
    lucky: int = 0


class Nim(Game[Sticks, View], frozen=True):
    """Take one, two or three sticks; `luck` wins or loses at once by a hidden number."""

    id: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    seats: ClassVar[range] = range(2, 3)

    def actors(self, state: Sticks) -> tuple[Seat, ...]:
        return (state.turn,) if state.left > 0 else ()

    def moves(self, state: Sticks, seat: Seat) -> tuple[Move, ...]:
        return (*(str(take) for take in (1, 2, 3) if take <= state.left), "luck")

    def play(self, state: Sticks, seat: Seat, move: Move) -> tuple[Sticks, tuple[Event, ...]]:
        if move == "luck":
            return Sticks(0, seat ^ state.lucky), ()
        return Sticks(state.left - int(move), 1 - seat, state.lucky), ()

    def imagine(self, state: Sticks, seat: Seat | None, rng: Chance) -> Sticks:
        return Sticks(state.left, state.turn, rng.below(2))

    def result(self, state: Sticks) -> Result | None:
        return None if state.left else Result.of((state.turn * 10, 10 - state.turn * 10), "last")


def taking(_game: Nim, state: Sticks, _seat: Seat, _rng: Chance) -> Move:
    """Leave a multiple of four if possible."""
    return str(state.left % 4 or 1)


GAME = Nim()
