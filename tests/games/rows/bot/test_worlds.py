"""What the expert of the row games imagines."""

from __future__ import annotations

from typing import Any

import numpy as np

from elfer.games.rows.bot import legal_moves
from elfer.games.rows.bot.worlds import Worlds, suspicion
from elfer.games.rows.compiled import sample
from elfer.games.rows.compiled.layout import EXCLUDED, HANDS
from tests.games.rows.bot.policies import position

QUIET: dict[str, Any] = {"table": "R1-20 Y1-19 G11", "turn": 0}


def test_who_should_have_many_fitting_cards_holds_them_back() -> None:
    """Y20 and G10 fit; without a stock the other hand has both."""
    full = position("G12 B11", "G1-10 B1-10", rest="stock", **QUIET)
    empty = position("G12 B11", "G1-10 B1-10 Y20 G13-20 B12-20", **QUIET)
    _, some = suspicion(full, 0)
    _, all_of_them = suspicion(empty, 0)
    assert 0 < some < all_of_them == 2
    assert Worlds(full, 0).share > Worlds(empty, 0).share


def test_what_hands_are_known_not_to_hold_is_not_expected() -> None:
    known = "Y20 G10 B11"
    where = position("G12 B1", "G1-9 B2-9", excluded=["", known], stock=known, **QUIET)
    assert suspicion(where, 0)[1] == 0


def test_those_who_lay_all_they_can_have_nothing_that_fits() -> None:
    where = position("G12 B11", "G1-10", "B1-10", **QUIET)
    laying, _ = suspicion(where, 0)
    stock = where.stock.copy()
    for _ in range(50):
        sample(laying, where.sheet, stock, 0)
        for at in range(2, 6):
            assert not laying[HANDS + at] & laying[EXCLUDED + at]
        assert laying[HANDS : HANDS + 2].tolist() == where.array[HANDS : HANDS + 2].tolist()


def test_every_move_meets_the_same_worlds() -> None:
    where = position("G12 G10 B11 Y1", "G1-9", "B1-10", table="R1-20 Y11 G11", turn=0)
    moves = legal_moves(where)
    found = Worlds(where, 0).tried(np.array([moves[0], moves[1], moves[0]]), 40)
    assert found.shape == (40, 3, 2)
    assert (found[:, 0] == found[:, 2]).all()
    assert (found[:, 0] != found[:, 1]).any()
    assert set(found[:, :, 0].ravel()) <= {0, 1}
    assert (found[found[:, :, 0] == 1][:, 1] == 0).all()


def test_the_game_itself_stays_as_it_is() -> None:
    where = position("G12 G10 B11 Y1", "G1-9", "B1-10", table="R1-20 Y11 G11", turn=0)
    before = where.array.tolist(), where.stock.tolist()
    Worlds(where, 0).tried(legal_moves(where), 10)
    assert (where.array.tolist(), where.stock.tolist()) == before
