"""Speed of simulations: `make bench-study`, `python -m benchmarks.study --quick`.

The command `elfer simulate`, start-up included, relative to plain C that plays the same games; games a second
of bots; and the idle time between the tasks of a Ray cluster. Most figures use processor time, which other
work on the machine does not change.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib import import_module
from statistics import median
from typing import Any

from benchmarks.engine import BUILD, SEATS, SEED, build_yardstick
from elfer.compiled.streams import key_of
from elfer.study import cluster
from elfer.study.simulate import simulate

SIMULATE = [sys.executable, "-m", "elfer", "simulate"]
PAIRS = {
    ("classic", "hard,greedy"): 20_000,
    ("classic", "hard"): None,
    ("classic", "easy"): None,
    ("junior", "hard,greedy"): None,
    ("master", "hard,medium"): None,
    ("board", "hard,medium"): None,
}
"""The measured bots, with the goal in games a second and core, if any."""


def processor_seconds(*command: str) -> float:
    """The processor time of a whole program on one core."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return used.ru_utime + used.ru_stime


def command_to_c(games: int, turns: int) -> float | None:
    """Random games by `elfer simulate`, relative to the program in C."""
    if not (yardstick := build_yardstick()):
        print("There is no C compiler to compare with.")
        return None
    numbers = "--games", str(games), "--seats", str(SEATS), "--seed", str(SEED)
    processor_seconds(*SIMULATE, "classic", "--bots", "random", "--games", "1", "--jobs", "1")  # compiles
    ours, theirs = [], []
    for _ in range(turns):
        theirs.append(games / processor_seconds(str(yardstick), str(games), str(SEATS), str(key_of(SEED))))
        command = [*SIMULATE, "classic", "--bots", "random", *numbers, "--jobs", "1"]
        ours.append(games / processor_seconds(*command))
    print(f"Random classic, {games:,} games, by processor time from start to end:")
    print(f"  C              {median(theirs):>11,.0f} games/s")
    print(f"  elfer simulate {median(ours):>11,.0f} games/s")
    ratio = median(ours) / median(theirs)
    print(f"  → {ratio:.2f} to 1; the goal is 0.6")
    return round(ratio, 3)


def games_a_second(game: str, bots: str, seconds: float) -> float:
    """Games a second of processor time on one core; each game of a duplicate deal counts."""
    asked = {"seats": 4, "bots": bots, "seed": SEED, "duplicate": True}
    simulate(game, games=4, **asked)  # type: ignore[arg-type]
    games, passed = 1000, 0.0
    while passed < seconds:
        start = time.process_time()
        simulate(game, games=games, **asked)  # type: ignore[arg-type]
        passed = time.process_time() - start
        rate = games / passed
        games = max(2 * games, int(1.1 * rate * seconds))
    return rate


def lost_in_ray(task_seconds: float, tasks: int) -> float:
    """The idle share of a cluster's cores, with tasks of this length."""
    size = int(games_a_second("classic", "hard,greedy", 1.0) * task_seconds / SEATS)
    with cluster.connected(cluster.LOCAL):
        ray: Any = import_module("ray")
        cores = int(ray.cluster_resources()["CPU"])
        task = ray.remote(num_cpus=1)(_timed)
        ray.get([task.remote(0, 10) for _ in range(cores)])
        start = time.time()
        spans = ray.get([task.remote(i * size, (i + 1) * size) for i in range(tasks)])
        passed = time.time() - start
    busy: float = sum(end - begin for begin, end in spans)
    return 1 - busy / (passed * cores)


def _timed(first: int, stop: int) -> tuple[float, float]:
    """Start and end of a task."""
    from elfer.study.simulate import job_of

    job = job_of("classic", SEATS, "hard,greedy", 10**9, SEED, True, 1, {})
    begin = time.time()
    cluster.play_deals(job, first, stop, keep=False)
    return begin, time.time()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time, and rougher")
    quick = parser.parse_args().quick
    found: dict[str, float | None] = {}
    found["c"] = command_to_c(3_000_000 if quick else 20_000_000, 1 if quick else 5)
    print("\nGames a second on one core, 4 seats, by processor time:")
    for (game, bots), goal in PAIRS.items():
        rate = games_a_second(game, bots, 0.5 if quick else 3.0)
        found[f"{game} {bots}"] = round(rate)
        print(f"  {game:<10}{bots:<14}{rate:>11,.0f}" + (f"   the goal is {goal:,}" if goal else ""))
    seconds, tasks = (2.0, 4) if quick else (10.0, 8)
    found["ray"] = lost = round(lost_in_ray(seconds, tasks), 4)
    print(f"\nLost between Ray's tasks of about {seconds:.0f} s: {lost:.1%}; the goal is 5 % at 10 s")
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-study.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
