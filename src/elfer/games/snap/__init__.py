"""Schnipp Schnapp: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.snap.rules import Snap as Snap
from elfer.games.snap.state import *  # noqa: F403
