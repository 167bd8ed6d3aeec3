"""Bots that judge moves by weights: their weights, and their compiled rounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import elfer
from elfer.bots import bot, play_match, strategy
from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, REASON, WINNERS, Batches
from elfer.bots.weighted import read_weights
from elfer.core.chance import seed_for
from elfer.games import registry

TURNS = 2
TABLES = [(id, seats) for id in ("board", "master") for seats in registry()[id].seats]


class Weights(NamedTuple):
    """Two weights of a heuristic."""

    tempo: float
    number: float


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package with a file of weights."""
    folder = tmp_path / "weighing"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "weighing", raising=False)
    return folder


def test_each_table_becomes_one_set_of_weights(package: Path) -> None:
    (package / "weights.toml").write_text(
        "[hard]\ntempo = 2\nnumber = -0.5\n[medium]\nnumber = 1\ntempo = 0\n"
    )
    found = read_weights("weighing", Weights)
    assert found == {"hard": Weights(2.0, -0.5), "medium": Weights(0.0, 1.0)}
    assert all(isinstance(weight, float) for weight in found["hard"])


@pytest.mark.parametrize("table", ["tempo = 2", "tempo = 2\nnumber = 1\nrush = 3"])
def test_a_weight_that_is_missing_or_unknown_is_an_error(package: Path, table: str) -> None:
    (package / "weights.toml").write_text(f"[hard]\n{table}\n")
    with pytest.raises(TypeError):
        read_weights("weighing", Weights)


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_compiled_rounds_are_those_of_matches(id: str, seats: int) -> None:
    names = ["hard", "medium", "medium", "hard", "medium", "hard"][:seats]
    game = registry()[id]()
    batches: Batches = strategy(game).BATCHES  # type: ignore[attr-defined]
    rows = batches.player(game, seats, names)(3, range(5, 7), TURNS, 0)
    for i, row in enumerate(rows):
        deal, turn = 5 + i // TURNS, i % TURNS
        match = elfer.start(id, seats=seats, seed=seed_for(3, "deal", deal))
        result = play_match(match, [bot(names[(seat - turn) % seats], 1) for seat in range(seats)], seed=2)
        moves = [step.move for step in match.history]
        assert row[WINNERS] == sum(1 << seat for seat in result.winners)
        assert batches.reasons[row[REASON]] == result.reason
        assert row[[LENGTH, DRAWS, PASSES]].tolist() == [
            len(moves),
            moves.count("draw"),
            moves.count("pass"),
        ]
        assert tuple(row[POINTS:]) == result.points
