"""Two simple ways to play any game."""

from __future__ import annotations

from typing import Any

from elfer.chance import Chance
from elfer.core import Game, Move, Seat, State

RESTING = ("end", "pass", "keep")


def random(game: Game[Any], state: State, seat: Seat, rng: Chance) -> Move:
    """Any legal move."""
    moves = game.moves(state, seat)
    return moves[rng.below(len(moves))]


def greedy(game: Game[Any], state: State, seat: Seat, rng: Chance) -> Move:
    """Do all that can be done: rests only when nothing else is left."""
    moves = game.moves(state, seat)
    busy = tuple(move for move in moves if move not in RESTING) or moves
    return busy[rng.below(len(busy))]
