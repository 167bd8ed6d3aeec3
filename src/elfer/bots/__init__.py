"""Who decides when no person does."""

from __future__ import annotations

import warnings

from elfer.bots import plain
from elfer.bots.levels import (
    BOTS,
    LEVELS,
    SIMPLE,
    Bot,
    Call,
    Observation,
    Strategy,
    levels_offline,
    strategy,
    strategy_of,
)
from elfer.bots.own import BotError, Chooser, Own, OwnBot
from elfer.bots.play import AnyBot, bot, listed, next_move, play_match, seated
from elfer.bots.search import Drawback, Estimate, Reason
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
    "Strategy",
    "bot",
    "levels_offline",
    "listed",
    "next_move",
    "plain",
    "play_match",
    "seated",
    "strategy",
    "warm_up",
]


def warm_up() -> None:
    """Let every game prepare what its bots' first decision would have to wait for."""
    folders = {package_of(kind): kind for kind in registry().values()}
    for kind in folders.values():
        try:
            if prepare := getattr(strategy_of(kind), "warm_up", None):
                prepare()
        except Exception as error:  # whatever is wrong with one package must not cost the others their bots
            warnings.warn(f"the bots of {kind.id} are not prepared: {error}", RuntimeWarning, stacklevel=2)
