"""Bots decide the same in plain Python: where neither NumPy nor Numba is installed, as in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from elfer.bots import LEVELS, levels_offline
from elfer.game_card import card_of
from elfer.games import registry
from tests.bots.decisions import decisions

ROOT = Path(__file__).parents[2]
LONG = bool(os.environ.get("ELFER_LONG"))
SEEDS, MOVES = (12, 400) if LONG else (1, 16)
"""Matches played with each number of seats and each option, and moves of each match."""
WITHOUT = "import runpy, sys; sys.modules.update(dict.fromkeys(('numpy', 'numba', 'llvmlite'))); "
"""Code that hides NumPy and Numba from a Python process."""
EVERYTHING = """
import elfer
from elfer.bots import LEVELS, Bot, next_move, warm_up
from elfer.core.chance import Chance
from elfer.games import registry
warm_up()
for id, kind in registry().items():
    match, rng, seats = elfer.start(id, seats=kind.seats[0], seed=2), Chance(2), kind.seats[0]
    for _ in range(2):
        while not match.over and not any(len(match.moves(seat)) > 1 for seat in match.awaited):
            match.play(*next_move(match, [Bot("expert", seat) for seat in range(seats)], rng))
        for seat in match.awaited[:1]:
            found = Bot("expert", 1).evaluate(match, seat)
            assert sorted(one.move for one in found) == sorted(match.moves(seat)), id
            assert all(0 <= one.win <= 1 for one in found), id
        for _ in range(12):
            if not match.over:
                match.play(*next_move(match, [Bot("expert", seat) for seat in range(seats)], rng))
print("fine")
"""


def run(code: str, *arguments: str) -> str:
    """The output of a process without NumPy and Numba."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + code, *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_levels_below_expert_decide_the_same_in_plain_python() -> None:
    """The same moves, calls and reaction times from the same seeds: in every game, with all options."""
    asked = (str(SEEDS), str(MOVES), *registry())
    plain = run("runpy.run_module('tests.bots.decisions', run_name='__main__')", *asked)
    compiled = [line for id in registry() for line in decisions(id, range(SEEDS), MOVES)]
    for one, other in zip(plain.splitlines(), compiled, strict=True):
        assert one == other
    assert len(compiled) > 3000


def test_the_expert_plays_and_advises_in_plain_python() -> None:
    assert run(EVERYTHING) == "fine\n"


@pytest.mark.parametrize("id", registry())
def test_the_expert_is_offered_there_at_some_tables(id: str) -> None:
    """All levels where *expert* was shown to beat *hard*, else all but *expert*."""
    kind, known = registry()[id], card_of(id)
    assert known
    assert set(known.expert_offline) <= set(kind.seats)
    offered = {seats: levels_offline(id, seats) for seats in kind.seats}
    assert {seats for seats, levels in offered.items() if levels == LEVELS} == set(known.expert_offline)
    assert set(offered.values()) <= {LEVELS, LEVELS[:-1]}
