"""OpenSpiel's IS-MCTS plays against a bot: `python examples/openspiel_ismcts.py classic greedy 10 50`."""

from __future__ import annotations

import sys
from typing import Any

from elfer.envs.openspiel import Player  # first of all: it says what to install if OpenSpiel is missing

# isort: split
import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator


def main(name: str = "classic", rival: str = "greedy", games: str = "10", simulations: str = "50") -> None:
    """Play games, the search in one seat after the other, the rival in all others; print who won how many."""
    called = f"elfer_{name.replace('-', '_')}"
    seats = pyspiel.load_game(called).get_type().min_num_players
    game = pyspiel.load_game(called, {"seats": seats})
    rng = np.random.RandomState(1)
    search = ISMCTSBot(
        game=game,
        evaluator=RandomRolloutEvaluator(1, rng),
        uct_c=1.4,
        max_simulations=int(simulations),
        random_state=rng,
    )
    won = 0.0
    for number in range(int(games)):
        seat = number % seats
        bots = [search if place == seat else Player(rival, seed=number) for place in range(seats)]
        gained = play(game.new_initial_state(), bots, rng)[seat]
        won += (1 + gained * (seats - 1)) / seats
    print(f"IS-MCTS won {won:g} of {games} games of {name} against {rival}.")


def play(state: Any, bots: list[Any], rng: np.random.RandomState) -> list[float]:
    """Play a game to its end; what it brings each seat."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    main(*sys.argv[1:])
