"""Speed of the compiled engine, relative to references in the same run: `make bench`.

Random games: against plain C on one core, on two cores against one, and against OpenSpiel's Python API. Equal
checksums prove that the C program plays the same games. All sides alternate several times, and their medians
are compared, because machines are noisy.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from elfer.games import registry
from elfer.games.rows import compiled as engine
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled.playout import FIGURES, cores, play_games
from elfer.games.rows.rules import RowGame

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
TURNS, SEATS, SEED = 9, 4, 1
CLASSIC = Classic()
GAMES_A_TURN = 100_000


def build_yardstick() -> Path | None:
    """The compiled C program; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    BUILD.mkdir(exist_ok=True)
    made = BUILD / "yardstick"
    subprocess.run([compiler, "-O3", "-march=native", HERE / "yardstick.c", "-o", made], check=True)
    return made


def in_c(yardstick: Path) -> tuple[float, int]:
    """Games per second of processor time of the C program, and the checksum."""
    command = [str(yardstick), str(GAMES_A_TURN), str(SEATS), str(engine.key_of(SEED))]
    rate, check = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(rate), int(check)


def on_one_core() -> tuple[float, int]:
    """The same of the engine."""
    sheet, (game, stock) = engine.sheet_of(CLASSIC, SEATS), engine.blank()
    figures = np.zeros((GAMES_A_TURN, FIGURES + SEATS), np.int64)
    start = time.thread_time()
    play_games(game, sheet, stock, engine.key_of(SEED), 0, figures)
    seconds = time.thread_time() - start
    weights = np.outer(np.arange(1, len(figures) + 1), np.arange(1, FIGURES + SEATS + 1))
    return GAMES_A_TURN / seconds, int((figures.astype(np.uint64) * weights.astype(np.uint64)).sum())


def with_threads(threads: int, game: RowGame = CLASSIC) -> float:
    """Games per second of wall time, through the engine's public interface."""
    start = time.perf_counter()
    engine.random_games(game, seats=SEATS, count=2 * GAMES_A_TURN, seed=SEED, threads=threads)
    return 2 * GAMES_A_TURN / (time.perf_counter() - start)


def cores_had() -> float:
    """The number of cores that two threads get on a shared machine."""
    clock, processor = time.perf_counter(), time.process_time()
    with_threads(2)
    return (time.process_time() - processor) / (time.perf_counter() - clock)


def open_spiel(seed: int) -> float:
    """Games per second of crazy_eights through OpenSpiel's Python API."""
    command = [sys.executable, str(HERE / "open_spiel_steps.py"), "1500", str(seed)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[1])


def in_turn(sides: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """The rates of each side, measured in turn after one warm-up."""
    for side in sides.values():
        side()
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(TURNS):
        for name, side in sides.items():
            rates[name].append(side())
    return rates


def compare(title: str, sides: dict[str, Callable[[], float]], goal: float | None = None) -> float:
    """Print all rates; returns the ratio of the last to the first."""
    print(f"\n{title}")
    rates = in_turn(sides)
    for name, some in rates.items():
        print(f"  {name:<14} {median(some):>11,.0f} games/s   ({min(some):,.0f} to {max(some):,.0f})")
    first, *_, last = (median(some) for some in rates.values())
    if goal is not None:
        print(f"  → {last / first:.2f} to 1; the goal is {goal}")
    return round(last / first, 3)


def main() -> None:
    ratios: dict[str, float] = {}
    engine.random_games(CLASSIC, seats=SEATS, count=1, seed=SEED)
    print(f"Random games at {SEATS} seats; classic, where no other game is named.")
    if yardstick := build_yardstick():
        assert in_c(yardstick)[1] == on_one_core()[1], "C and the engine have not played the same games"
        sides = {"C": lambda: in_c(yardstick)[0], "engine": lambda: on_one_core()[0]}
        ratios["c"] = compare("One core, against plain C, by processor time:", sides, goal=0.75)
    else:
        print("\nSkipped the comparison with C: there is no C compiler.")
    if cores() > 1:
        sides = {"one core": lambda: with_threads(1), "two cores": lambda: with_threads(2)}
        ratios["two_cores"] = compare("Two cores, against one:", sides, goal=1.8)
        if (had := cores_had()) < 1.8:
            print(f"  No comparison: others use the machine, and only {had:.1f} cores could be had.")
    else:
        print("\nSkipped the comparison of two cores with one: there is one core.")
    sides = {"OpenSpiel": lambda: open_spiel(SEED), "engine": lambda: with_threads(1)}
    title = "One core, against OpenSpiel's Python API (crazy_eights, 4 players):"
    ratios["open_spiel"] = compare(title, sides, goal=100)
    rows = {id: game() for id, game in registry().items() if issubclass(game, RowGame)}
    compare("All row games, one core:", {id: partial(with_threads, 1, game) for id, game in rows.items()})
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-engine.json").write_text(json.dumps(ratios, indent=2) + "\n")


if __name__ == "__main__":
    main()
