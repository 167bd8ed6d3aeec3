"""Cheat: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.cheat.rules import Cheat as Cheat
from elfer.games.cheat.state import *  # noqa: F403
