"""Tunes the experts' policy of a row game: `python tools/tune_rows.py classic 2 3 4` for 2, 3 and 4 seats.

The cross-entropy method: of a sample of policies, those that win most determine the next sample. Strength is
not transitive in these games, so each plays against several kinds of opponents: greedy, hard, and the policy
found so far. The same arguments give the same weights, which are written to the bot's `weights.toml`; it
takes a minute or two for each number of seats.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from elfer.compiled.decorator import Floats
from elfer.games import registry
from elfer.games.rows.bot import weights
from elfer.games.rows.bot.batches import duel
from elfer.games.rows.bot.policy import NOISE
from elfer.games.rows.bot.weights import BY_HAND, NAMES, PARTS, row
from elfer.games.rows.compiled import Sheet, sheet_of

FILE = Path(weights.__file__).with_suffix(".toml")
HEAD = "# Tuned policies of the row games, by game and number of seats, made by tools/tune_rows.py\n"
CLOUD, KEPT = 40, 8
LEARNING = 0.7
WIDEST, NARROWEST = 0.6, 0.03
OPPONENTS = {"greedy": 1.0, "hard": 1.0, "itself": 1.0}
"""Weight of victories against each kind of opponent."""


def tune(sheet: Sheet, rounds: int, deals: int, seed: int) -> Floats:
    """The weights that win most after these rounds of tuning."""
    rng = np.random.default_rng([seed, sheet.seats])
    mean = np.array(row({**BY_HAND["hard"], "further": {**BY_HAND["hard"]["first"], "bias": -2.0}}))
    spread = np.full(len(mean), WIDEST)
    itself = mean
    for number in range(rounds):
        if number and number % 15 == 0:
            itself, spread = mean, np.maximum(spread, WIDEST / 2)
        cloud = mean + spread * rng.standard_normal((CLOUD, len(mean)))
        cloud[:, NOISE] = 0.0
        cloud[0] = mean
        wins = [worth(sheet, policy, itself, deals, first=number * deals) for policy in cloud]
        best = cloud[np.argsort(wins)[::-1][:KEPT]]
        mean = (1 - LEARNING) * mean + LEARNING * best.mean(0)
        spread = np.maximum((1 - LEARNING) * spread + LEARNING * best.std(0), NARROWEST)
        if number % 5 == 4:
            print(
                f"{sheet.seats} seats, round {number + 1}: {wins[0]:.3f}, spread {spread.mean():.2f}",
                flush=True,
            )
    return mean


def worth(sheet: Sheet, policy: Floats, itself: Floats, deals: int, first: int) -> float:
    """A policy's weighted share of victories, plus a little for its points."""
    table = np.array([policy, row(BY_HAND["greedy"]), row(BY_HAND["hard"]), itself])
    total = 0.0
    for i, share in enumerate(OPPONENTS.values()):
        won, own, others = duel(sheet, table, 0, 1 + i, deals=deals, seed=1, first=first).mean(0)
        total += share * (won + 0.0005 * (own - others))
    return total / sum(OPPONENTS.values())


def named(policy: Floats) -> dict[str, dict[str, float]]:
    """The nonzero weights by name."""
    found: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    for (part, name), weight in zip(NAMES, policy, strict=True):
        if round(weight, 2):
            found[part][name] = round(float(weight), 2)
    return {part: weights for part, weights in found.items() if weights}


def write(tables: dict[str, Any]) -> None:
    """Write all tables, in the order of the games."""
    lines = [HEAD]
    for game in (game for game in registry() if game in tables):
        for seats, parts in sorted(tables[game].items()):
            lines.append(f"[{game}.{seats}]")
            for part, tuned in parts.items():
                lines.append(f"{part} = {{ {', '.join(f'{name} = {w}' for name, w in tuned.items())} }}")
            lines.append("")
    FILE.write_text("\n".join(lines), "utf-8")


def main() -> None:
    """Tune a game for some numbers of seats, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("seats", nargs="+", type=int)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for seats in asked.seats:
        game: Any = registry()[asked.game]()
        found = named(tune(sheet_of(game, seats), asked.rounds, asked.deals, asked.seed))
        found["made"] = {"rounds": asked.rounds, "deals": asked.deals, "seed": asked.seed}
        tables = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
        tables.setdefault(asked.game, {})[str(seats)] = found
        write(tables)


if __name__ == "__main__":
    main()
