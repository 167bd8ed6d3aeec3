"""Schwarzer Peter: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.old_maid.rules import OldMaid as OldMaid
from elfer.games.old_maid.state import *  # noqa: F403
