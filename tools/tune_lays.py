"""Tune how `hard` judges lays in Master or the board game: `python tools/tune_lays.py master` prints a taste.

The cross-entropy method, from medium's taste on: each generation scatters candidates around the mean, each
plays the same deals against seats of medium, and the best quarter makes the next mean. The same seed prints
the same table; it takes some minutes.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any

from msgspec.structs import astuple

from elfer.chance import Chance
from elfer.games import GAMES
from elfer.options import configure

CANDIDATES, BEST = 24, 6
SEATS = {"master": (2, 3, 4, 6), "board": (2, 3, 4)}
INERTIA = 0.3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=SEATS)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--deals", type=int, default=96, help="of each number of seats, per generation")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    mind: Any = import_module(f"elfer.bots.{given.game}")
    medium = mind.TASTES["medium"]
    fields, rng = medium.__struct_fields__, Random(given.seed)
    mean = [float(weight) for weight in astuple(medium)]
    spread = [max(1.0, abs(weight) / 2) for weight in mean]
    for generation in range(given.generations):
        deals = range(generation * given.deals, (generation + 1) * given.deals)
        some = [[rng.gauss(m, s) for m, s in zip(mean, spread, strict=True)] for _ in range(CANDIDATES)]
        scores = [score(given.game, mind, weights, deals) for weights in some]
        order = sorted(range(CANDIDATES), key=lambda i: -scores[i])
        columns = list(zip(*(some[i] for i in order[:BEST]), strict=True))
        mean = [INERTIA * old + (1 - INERTIA) * fmean(new) for old, new in zip(mean, columns, strict=True)]
        spread = [
            INERTIA * old + (1 - INERTIA) * pstdev(new) for old, new in zip(spread, columns, strict=True)
        ]
        best = fmean(scores[i] for i in order[:BEST])
        print(f"# generation {generation}: all {fmean(scores):.2f}, best {best:.2f}", flush=True)
    print(f"[hard]  # spread {sqrt(fmean(s * s for s in spread)):.2f} at the end")
    for field, weight in zip(fields, mean, strict=True):
        print(f"{field} = {weight:.2f}")


def moved(old: list[float], new: list[float]) -> list[float]:
    """Most of the way from the old numbers to the new ones."""
    return [INERTIA * a + (1 - INERTIA) * b for a, b in zip(old, new, strict=True)]


def score(id: str, mind: Any, weights: list[float], deals: range) -> float:
    """How a candidate does against medium: its share of the victories, 1 where they are equal, and its lead."""
    other = mind.TASTES["medium"]
    own = type(other)(*weights)
    merits = []
    for seats in SEATS[id]:
        for deal in deals:
            seat = deal % seats
            game: Any = configure(GAMES[id], {}, seats)
            state = game.deal(seats, Chance(deal))
            while actors := game.actors(state):
                turn = actors[0]
                move = mind.judged(game, state, turn, own if turn == seat else other)
                state, _ = game.play(state, turn, move)
            merits.append(seats * mind.merit(game.result(state), seat))
    return fmean(merits)


if __name__ == "__main__":
    main()
