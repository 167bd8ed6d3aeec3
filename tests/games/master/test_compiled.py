from __future__ import annotations

import pytest

from elfer.games.master import compiled
from elfer.games.master.bot import lays
from elfer.games.master.rules import Master
from tests.games.compiled_rules import check_compiled_rules


@pytest.mark.parametrize("seats", Master.seats)
def test_the_compiled_game_agrees_with_the_rules(seats: int) -> None:
    game = Master(row_order=("red", "green", "yellow", "blue"))
    check_compiled_rules(game, seats, compiled, lays)
