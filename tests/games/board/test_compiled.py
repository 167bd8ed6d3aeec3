from __future__ import annotations

import pytest

from elfer.games.board import compiled
from elfer.games.board.bot import lays
from elfer.games.board.rules import Board
from tests.games.compiled_rules import check_compiled_rules

LAYOUT = """
rows = ["green", "blue", "yellow", "red"]
[bridges]
green-blue = [2, 9]
yellow-red = [18]
[bonus]
green-blue = [7]
blue-yellow = [3, 17]
yellow-red = [13]
"""


@pytest.mark.parametrize("seats", Board.seats)
@pytest.mark.parametrize("game", [Board(), Board(symbols=True), Board(symbols=True, layout=LAYOUT)])
def test_the_compiled_game_agrees_with_the_rules(seats: int, game: Board) -> None:
    check_compiled_rules(game, seats, compiled, lays)
