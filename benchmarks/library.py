"""Speed of the rules library, relative to OpenSpiel's Python API in the same run: `make bench`.

Random play through the public contract on one core: moves as text, a full immutable state and events at every
step. Both sides alternate several times, and their medians are compared, because machines are noisy.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import elfer
from elfer.core.chance import Chance
from elfer.games import registry

ROOT = Path(__file__).parent.parent
YARDSTICK = Path(__file__).parent / "open_spiel_steps.py"
TURNS = 7
SECONDS = 1.0
Play = Callable[[str, int, int, random.Random], int]
"""Plays one match from game, seats and seed; returns its number of moves."""


def play_match(id: str, seats: int, seed: int, rng: random.Random, *, views: bool = False) -> int:
    """One match through the public contract, perhaps with a view after each move; its number of moves."""
    match = elfer.start(id, seats=seats, seed=seed)
    while actors := match.actors:
        seat = actors[0]
        match.play(seat, rng.choice(match.moves(seat)))
        if views:
            match.view(max(seat, 0))
    return match.steps


play_viewed = partial(play_match, views=True)


def play_states(id: str, seats: int, seed: int, rng: random.Random) -> int:
    """One round through the game's own functions, without a match; its number of moves."""
    game = registry()[id]()
    state = game.deal(seats, Chance(seed))
    moves = 0
    while actors := game.actors(state):
        seat = actors[0]
        state, _ = game.play(state, seat, rng.choice(game.moves(state, seat)))
        moves += 1
    return moves


def rate(play: Play, id: str, seats: int, seed: int) -> float:
    """Moves per second."""
    rng = random.Random(seed)
    moves, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        moves += play(id, seats, rng.getrandbits(60), rng)
    return moves / (time.process_time() - start)


def open_spiel(seed: int) -> float:
    out = subprocess.run(
        [sys.executable, YARDSTICK, "1500", str(seed)], capture_output=True, text=True, check=True
    )
    return float(out.stdout.split()[0])


def spread(rates: list[float]) -> str:
    return f"{median(rates):>10,.0f}   ({min(rates):,.0f} to {max(rates):,.0f})"


def where_the_time_goes() -> None:
    """The functions with the largest own time."""
    profile, rng = cProfile.Profile(), random.Random(1)
    profile.enable()
    for seed in range(150):
        play_match("classic", 4, seed, rng)
    profile.disable()
    stats: Any = pstats.Stats(profile)
    own = {key: entry[2] for key, entry in stats.stats.items()}
    total = sum(own.values())
    print("\nWhere the time goes (own time, under the profiler):")
    for (file, _, name), seconds in sorted(own.items(), key=lambda item: -item[1])[:10]:
        place = Path(file).name if file != "~" else "built in"
        print(f"  {seconds / total:5.1%}  {name} ({place})")


def main() -> None:
    yardstick: list[float] = []
    ours: dict[str, list[float]] = {"match": [], "game": [], "seen": []}
    for turn in range(TURNS):
        yardstick.append(open_spiel(turn))
        ours["match"].append(rate(play_match, "classic", 4, turn))
        ours["game"].append(rate(play_states, "classic", 4, turn))
        ours["seen"].append(rate(play_viewed, "classic", 4, turn))
    base = median(yardstick)
    print(f"OpenSpiel, crazy_eights, 4 players, Python API   steps/s {spread(yardstick)}")
    print(f"elfer, classic, 4 seats, as a match              moves/s {spread(ours['match'])}")
    print(f"elfer, classic, 4 seats, states only             moves/s {spread(ours['game'])}")
    print(f"elfer, classic, 4 seats, with a view a move      moves/s {spread(ours['seen'])}")
    ratios = {name: round(median(rates) / base, 2) for name, rates in ours.items()}
    print(f"Ratio to OpenSpiel: match {ratios['match']}, states {ratios['game']}")
    classic = median(ours["match"])
    print(f"A move with a view takes {classic / median(ours['seen']):.2f} times as long as without")
    print("\nRandom play of all games, as a match, beside classic; and how long a view takes, in moves:")
    for id in registry():
        seats = min(4, registry()[id].seats[-1])
        speed, seen = rate(play_match, id, seats, 1), rate(play_viewed, id, seats, 1)
        ratios[id], ratios[f"{id} view"] = round(speed / classic, 2), round(speed / seen - 1, 2)
        told = f"{ratios[id]:.2f} of classic, a view {ratios[f'{id} view']:.2f} moves"
        print(f"  {id:<14} moves/s {speed:>10,.0f}   {told}")
    where_the_time_goes()
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench-library.json").write_text(json.dumps(ratios, indent=2) + "\n")


if __name__ == "__main__":
    main()
