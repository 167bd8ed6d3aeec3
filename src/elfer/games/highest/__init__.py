"""The highest card wins: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.highest.rules import Highest as Highest
from elfer.games.highest.state import *  # noqa: F403
