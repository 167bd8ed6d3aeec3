from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from elfer.games.rows.bot.policy import NOISE
from elfer.games.rows.bot.weights import NAMES, PARTS, row
from tests.games.rows.bot.policies import won
from tests.games.rows.compiled.variants import ROW_GAMES, TABLES


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
def test_tuning_was_worth_it(id: str, seats: int) -> None:
    """In junior little is to be decided: any bot that is not greedy plays about as well as can be."""
    others = ("greedy", "easy") if id == "junior" else ("greedy", "medium", "hard")
    shares = [won(id, seats, "tuned", other, 600) for other in others]
    assert sum(shares) / len(shares) > 1 / seats + 0.035
