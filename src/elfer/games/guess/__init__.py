"""Guess the sum: rules, events and views."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.guess.rules import Guess as Guess
from elfer.games.guess.state import *  # noqa: F403
