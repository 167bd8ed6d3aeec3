"""A row game solved by OpenSpiel, and how far bots are from it: `python examples/solve_tiny.py tiny 100`."""

from __future__ import annotations

import sys

from elfer.envs.tiny.solving import bot_policies  # first: it says what to install if OpenSpiel is missing

# isort: split
import pyspiel


def main(name: str = "tiny", iterations: str = "100") -> None:
    """Print what a perfect opponent takes from each bot per game, and from a solution by CFR+."""
    game = pyspiel.load_game(f"elfer_{name}")
    tree = pyspiel.convert_to_cached_tree(game)  # its states are made once, and then compiled
    print("player       exploitability")
    for bot, policy in bot_policies(game).items():
        print(f"{bot:12} {pyspiel.exploitability(tree, policy):.5f}")
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(int(iterations)):
        solver.evaluate_and_update_policy()
    solution = solver.average_policy()
    print(f"{f'CFR+ {iterations}':12} {pyspiel.exploitability(tree, solution):.5f}")
    value = pyspiel.expected_returns(tree.new_initial_state(), solution, -1, True)[0]
    print(f"Between perfect players, the first seat wins {(1 + value) / 2:.4f} of the games.")


if __name__ == "__main__":
    main(*sys.argv[1:])
