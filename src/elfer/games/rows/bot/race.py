"""Racing: the expert's search over the moves of a row game."""

from __future__ import annotations

import numpy as np

from elfer.compiled.decorator import Ints
from elfer.core.game import Seat
from elfer.games.rows.bot.policy import policy_move
from elfer.games.rows.bot.worlds import TUNED, EnginePosition, Worlds

WORLDS_PER_BATCH = 64
"""Worlds between two eliminations."""
STANDARD_ERRORS = 3.0
"""A move drops out when it is this much worse than the best."""
TUNED_LEAD = 0.01
"""Added to the merit of the tuned policy's move."""
MERITS = np.array([1.0, 0.001])
"""The merit of a win, and of a point."""


def best(position: EnginePosition, seat: Seat, left: Ints, playouts: int) -> int:
    """The best move: all are tried in more and more worlds, and clearly worse ones drop out."""
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
