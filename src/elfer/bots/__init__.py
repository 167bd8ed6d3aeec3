"""Bots: players that are programs."""

from __future__ import annotations

import warnings

from elfer.bots.levels import BOTS, LEVELS, SIMPLE, Bot, Observation, SimpleBot, levels_offline
from elfer.bots.own import BotError, Chooser, Own, OwnBot
from elfer.bots.play import AnyBot, bot, listed, next_move, play_match, seated
from elfer.bots.search import Drawback, Estimate, Reason
from elfer.bots.strategies import Call, Strategy, strategy, strategy_of
from elfer.core.game import package_of
from elfer.games import registry

__all__ = [
    "BOTS",
    "LEVELS",
    "SIMPLE",
    "AnyBot",
    "Bot",
    "BotError",
    "Call",
    "Chooser",
    "Drawback",
    "Estimate",
    "Observation",
    "Own",
    "OwnBot",
    "Reason",
    "SimpleBot",
    "Strategy",
    "bot",
    "levels_offline",
    "listed",
    "next_move",
    "play_match",
    "seated",
    "strategy",
    "warm_up",
]


def warm_up() -> None:
    """Prepare every game's bots for their first decision."""
    folders = {package_of(kind): kind for kind in registry().values()}
    for kind in folders.values():
        try:
            if prepare := getattr(strategy_of(kind), "warm_up", None):
                prepare()
        except Exception as error:  # a broken package must not cost the others their bots
            warnings.warn(f"the bots of {kind.id} are not prepared: {error}", RuntimeWarning, stacklevel=2)
