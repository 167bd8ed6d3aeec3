"""Two simple ways to play any game."""

from __future__ import annotations

from typing import Any

from elfer.chance import Chance
from elfer.core import Game, Move, Seat, State

RESTING = ("end", "pass", "keep", "skip")
CALLING = ("stopp", "doubt", "schnapp", "schnipp")
"""Moves that need a reason: `bots.calls` has them."""


def random(game: Game[Any], state: State, seat: Seat, rng: Chance) -> Move:
    """Any legal move."""
    moves = game.moves(state, seat)
    return moves[rng.below(len(moves))]


def greedy(game: Game[Any], state: State, seat: Seat, rng: Chance) -> Move:
    """Lay all that can be laid, then give away what can be given: rests only when nothing else is left."""
    moves = game.moves(state, seat)
    busy = [move for move in moves if move not in RESTING + CALLING]
    lays = [move for move in busy if not move.startswith("give")]
    choice = lays or busy or moves
    return choice[rng.below(len(choice))]
