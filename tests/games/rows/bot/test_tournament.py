"""Games between policies of the row games."""

from __future__ import annotations

import pytest

from elfer.core.chance import Chance
from elfer.games.rows import bot as rows
from elfer.games.rows.bot.batches import duel
from elfer.games.rows.bot.policy import play_on
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import RNG, WINNER, blank, deal, points, sheet_of, stream, to_state
from tests.games.rows.compiled.variants import TABLES, games


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_duel_is_played_as_the_bots_play(id: str, seats: int) -> None:
    for number, game in enumerate(games(id, seats)):
        sheet, (array, stock) = sheet_of(game, seats), blank()
        array[RNG] = stream(1, number)
        deal(array, sheet, stock)
        state = to_state(game, array, stock, seats)
        hard = POLICIES.index("hard")
        play_on(array, sheet, stock, policies(id, seats), 0, hard, hard)
        while actors := game.actors(state):
            move = rows.choose("hard", game, state, actors[0], Chance(1))
            state, _ = game.play(state, actors[0], move)
        assert state.hands.index(0) == array[WINNER]
        result = game.result(state)
        assert result
        assert result.points == tuple(points(array, seat) for seat in range(seats))


def test_a_deal_depends_on_its_seed_and_number_only() -> None:
    game = Classic()
    sheet, table = sheet_of(game, 3), policies("classic", 3)
    whole = duel(sheet, table, 3, 0, deals=20, seed=4)
    assert (duel(sheet, table, 3, 0, deals=5, seed=4, first=15) == whole[15:]).all()
    assert (duel(sheet, table, 3, 0, deals=20, seed=5) != whole).any()
    alike = duel(sheet, table, 3, 3, deals=20, seed=4)
    assert alike[:, 0] == pytest.approx(1 / 3)
    assert alike[:, 1] == pytest.approx(alike[:, 2])
