"""The reference: random play of crazy_eights through OpenSpiel's Python API. Prints steps and games a second.

Runs in a separate environment; the other benchmarks start it. A step is one `apply_action`, of a player or of
chance; chance outcomes are sampled from their probabilities, as in OpenSpiel's examples.
"""

import random
import sys
import time

import pyspiel


def rates(games: int, seed: int) -> tuple[float, float]:
    rng = random.Random(seed)
    game = pyspiel.load_game("crazy_eights(players=4)")
    steps = 0
    start = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(actions, odds)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
    seconds = time.process_time() - start
    return steps / seconds, games / seconds


if __name__ == "__main__":
    print(*rates(int(sys.argv[1]), int(sys.argv[2])))
