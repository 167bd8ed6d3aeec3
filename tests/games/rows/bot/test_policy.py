"""The policies of the row games: how they play on, and how strong they are."""

from __future__ import annotations

import pytest

from elfer.core.beliefs import Belief
from elfer.core.cards import BIT
from elfer.games.rows.bot.policy import play_on
from elfer.games.rows.bot.weights import policies
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import WINNER, from_state, sheet_of
from elfer.games.rows.state import State
from tests.games.rows.bot.policies import won


def test_a_game_without_end_is_given_up() -> None:
    """No seat has the card that would fit: such a game cannot be dealt, but it can be written down."""
    game = Classic()
    state = State(0, (BIT["R1"], BIT["R2"]), BIT["R11"], excluded=(Belief(), Belief()))
    array, stock = from_state(game, state)
    play_on(array, sheet_of(game, 2), stock, policies("classic", 2), 0, 0, 0)
    assert array[WINNER] == -1


@pytest.mark.parametrize(("seats", "least"), [(2, 0.83), (3, 0.86), (4, 0.77)])
def test_hard_beats_greedy(seats: int, least: float) -> None:
    assert won("classic", seats, "hard", "greedy") > least


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_levels_rise(seats: int) -> None:
    assert won("classic", seats, "easy", "greedy") > 1 / seats + 0.03
    assert won("classic", seats, "medium", "easy") > 1 / seats + 0.14
    assert won("classic", seats, "hard", "easy") > 1 / seats + 0.22
    assert won("classic", seats, "hard", "medium") > 1 / seats + 0.01
