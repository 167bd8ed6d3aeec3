"""The Elfer raus! family of card games: rules, matches, notation and bots."""

from elfer.bots import Bot, bot
from elfer.core import TABLE, BadInput, Event, IllegalMove, Option, Result, View
from elfer.games import GameInfo, games
from elfer.match import Match, load, replay, start
from elfer.notation import to_json

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
