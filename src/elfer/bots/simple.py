"""Two simple ways to play any game, by the legal moves and the policy on the game's card."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.core.chance import Chance
from elfer.core.game import AnyGame, Move
from elfer.game_card import policy_of


def random(_game: AnyGame, moves: Sequence[Move], rng: Chance) -> Move:
    """Any of the moves."""
    return moves[rng.below(len(moves))]


def greedy(game: AnyGame, moves: Sequence[Move], rng: Chance) -> Move:
    """One of the preferred moves, else any move that is neither put last nor idle, and so on down."""
    policy = policy_of(type(game))
    busy = [move for move in moves if move not in policy.idle]
    lays = [move for move in busy if move.partition(" ")[0] not in policy.greedy_last]
    best = [move for move in lays if move in policy.greedy_first]
    return random(game, best or lays or busy or moves, rng)
