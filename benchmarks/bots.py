"""Strength and thinking time of the bots: `python -m benchmarks.bots [GAME …]`.

One bot plays against others of another kind, each deal once from every seat. Its share of victories has a
95 % confidence interval from the variance between deals. Policy bots of the row games meet in the compiled
engine, which decides as they do; all others in `elfer.study.simulate`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.thoughts import HINTS, measure
from elfer.bots import LEVELS
from elfer.core.game import part_of_game
from elfer.games import family_of, registry
from elfer.games.rows.bot.batches import duel
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.compiled import sheet_of
from elfer.games.rows.compiled.playout import cores
from elfer.study.intervals import Mean, share
from elfer.study.simulate import simulate

SEARCHES = {"junior": 2000, "master": 20, "board": 20}
"""Deals of the expert where not 400, by the length of the game."""
GOALS = {
    ("classic", "hard", "greedy"): {2: 0.85, 3: 0.85, 4: 0.78},
    ("classic", "expert", "hard"): {2: 0.62, 3: 0.47, 4: 0.33},
    ("classic", "expert", "greedy"): {2: 0.84, 3: 0.84, 4: 0.82},
}
RISING = {
    ("classic", *pair): (2, 3, 4) for pair in (("easy", "greedy"), ("medium", "easy"), ("hard", "medium"))
}
"""Each level against the one below; it should win more than its share."""
ROWS = [id for id, game in registry().items() if family_of(game) == "rows"]
SEARCHED = [id for id, game in registry().items() if part_of_game(game, "compiled")]
"""The games whose expert searches with compiled playouts."""
OTHERS = {(id, "expert", "medium"): (2, 3, 4) for id in SEARCHED if id != "classic"}
PAIRS: dict[tuple[str, str, str], dict[int, float]] = {
    **GOALS,
    **{key: {n: 1 / n for n in seats} for key, seats in (RISING | OTHERS).items()},
}


class Figure(NamedTuple):
    """A bot's share of victories against others of one kind."""

    game: str
    seats: int
    bot: str
    others: str
    goal: float
    wins: float
    half: float
    """Half the 95 % confidence interval."""
    deals: int

    def __str__(self) -> str:
        return (
            f"{self.game:<13}{self.seats} seats  {self.bot:>7} against {self.others:<7}"
            f"{self.wins:>7.1%} ± {self.half:.1%}, the goal is {self.goal:.1%}{self.deals:>8,} deals"
        )


def figures(asked: argparse.Namespace) -> Iterator[Figure]:
    """Print the figures of the given games."""
    for (game, bot, others), goals in PAIRS.items():
        for seats, goal in goals.items():
            if game in asked.games and bot in asked.levels and seats in asked.seats:
                wins, half, deals = measured(game, seats, bot, others, asked)
                yield Figure(game, seats, bot, others, goal, wins, half, deals)


def measured(
    game: str, seats: int, bot: str, others: str, asked: argparse.Namespace
) -> tuple[float, float, int]:
    """The share of victories, half its interval, and the number of deals."""
    if game in ROWS and {bot, others} <= set(POLICIES):
        made: Any = registry()[game]()
        who = POLICIES.index(bot), POLICIES.index(others)
        won = duel(sheet_of(made, seats), policies(game, seats), *who, deals=asked.deals, seed=asked.seed)
        shares = won[:, 0]
        wins = share(len(shares), float(shares.sum()), float((shares * shares).sum()))
        return wins.value, _half(wins), len(shares)
    games = seats * (asked.searches or SEARCHES.get(game, 400))
    report = simulate(
        game, seats=seats, bots=(bot, others), games=games, seed=asked.seed, duplicate=True, jobs=asked.jobs
    )
    wins = report.bots[0].wins
    return wins.value, _half(wins), report.tally.deals


def _half(wins: Mean) -> float:
    return ((wins.high or 0.0) - (wins.low or 0.0)) / 2


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    games = list(dict.fromkeys(game for game, _, _ in PAIRS))
    parser.add_argument("games", nargs="*", default=games, metavar="GAME", help=", ".join(games))
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS, help="the bots tested")
    parser.add_argument("--seats", nargs="+", type=int, default=(2, 3, 4), choices=(2, 3, 4))
    parser.add_argument("--deals", type=int, default=20_000, help="for bots without search")
    parser.add_argument(
        "--searches", type=int, help="deals for the expert; by default as many as the game allows"
    )
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - prints them")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    out = sys.stderr if asked.json == "-" else sys.stdout
    found: dict[str, list[dict[str, Any]]] = {"strength": [], "thinking": []}
    for figure in figures(asked):
        print(figure, file=out, flush=True)
        found["strength"].append(figure._asdict())
    for line in measure(asked.games, (*asked.levels, HINTS), 1, lambda: 1000 * time.process_time()):
        print(line, file=out, flush=True)
        found["thinking"].append(line._asdict())
    text = json.dumps(found, indent=2) + "\n"
    if asked.json == "-":
        print(text, end="")
    elif asked.json:
        Path(asked.json).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
