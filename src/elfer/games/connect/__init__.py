"""Connect anywhere: the rules, and the types of what happens and of what one sees."""

from elfer.core.game import RoundOver as RoundOver
from elfer.games.connect.rules import Connect as Connect
from elfer.games.connect.state import *  # noqa: F403
