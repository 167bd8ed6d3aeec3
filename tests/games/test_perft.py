from __future__ import annotations

import os
from itertools import islice, takewhile
from typing import Any

import pytest

from elfer.games import registry
from tests.games.perft import deal, perft, read

CASES = [(id, *line) for id in registry() for line in read(id)]
MOST = 10**9 if os.environ.get("ELFER_LONG") else 10_000
"""How many ways are counted at most, one by one."""


@pytest.mark.parametrize(("id", "seats", "seed", "options", "counts"), CASES, ids=str)
def test_perft(id: str, seats: int, seed: int, options: dict[str, Any], counts: list[int]) -> None:
    game, state = deal(id, seats, seed, options)
    counts = [*takewhile(lambda count: count <= MOST, counts)]
    assert counts
    assert list(islice(perft(game, state), len(counts))) == counts


@pytest.mark.parametrize("id", registry())
def test_every_seat_count_is_there(id: str) -> None:
    assert {seats for seats, *_ in read(id)} == set(registry()[id].seats)
