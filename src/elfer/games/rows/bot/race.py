"""A race between the moves of a row game, which the expert holds to find its own."""

from __future__ import annotations

import numpy as np

from elfer.compiled.decorator import Ints
from elfer.core.game import Seat
from elfer.games.rows.bot.policy import policy_move
from elfer.games.rows.bot.worlds import TUNED, Position, Worlds

WORLDS_PER_BATCH = 64
"""In how many worlds the moves are tried before the worst drop out."""
STANDARD_ERRORS = 3.0
"""By how many of these a move must be worse than the best to drop out."""
TUNED_LEAD = 0.01
"""What is added to the merit of the tuned policy's move: another one must beat it by more."""
MERITS = np.array([1.0, 0.001])
"""What a game won counts, and what a point."""


def best(position: Position, seat: Seat, left: Ints, playouts: int) -> int:
    """The move that does best: all are tried in more and more worlds, and what is clearly worse drops out."""
    worlds = Worlds(position, seat)
    merits = np.zeros((0, len(left)))
    lead = (left == policy_move(position.array, position.sheet, position.policies, TUNED)) * TUNED_LEAD
    while True:
        merits = np.concatenate((merits, worlds.tried(left, WORLDS_PER_BATCH) @ MERITS))
        playouts -= WORLDS_PER_BATCH * len(left)
        means = merits.mean(0) + lead
        top = int(means.argmax())
        error = (merits[:, [top]] - merits).std(0) / len(merits) ** 0.5
        near = means[top] - means <= STANDARD_ERRORS * error
        if near.sum() == 1 or playouts < WORLDS_PER_BATCH * near.sum():
            return int(left[top])
        left, merits, lead = left[near], merits[:, near], lead[near]
