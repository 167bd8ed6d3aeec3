"""How to play a game that has no bot of its own: by the simple bots, and by looking ahead."""

from __future__ import annotations

from elfer.bots.search import best_move, estimate, greedy, random
from elfer.core.chance import Chance
from elfer.core.game import AnyGame, Move, Seat, State

__all__ = ["choose", "estimate"]

STEPS = {"hard": 2_000, "expert": 8_000}
"""How many moves a level may play ahead for a decision."""


def choose(level: str, game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """*Easy* plays at random, *medium* greedily; the others try their moves in imagined worlds."""
    if level not in STEPS:
        return (random if level == "easy" else greedy)(game, state, seat, rng)
    return best_move(game, state, seat, rng, moves=game.moves(state, seat), steps=STEPS[level])
