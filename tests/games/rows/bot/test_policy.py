"""The policies of the row games: their weights, and games between them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from elfer.core.beliefs import Belief
from elfer.core.cards import BIT
from elfer.core.chance import Chance
from elfer.games import registry
from elfer.games.rows import bot as rows
from elfer.games.rows.bot.policy import NOISE, play_on
from elfer.games.rows.bot.tournament import duel
from elfer.games.rows.bot.weights import NAMES, PARTS, POLICIES, policies, row
from elfer.games.rows.compiled import RNG, WINNER, blank, deal, from_state, points, sheet_of, stream, to_state
from elfer.games.rows.state import State
from tests.games.rows.compiled.variants import ROW_GAMES, TABLES, games


def won(id: str, seats: int, level: str, other: str, deals: int = 1500, first: int = 0) -> float:
    """The share of games that one policy wins against others on every seat."""
    game: Any = registry()[id]()
    tested, others = POLICIES.index(level), POLICIES.index(other)
    table = policies(id, seats)
    figures = duel(sheet_of(game, seats), table, tested, others, deals=deals, seed=9, first=first)
    return float(figures[:, 0].mean())


def test_a_row_of_weights_has_them_in_order() -> None:
    found = row({"further": {"bias": -2.0}, "chance": {"noise": 0.5}})
    assert NAMES[NOISE] == ("chance", "noise")
    assert len(found) == len(NAMES) == NOISE + 1
    assert {name: weight for name, weight in zip(NAMES, found, strict=True) if weight} == {
        ("further", "bias"): -2.0,
        ("chance", "noise"): 0.5,
    }


def test_every_table_has_tuned_weights_of_known_names() -> None:
    tuned = tomllib.loads(files("elfer.games.rows.bot").joinpath("weights.toml").read_text("utf-8"))
    assert [(id, int(seats)) for id in ROW_GAMES for seats in tuned[id]] == TABLES
    for id, seats in TABLES:
        parts = tuned[id][str(seats)]
        assert set(parts.pop("made")) == {"rounds", "deals", "seed"}
        assert all(name in PARTS[part] for part, weights in parts.items() for name in weights)


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_duel_is_played_as_the_bots_play(id: str, seats: int) -> None:
    for number, game in enumerate(games(id, seats)):
        sheet, (array, stock) = sheet_of(game, seats), blank()
        array[RNG] = stream(1, number)
        deal(array, sheet, stock)
        state = to_state(game, array, stock, seats)
        by_seat = np.full(6, POLICIES.index("hard"))
        play_on(array, sheet, stock, policies(id, seats), by_seat)
        while actors := game.actors(state):
            move = rows.choose("hard", game, state, actors[0], Chance(1))
            state, _ = game.play(state, actors[0], move)
        assert state.hands.index(0) == array[WINNER]
        result: Any = game.result(state)
        assert result.points == tuple(points(array, seat) for seat in range(seats))


def test_a_deal_is_the_same_whoever_plays_it_and_whatever_came_before() -> None:
    game: Any = registry()["classic"]()
    sheet, table = sheet_of(game, 3), policies("classic", 3)
    whole = duel(sheet, table, 3, 0, deals=20, seed=4)
    assert (duel(sheet, table, 3, 0, deals=5, seed=4, first=15) == whole[15:]).all()
    assert (duel(sheet, table, 3, 0, deals=20, seed=5) != whole).any()
    alike = duel(sheet, table, 3, 3, deals=20, seed=4)
    assert alike[:, 0] == pytest.approx(1 / 3)
    assert alike[:, 1] == pytest.approx(alike[:, 2])


def test_a_game_without_end_is_given_up() -> None:
    """Nobody has the card that would fit: such a game cannot be dealt, but it can be written down."""
    game: Any = registry()["classic"]()
    state = State(0, (BIT["R1"], BIT["R2"]), BIT["R11"], excluded=(Belief(), Belief()))
    array, stock = from_state(game, state)
    play_on(array, sheet_of(game, 2), stock, policies("classic", 2), np.zeros(6, np.int64))
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


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_tuning_was_worth_it(id: str, seats: int) -> None:
    """In junior little is to be decided: whoever is not greedy plays about as well as can be."""
    others = ("greedy", "easy") if id == "junior" else ("greedy", "medium", "hard")
    shares = [won(id, seats, "tuned", other, 600) for other in others]
    assert sum(shares) / len(shares) > 1 / seats + 0.035
