"""The Elfer raus! family of card games: rules, matches, notation and bots."""

from elfer.bots import Bot, BotError, Observation, bot, play_match
from elfer.core.canonical_json import to_json
from elfer.core.chance import Chance
from elfer.core.game import TABLE, Event, Game, Option, Result, State, View
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games import GameInfo, games
from elfer.match import AnyMatch, Match, Step, load, replay, start
from elfer.records import read_records

__version__ = "1.0.0"
__all__ = [
    "TABLE",
    "AnyMatch",
    "BadInput",
    "Bot",
    "BotError",
    "Chance",
    "Event",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Match",
    "Observation",
    "Option",
    "Result",
    "State",
    "Step",
    "View",
    "bot",
    "games",
    "load",
    "play_match",
    "read_records",
    "replay",
    "start",
    "to_json",
]
