"""How to play the row games.

*Easy*, *medium* and *hard* play by the policies of these names (see `weights`): *easy* lays any card
and often another one; *medium* lays one card a turn, rather one that leads to own cards; *hard* holds back
what opens the way for others. All finish when the whole hand goes. *Expert* tries its moves in imagined
worlds (see `worlds`); when two play and the stock is empty it knows the other hand, and solves the
rest (see `endgame`).
"""

from __future__ import annotations

import numpy as np

from elfer.bots.search import WORLDS_FOR_ONE, Estimate
from elfer.bots.why import explained
from elfer.compiled.decorator import Ints
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.rows.bot.endgame import winners
from elfer.games.rows.bot.many import Many as Many
from elfer.games.rows.bot.policy import finishes, policy_move
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.why import why
from elfer.games.rows.bot.worlds import TUNED, Position, Worlds
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import MOVES, from_state, moves, sheet_of, to_move
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

PLAYOUTS = 16_000
"""How many games a decision may play, at most."""
WORLDS_PER_BATCH = 64
"""In how many worlds the moves are tried before the worst drop out."""
STANDARD_ERRORS = 3.0
"""By how many of these a move must be worse than the best to drop out."""
TUNED_LEAD = 0.01
"""What is added to the merit of the tuned policy's move: another one must beat it by more."""
WARM_UP_MOVES = 12
"""How many decisions of a game make the expert search; no game is shorter."""
MERITS = np.array([1.0, 0.001])
"""What a game won counts, and what a point."""


def choose(level: str, game: RowGame, state: State, seat: Seat, rng: Chance) -> Move:
    if level == "expert":
        state = game.imagine(state, seat, rng)  # so that nothing depends on which state was handed over
    return to_move(int(decide(level, position_of(game, state, rng), seat)))


def estimate(game: RowGame, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move with what is found in wary worlds, and who wins where that is sure."""
    position = position_of(game, game.imagine(state, seat, rng), rng)
    legal = legal_moves(position)
    worlds = PLAYOUTS // len(legal) if len(legal) > 1 else WORLDS_FOR_ONE
    found = Worlds(position, seat, wary=True).tried(legal, worlds).mean(0)
    for i, winner in enumerate(winners(position.array, position.sheet, position.stock, legal)):
        if winner >= 0:
            found[i, 0] = winner == seat
    estimates = (
        Estimate(to_move(int(move)), float(win), float(points))
        for move, (win, points) in zip(legal, found, strict=True)
    )
    return explained(estimates, lambda move: why(game, state, seat, move))


def position_of(game: RowGame, state: State, rng: Chance) -> Position:
    """A state as the engine sees it."""
    seats = len(state.hands)
    return Position(
        sheet_of(game, seats), policies(game.id, seats), *from_state(game, state, rng.below(1 << 63))
    )


def legal_moves(position: Position) -> Ints:
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


def best(position: Position, seat: Seat, left: Ints) -> int:
    """The move that does best: all are tried in more and more worlds, and what is clearly worse drops out."""
    worlds, playouts = Worlds(position, seat), PLAYOUTS
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


def warm_up() -> None:
    """Compile what a first decision would have to wait for, or load it where it was compiled before."""
    game, rng = Classic(), Chance(1)
    for seats in (2, 3):
        state = game.deal(seats, rng)
        for _ in range(WARM_UP_MOVES):
            seat = state.turn
            state, _ = game.play(state, seat, choose("expert", game, state, seat, rng))
