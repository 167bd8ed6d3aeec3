"""How often a level wins against another one."""

from __future__ import annotations

from elfer.bots import strategy
from elfer.bots.search import share
from elfer.core.chance import Chance
from elfer.core.game import AnyGame


def shares(game: AnyGame, level: str, other: str, seats: int, deals: range) -> float:
    """The mean share of victories of one seat of a level against others, on every seat of each deal."""
    choose, won = strategy(game).choose, 0.0
    for deal in deals:
        for seat in range(seats):
            state, rng = game.deal(seats, Chance(deal)), Chance(deal, 1)
            while actors := game.actors(state):
                (turn,) = actors
                move = choose(level if turn == seat else other, game, state, turn, rng)
                state, _ = game.play(state, turn, move)
            won += share(game.result(state), seat)
    return won / len(deals) / seats
