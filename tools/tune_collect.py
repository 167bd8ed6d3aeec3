"""Typical points of a hand in Farben sammeln: `python tools/tune_collect.py` writes its `weights.toml`.

Bots that collect and never say Schluss play 200 rounds for each number of seats, from seeds 0 to 199; the
points of the hand are recorded after each turn. It takes about a minute.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from statistics import mean, pstdev

from elfer.core.cards import ROWS, total
from elfer.core.chance import Chance
from elfer.games.collect import bot as collect
from elfer.games.collect.rules import Collect

ROUNDS = 200
TURNS = 30
"""Later turns use the values of the last one."""
FILE = Path(collect.__file__).with_name("weights.toml")


def points(seats: int, seed: int) -> list[tuple[int, int]]:
    """The turn and the points of the hand, for each turn of a round."""
    game, rng, found = Collect(), Chance(seed), []
    state = game.deal(seats, rng)
    while game.actors(state) and state.turns < TURNS * seats:
        seat = state.turn
        move = "end" if state.put else collect.choose("hard", game, state, seat, rng)
        state, _ = game.play(state, seat, move)
        if move == "end":
            best = max(total(state.hands[seat] & colour) for colour in ROWS)
            found.append(((state.turns - 1) // seats, best))
    return found


def main() -> None:
    """Write mean and standard deviation of the points by seats and turn."""
    lines = [
        "# How many points a hand usually has after each turn, and their standard deviation, by seats.",
        "# Made by: python tools/tune_collect.py",
        "[pace]",
    ]
    for seats in Collect.seats:
        noted: dict[int, list[int]] = defaultdict(list)
        for seed in range(ROUNDS):
            for turn, best in points(seats, seed):
                noted[turn].append(best)
        usual = [noted[turn] for turn in sorted(noted) if len(noted[turn]) >= ROUNDS // 2]
        pairs = [f"[{mean(turn):.1f}, {pstdev(turn):.1f}]" for turn in usual]
        rows = [", ".join(pairs[i : i + 6]) for i in range(0, len(pairs), 6)]
        lines.append(f"{seats} = [\n    " + ",\n    ".join(rows) + ",\n]")
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
