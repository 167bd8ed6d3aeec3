"""How to play the row games.

*Easy*, *medium* and *hard* play by the policies of these names (see `rows_weights`): *easy* lays any card
and often another one; *medium* lays one card a turn, rather one that leads to own cards; *hard* holds back
what opens the way for others. All finish when the whole hand goes. *Expert* tries its moves in imagined
worlds (see `rows_worlds`); when two play and the stock is empty it knows the other hand, and solves the
rest (see `rows_endgame`).
"""

from __future__ import annotations

import numpy as np

from elfer.bots.search import Estimate
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.rows.bot.endgame import winners
from elfer.games.rows.bot.policy import finishes, policy_move
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.worlds import TUNED, Position, Worlds
from elfer.games.rows.compiled import MOVES, from_state, moves, sheet_of, to_move
from elfer.games.rows.compiled.convert import Array
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

PLAYOUTS = 16_000
"""How many games a decision may play, at most."""
BATCH = 64
"""In so many worlds the moves are tried before the worst drop out."""
SURE = 3.0
"""By how many standard errors a move must be worse than the best to drop out."""
LEAD = 0.01
"""What the move of the tuned policy is thought to win beside what is found: by so much must another one
beat it."""
MERIT = np.array([1.0, 0.001])
"""A game won, beside a point."""


def choose(level: str, game: RowGame, state: State, seat: Seat, rng: Chance) -> Move:
    if level == "expert":
        state = game.imagine(state, seat, rng)  # so that nothing depends on which state was handed over
    return to_move(decide(level, position_of(game, state, rng), seat))


def call(_level: str, _game: RowGame, _state: State, _seat: Seat, _rng: Chance) -> Move | None:
    return None


def estimate(game: RowGame, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move with what is found in imagined worlds, and who wins where that is sure."""
    position = position_of(game, game.imagine(state, seat, rng), rng)
    legal = legal_moves(position)
    found = Worlds(position, seat).tried(legal, PLAYOUTS // len(legal)).mean(0)
    for i, winner in enumerate(winners(position.array, position.sheet, position.stock, legal)):
        if winner >= 0:
            found[i, 0] = winner == seat
    return tuple(
        Estimate(to_move(int(move)), float(win), float(points))
        for move, (win, points) in zip(legal, found, strict=True)
    )


def position_of(game: RowGame, state: State, rng: Chance) -> Position:
    """A state as the engine sees it."""
    seats = len(state.hands)
    return Position(
        sheet_of(game, seats), policies(game.id, seats), *from_state(game, state, rng.below(1 << 63))
    )


def legal_moves(position: Position) -> Array:
    """All legal moves, by the engine's numbers."""
    found = np.zeros(MOVES, np.int64)
    return found[: moves(position.array, position.sheet, found)]


def decide(level: str, position: Position, seat: Seat) -> int:
    """The move of a level, by the engine's number."""
    sheet, table, array, stock = position
    legal = legal_moves(position)
    if level != "expert":
        return policy_move(array, sheet, table, POLICIES.index(level))
    if len(legal) == 1 or finishes(array):
        return policy_move(array, sheet, table, TUNED)
    for move, winner in zip(legal, winners(array, sheet, stock, legal), strict=False):
        if winner == seat:
            return int(move)
    return best(position, seat, legal)


def best(position: Position, seat: Seat, left: Array) -> int:
    """The move that does best: all are tried in more and more worlds, and what is clearly worse drops out."""
    worlds, playouts = Worlds(position, seat), PLAYOUTS
    merits = np.zeros((0, len(left)))
    lead = (left == policy_move(position.array, position.sheet, position.policies, TUNED)) * LEAD
    while True:
        merits = np.concatenate((merits, worlds.tried(left, BATCH) @ MERIT))
        playouts -= BATCH * len(left)
        means = merits.mean(0) + lead
        top = int(means.argmax())
        error = (merits[:, [top]] - merits).std(0) / len(merits) ** 0.5
        near = means[top] - means <= SURE * error
        if near.sum() == 1 or playouts < BATCH * near.sum():
            return int(left[top])
        left, merits, lead = left[near], merits[:, near], lead[near]
