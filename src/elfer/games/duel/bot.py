"""Bots for Zweikampf, where there is nothing to decide."""

from __future__ import annotations

from msgspec.structs import replace

from elfer.bots import search
from elfer.bots.search import Estimate, Reason
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.duel.rules import Duel
from elfer.games.duel.state import State

WORLDS = {False: 200, True: 16}
"""Playouts per estimate, by `to_the_end`: rounds to the end are ten times as long."""


def choose(_level: str, game: Duel, state: State, seat: Seat, _rng: Chance) -> Move:
    return game.moves(state, seat)[0]


def estimate(game: Duel, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """The one move by playouts."""
    found = search.estimate(game, state, seat, rng, worlds=WORLDS[game.to_the_end])
    return tuple(replace(one, why=(Reason("duel_luck"),)) for one in found)
