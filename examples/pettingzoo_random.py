"""Agents that choose at random play a game in PettingZoo: `python examples/pettingzoo_random.py snap 20`."""

from __future__ import annotations

import sys
from collections import Counter

from elfer.envs.pettingzoo import env


def main(game: str = "classic", matches: str = "100") -> None:
    """Play matches of a game, and print who has won how many."""
    table = env(game)
    won: Counter[str] = Counter()
    for number in range(int(matches)):
        table.reset(seed=number)
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            won[agent] += reward
            done = terminated or truncated
            table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))
    for agent in table.possible_agents:
        print(f"{agent} won {won[agent]:.1f} of {matches} matches")


if __name__ == "__main__":
    main(*sys.argv[1:])
