"""Elfer raus! The board game: the rules, and the types of what happens and of what one sees."""

from __future__ import annotations

from elfer.core.events import Passed, TurnEnded
from elfer.core.game import RoundOver
from elfer.games.board.rules import Board
from elfer.games.board.state import FreeSkipped, State, TileGiven, TileLaid, TilesDrawn, View

__all__ = [
    "Board",
    "FreeSkipped",
    "Passed",
    "RoundOver",
    "State",
    "TileGiven",
    "TileLaid",
    "TilesDrawn",
    "TurnEnded",
    "View",
]
