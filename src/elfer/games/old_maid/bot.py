"""Bots for Schwarzer Peter: the cards are offered in random order, so all moves are equal. OLD-5"""

from __future__ import annotations

from elfer.bots import search
from elfer.bots.search import Estimate, Reason, random
from elfer.bots.why import explained
from elfer.compiled.decorator import PLAIN
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.old_maid.rules import OldMaid
from elfer.games.old_maid.state import State

WORLDS = 18 if PLAIN else 36
"""Playouts per estimate."""


def choose(_level: str, game: OldMaid, state: State, seat: Seat, rng: Chance) -> Move:
    return random(game, state, seat, rng)


def estimate(game: OldMaid, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """The same estimate for each card offered."""
    moves = game.moves(state, seat)
    (drawn,) = search.estimate(game, state, seat, rng, moves=moves[:1], policy=random, worlds=WORLDS)
    found = (Estimate(move, drawn.win, drawn.points) for move in moves)
    return explained(found, lambda _: (Reason("old_maid_luck"),))
