"""How to play Zweikampf: there is nothing to decide, at any level."""

from __future__ import annotations

from elfer.chance import Chance
from elfer.core import Move, Seat
from elfer.games.duel import Duel, State


def choose(_level: str, game: Duel, state: State, seat: Seat, _rng: Chance) -> Move:
    return game.moves(state, seat)[0]


def call(_level: str, _game: Duel, _state: State, _seat: Seat, _rng: Chance) -> Move | None:
    return None
