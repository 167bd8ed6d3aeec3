"""Moves of the row games tried in imagined worlds."""

from __future__ import annotations

import numpy as np

from elfer.compiled.decorator import Floats, Ints
from elfer.games.rows.bot import legal_moves
from elfer.games.rows.bot.weights import POLICIES
from elfer.games.rows.bot.worlds import EnginePosition, try_moves
from tests.games.rows.bot.policies import position

WORLDS = 60
HARD, GREEDY = (np.array([POLICIES.index(name)]) for name in ("hard", "greedy"))
POSITION = position("G12 G10 B11 Y1", "G1-9", "B1-10", table="R1-20 Y11 G11", turn=0)


def tried(position: EnginePosition, moves: Ints, others: Ints) -> Floats:
    """Whether each move of seat 0 wins, and its points, in some worlds."""
    sheet, policies, array, stock = position
    found = np.zeros((WORLDS, len(moves), 2))
    try_moves(array.copy(), sheet, stock.copy(), 0, policies, others, moves, np.zeros_like(array), found)
    return found


def test_a_move_is_tried_in_many_worlds() -> None:
    found = tried(POSITION, legal_moves(POSITION), HARD)
    assert set(np.unique(found[:, :, 0])) == {0.0, 1.0}
    assert len(np.unique(found[:, 0, 1])) > 5
    assert (found[:, :, 1][found[:, :, 0] == 1] == 0).all()


def test_who_the_others_are_makes_a_difference() -> None:
    moves = legal_moves(POSITION)
    assert (tried(POSITION, moves, HARD) != tried(POSITION, moves, GREEDY)).any()


def test_the_last_card_wins_in_every_world() -> None:
    last = position("R12", "G1-9", "B1-10", table="R11 Y11", turn=0)
    assert (tried(last, legal_moves(last), HARD) == (1, 0)).all()
