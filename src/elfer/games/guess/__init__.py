"""Guess the sum: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.guess.rules import Guess as Guess
from elfer.games.guess.state import *  # noqa: F403
