"""The highest card wins: rules, events and views."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.highest.rules import Highest as Highest
from elfer.games.highest.state import *  # noqa: F403
