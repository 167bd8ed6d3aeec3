"""Bots for tiny: the policies of the row games, with exact move probabilities."""

from __future__ import annotations

import numpy as np

from elfer.bots.search import estimate
from elfer.compiled.decorator import Floats
from elfer.core.cards import BIT
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.envs.tiny.rules import Tiny
from elfer.games.rows.bot import decide, legal_moves
from elfer.games.rows.bot.policy import NOISE, finishes, resting, tightness, worth_of
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.worlds import EnginePosition
from elfer.games.rows.compiled import from_state, may_rest, sheet_of, to_move
from elfer.games.rows.state import State

__all__ = ["choose", "estimate", "odds"]

KIN = "junior"
"""The game whose policies are used; it is short as well."""
STEPS = np.arange(-1000, 1001) / 1000
"""The equally likely values of the noise for one card."""


def choose(level: str, game: Tiny, state: State, seat: Seat, rng: Chance) -> Move:
    if level == "expert":
        state = game.imagine(state, seat, rng)  # must not depend on which state was passed in
    return to_move(decide(level, position_of(game, state, rng.below(1 << 63)), seat))


def position_of(game: Tiny, state: State, stream: int = 0) -> EnginePosition:
    """A state in the engine's arrays."""
    seats = len(state.hands)
    return EnginePosition(sheet_of(game, seats), policies(KIN, seats), *from_state(game, state, stream))


def odds(bot: str, game: Tiny, state: State) -> dict[Move, float]:
    """The probability of each legal move of a bot without search."""
    moves = game.moves(state, state.turn)
    lays = [move for move in moves if move in BIT]
    if len(moves) == 1 or bot == "random":
        return dict.fromkeys(moves, 1 / len(moves))
    if bot == "greedy":
        return dict.fromkeys(moves, 0.0) | dict.fromkeys(lays, 1 / len(lays))
    position = position_of(game, state)
    if finishes(position.array):
        return dict.fromkeys(moves, 0.0) | {lays[0]: 1.0}
    likely = dict(zip(lays, _chances(position, POLICIES.index(bot)), strict=True))
    return likely | {move: max(0.0, 1 - sum(likely.values())) for move in moves if move not in likely}


def _chances(position: EnginePosition, policy: int) -> list[float]:
    """The probability of each card to have the greatest worth with noise, and a greater one than resting."""
    sheet, array, weights = position.sheet, position.array, position.policies[policy]
    calm = weights.copy()
    calm[NOISE] = 0.0
    stuck = tightness(array, sheet)
    cards = [int(move) for move in legal_moves(position) if move < 128]
    worths = [worth_of(array, sheet, calm, card >> 6, card & 63, *stuck) for card in cards]
    noisy = [worth + weights[NOISE] * STEPS for worth in worths]
    least = -np.inf
    if may_rest(array):
        least = -resting(array, sheet, weights, len(cards), stuck[0])
    return [_wins(noisy, i, least) for i in range(len(noisy))]


def _wins(noisy: list[Floats], i: int, least: float) -> float:
    """The probability that random number *i* exceeds *least* and is the greatest; ties go to the first."""
    own = noisy[i]
    likely = (own > least) / len(own)
    for j, other in enumerate(noisy):
        if j != i:
            likely = likely * np.searchsorted(other, own, "left" if j < i else "right") / len(other)
    return float(likely.sum())
