"""Duel: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.duel.rules import Duel as Duel
from elfer.games.duel.state import *  # noqa: F403
