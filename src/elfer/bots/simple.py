"""Two simple ways to play any game: they look at their legal moves and at nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.core.chance import Chance
from elfer.core.game import Move

RESTS = {"end", "pass", "keep", "skip"}
"""Moves that only end a turn or a choice."""
CALLS = {"stopp", "doubt", "schnapp", "schnipp"}
"""Moves that need a reason, and such bots have none."""
SAFE = {"own"}
"""Moves that are mostly right where others may be faults: a card turned up seldom fits elsewhere. CON-7"""


def random(moves: Sequence[Move], rng: Chance) -> Move:
    """Any of the moves."""
    return moves[rng.below(len(moves))]


def greedy(moves: Sequence[Move], rng: Chance) -> Move:
    """Lay all that can be laid, then give away what can be given: rests only when nothing else is left.

    Where most moves may be faults, it takes a safe one.
    """
    busy = [move for move in moves if move not in RESTS | CALLS]
    lays = [move for move in busy if not move.startswith("give")]
    safe = [move for move in lays if move in SAFE]
    return random(safe or lays or busy or moves, rng)
