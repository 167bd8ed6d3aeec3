"""Tiny: its rules, its bots' exact odds, and how far these are from perfect play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyspiel
import pytest

import elfer
from elfer.bots import BOTS as EVERY_BOT
from elfer.core.chance import Chance
from elfer.envs.game_tree import TreeNode, game_tree
from elfer.envs.tiny import Tinier, Tiny
from elfer.envs.tiny.bot import choose, odds
from elfer.envs.tiny.solving import BOTS, bot_policies, decisions

EXAMPLE = Path(__file__).parents[2] / "examples" / "solve_tiny.py"
TRIES = 400


def test_it_is_a_row_game_that_is_in_no_list() -> None:
    match = elfer.start(Tiny, seats=2, seed=3)
    view = match.view(0)
    assert (view.rows, view.numbers, view.middle, view.sizes, view.stock) == ("RY", (1, 4), 2, (3, 3), 2)
    assert "tiny" not in elfer.games()
    with pytest.raises(elfer.BadInput):
        elfer.start("tiny")


def test_its_first_card_opens_a_row() -> None:
    for seed in range(20):
        match = elfer.start(Tiny, seats=2, seed=seed)
        assert set(match.moves(0)) <= {"R2", "Y2", "draw"}


@pytest.mark.parametrize("name", EVERY_BOT)
@pytest.mark.parametrize("kind", [Tiny, Tinier])
def test_every_bot_plays_it(kind: type[Tiny], name: str) -> None:
    match, bot = elfer.start(kind, seats=2, seed=4), elfer.bot(name, seed=1)
    while not match.over:
        (seat,) = match.actors
        match.play(seat, bot.choose(match, seat))
    assert match.result


@pytest.mark.parametrize("name", BOTS)
def test_odds_are_those_of_the_bot(name: str) -> None:
    """In every tenth point of the small tree with a choice they add up, and some are tried."""
    nodes = [c for c in decisions(TreeNode(game_tree(Tinier(), 2))) if c.turns and len(c.turns.moves) > 1]
    for node in nodes[::10]:
        found = odds(name, Tinier(), node.match.state)
        assert sum(found.values()) == pytest.approx(1)
        assert set(found) == set(node.match.moves(node.match.state.turn))
    if name in ("random", "greedy"):
        return
    for node in nodes[:: len(nodes) // 3]:
        state = node.match.state
        found = odds(name, Tinier(), state)
        tried = Counter(choose(name, Tinier(), state, state.turn, Chance(i)) for i in range(TRIES))
        assert {move: tried[move] / TRIES for move in found} == pytest.approx(found, abs=0.12)


LONG = pytest.mark.skipif(not os.environ.get("ELFER_LONG"), reason="its tree is large")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("elfer_tinier", {"greedy": 0, "hard": 0}),
        pytest.param("elfer_tiny", {"greedy": 0.11339, "hard": 1 / 70}, marks=LONG),
    ],
)
def test_how_far_bots_are_from_perfect_play(name: str, expected: dict[str, float]) -> None:
    """Half of what the best opponents win in both seats; `examples/solve_tiny.py` prints the same."""
    game = pyspiel.load_game(name)
    tree = pyspiel.convert_to_cached_tree(game)
    bots = bot_policies(game, ("greedy", "hard"))
    found = {name: pyspiel.exploitability(tree, policy) for name, policy in bots.items()}
    assert found == pytest.approx(expected, abs=1e-5)


def test_cfr_solves_it() -> None:
    tree = pyspiel.convert_to_cached_tree(pyspiel.load_game("elfer_tinier"))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(tree, solver.average_policy()) < 0.001


def test_the_example_prints_a_table() -> None:
    run = subprocess.run([sys.executable, EXAMPLE, "tinier", "5"], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [*BOTS, "CFR+"]
    assert lines[-1].startswith("Between perfect players, the first seat wins 0.3")
