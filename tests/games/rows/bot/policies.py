"""Positions and games between policies, for tests of the row games' bots."""

from __future__ import annotations

from typing import Any

from elfer.core.chance import Chance
from elfer.games.rows.bot import position_of
from elfer.games.rows.bot.batches import duel
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.worlds import EnginePosition
from elfer.games.rows.compiled import sheet_of
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from tests.games.rows.compiled.variants import games
from tests.positions import table


def won(id: str, seats: int, level: str, other: str, deals: int = 1500) -> float:
    """The share of games that one policy wins against others on every seat."""
    game = games(id, seats)[0]
    tested, others = POLICIES.index(level), POLICIES.index(other)
    figures = duel(sheet_of(game, seats), policies(id, seats), tested, others, deals=deals, seed=9)
    return float(figures[:, 0].mean())


def position(*hands: str, **keys: Any) -> EnginePosition:
    """A position of classic as the bots see it."""
    match = table("classic", *hands, **keys)
    assert isinstance(match.game, RowGame)
    assert isinstance(match.state, State)
    return position_of(match.game, match.state, Chance(1))
