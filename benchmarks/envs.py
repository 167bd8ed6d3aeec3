"""Speed of the environments, relative to other libraries in the same run: `make bench-envs`.

Both sides alternate several times, and their medians are compared, because machines are noisy.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from pettingzoo.classic.connect_four import connect_four

from elfer.envs.pettingzoo import env
from elfer.games import registry

ROOT = Path(__file__).parent.parent
TURNS = 7
SECONDS = 1.0
GOAL = 3.0
"""Goal for classic, as a multiple of the speed of PettingZoo's own game."""


def steps_per_second(env: Any, seed: int) -> float:
    """Random play through the whole interface: observe, choose by the mask, step."""
    rng, steps = random.Random(seed), 0
    env.reset(seed=seed)
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in env.agent_iter(100):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
        if any(env.terminations.values()):
            env.reset()
    return steps / spent


def spread(rates: list[float]) -> str:
    return f"{median(rates):>9,.0f}   ({min(rates):,.0f} to {max(rates):,.0f})"


def main() -> None:
    """Steps of classic against PettingZoo's connect_four_v3; then every game."""
    rates: dict[str, list[float]] = {"connect_four": [], "bare": [], "classic": []}
    for turn in range(TURNS):
        rates["connect_four"].append(steps_per_second(connect_four.env(), turn))
        rates["bare"].append(steps_per_second(connect_four.raw_env(), turn))
        rates["classic"].append(steps_per_second(env("classic", seats=4), turn))
    print(f"PettingZoo, connect_four_v3, env                 steps/s {spread(rates['connect_four'])}")
    print(f"PettingZoo, connect_four_v3, raw_env             steps/s {spread(rates['bare'])}")
    print(f"elfer, classic, 4 seats, env                     steps/s {spread(rates['classic'])}")
    ours = median(rates["classic"])
    ratios = {
        "pettingzoo": round(ours / median(rates["connect_four"]), 2),
        "pettingzoo_raw": round(ours / median(rates["bare"]), 2),
    }
    print(f"Ratio to connect_four_v3: {ratios['pettingzoo']} (goal {GOAL:g})")
    print(f"Ratio to its raw_env, which checks nothing: {ratios['pettingzoo_raw']}")
    print("\nEvery game in PettingZoo, random play:")
    for id in registry():
        table = env(id)
        size, actions = table.encoding.size, len(table.encoding.actions)
        speed = steps_per_second(table, 1)
        print(f"  {id:<14} steps/s {speed:>9,.0f}   {actions:>4} actions, {size:>4} numbers")

    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench-envs.json").write_text(json.dumps(ratios, indent=2) + "\n")


if __name__ == "__main__":
    main()
