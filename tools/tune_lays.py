"""Tunes the weights of lays in Master or the board game; prints them for the bot's `weights.toml`.

    python tools/tune_lays.py master hard --against medium
    python tools/tune_lays.py master expert --against medium hard

The cross-entropy method, starting from the last rival's weights: each generation samples candidates around
the mean, each plays the same deals against a rival, and the best quarter gives the next mean. The same seed
prints the same table; it takes a minute or two.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, pstdev
from typing import Any

from elfer.bots.strategies import POINTS
from elfer.compiled.arrays import int_array, ints
from elfer.core.chance import Chance
from elfer.core.game import Result, part_of_game
from elfer.core.options import configure
from elfer.games import registry

CANDIDATES, BEST = 32, 8
BOTS: dict[str, Any] = {id: part_of_game(game, "bot") for id, game in registry().items()}
GAMES = [id for id, bot in BOTS.items() if hasattr(bot, "judged")]
"""The games whose bots weigh lays."""
INERTIA = 0.3
"""Share of the old mean and spread that is kept."""
FIXED = {"going_out": 1.0}
"""Weights that are not tuned."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("name", help="of the weights that are printed")
    parser.add_argument("--against", nargs="+", default=["medium"], help="the tables of the rivals")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=240, help="of each number of seats, per generation")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bot = BOTS[given.game]
    rivals, rng = [bot.WEIGHTS[name] for name in given.against], Random(given.seed)
    rival = rivals[-1]
    mean = [FIXED.get(weight, size) for weight, size in rival._asdict().items()]
    spread = [
        0.0 if weight in FIXED else max(1.0, abs(getattr(rival, weight)) / 2) for weight in rival._fields
    ]
    for generation in range(given.generations):
        dealt = deals(given.game, bot, range(generation * given.deals, (generation + 1) * given.deals))
        some = [[rng.gauss(m, s) for m, s in zip(mean, spread, strict=True)] for _ in range(CANDIDATES)]
        scores = [score(bot, type(rival)(*weights), rivals, dealt) for weights in some]
        order = sorted(range(CANDIDATES), key=lambda i: -scores[i])
        columns = list(zip(*(some[i] for i in order[:BEST]), strict=True))
        mean = moved(mean, [fmean(column) for column in columns])
        spread = moved(spread, [pstdev(column) for column in columns])
        print(f"# generation {generation}: {fmean(scores):.3f}, the best {scores[order[0]]:.3f}", flush=True)
    print(f"[{given.name}]")
    for weight, size in zip(rival._fields, mean, strict=True):
        print(f"{weight} = {size:.2f}")


def moved(old: list[float], new: list[float]) -> list[float]:
    """Weighted mean of old and new numbers."""
    return [INERTIA * a + (1 - INERTIA) * b for a, b in zip(old, new, strict=True)]


def deals(id: str, bot: Any, numbers: range) -> list[Any]:
    """The arrays of these deals for 2, 3, 4 and all seats, each with the candidate's seat."""
    found = []
    for seats in sorted({2, 3, 4, registry()[id].seats[-1]}):
        game = configure(registry()[id], {}, seats)
        states = ((deal % seats, game.deal(seats, Chance(deal))) for deal in numbers)
        found += [(seats, seat, *bot.from_state(game, state)) for seat, state in states]
    return found


def score(bot: Any, own: Any, rivals: list[Any], dealt: list[Any]) -> float:
    """A candidate's score: its share of victories, 1 if even, and its lead."""
    merits = []
    for i, (seats, seat, array, pile) in enumerate(dealt):
        figures, kinds = ints(POINTS + seats), int_array([s == seat for s in range(seats)])
        bot.play_out(array.copy(), pile, rivals[i % len(rivals)], own, kinds, figures)
        merits.append(seats * bot.merit(Result.of(figures[POINTS:].tolist(), ""), seat))
    return fmean(merits)


if __name__ == "__main__":
    main()
