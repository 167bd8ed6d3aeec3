"""Collecting colours: rules, events and views."""

from elfer.core.events import TurnEnded as TurnEnded
from elfer.core.game import RoundOver as RoundOver
from elfer.games.collect.rules import Collect as Collect
from elfer.games.collect.state import *  # noqa: F403
