"""The Elfer raus! family of card games: rules, matches, notation and bots."""

from elfer.bots import Bot, bot
from elfer.core.encoding import to_json
from elfer.core.game import TABLE, Event, Option, Result, View
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games import GameInfo, games
from elfer.match import Match, load, replay, start

__all__ = [
    "TABLE",
    "BadInput",
    "Bot",
    "Event",
    "GameInfo",
    "IllegalMove",
    "Match",
    "Option",
    "Result",
    "View",
    "bot",
    "games",
    "load",
    "replay",
    "start",
    "to_json",
]
