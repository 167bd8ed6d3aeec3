from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from elfer.bots.weights import read_weights


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
