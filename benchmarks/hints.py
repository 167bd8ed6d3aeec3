"""Calibration of the chances that hints give: `python benchmarks/hints.py [GAME …]`.

All seats play *hard*. At a random choice of a match, the hint estimates the chance to win of the best move,
which is played; then the match is played to its end. Positions are grouped by tenths of the estimate: of
those with 30 %, 30 % should be won.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import elfer
from elfer.bots.levels import Bot
from elfer.bots.play import next_move
from elfer.bots.search import share
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.study.intervals import Z

LEVEL = "hard"
GAMES = ("classic", "cheat", "collect", "master", "board", "guess", "highest")
TRIES = 60
"""Number of choices from which the examined one is drawn."""


class Told(NamedTuple):
    """An estimate, and whether the seat won."""

    win: float
    won: float


def told(game: str, seats: int, seed: int) -> Told | None:
    """A match with one of its choices examined, drawn uniformly; None if it had too few."""
    rng = Chance(seed)
    choices = sum(1 for _ in played(game, seats, seed))
    if not choices:
        return None
    wanted, said, asked = rng.below(choices), 0.0, TABLE
    match = None
    for i, (match, bots, seat) in enumerate(played(game, seats, seed)):
        if i == wanted:
            best = bots[seat].evaluate(match, seat)[0]
            said, asked = best.win, seat
            match.play(seat, best.move)
    assert match
    return Told(said, share(match.result, asked))


def played(game: str, seats: int, seed: int) -> Iterator[tuple[AnyMatch, list[Bot], int]]:
    """Play a match of hard bots, yielding it at every choice; the caller may make the move."""
    match, rng = elfer.start(game, seats=seats, seed=seed), Chance(seed)
    bots = [elfer.bot(LEVEL, seed=seed + seat) for seat in range(seats)]
    while not match.over:
        seat, before = match.awaited[0], match.steps
        if seat != TABLE and len(match.moves(seat)) > 1:
            yield match, bots, seat
        if match.steps == before:
            match.play(*next_move(match, bots, rng))


def table(game: str, seats: int, found: list[Told]) -> Iterator[str]:
    """The figures as lines: in total, and by tenths."""
    count = len(found)
    said, won = (sum(each) / count for each in zip(*found, strict=True))
    error = sum((one.win - one.won) ** 2 for one in found) / count
    yield f"{game}, {seats} seats: told {said:.1%}, won {won:.1%} of {count}; mean square error {error:.4f}"
    for ten in range(10):
        some = [one for one in found if min(9, int(10 * one.win)) == ten]
        if some:
            said, won = (sum(each) / len(some) for each in zip(*some, strict=True))
            half = Z * (max(won * (1 - won), 0.25 / len(some)) / len(some)) ** 0.5
            tens = f"{10 * ten:>3}–{10 * ten + 10:<3}%"
            yield f"  {tens}  told {said:6.1%}  won {won:6.1%} ± {half:5.1%}{len(some):>6}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", nargs="+", type=int, default=(2, 3, 4))
    parser.add_argument("--positions", type=int, default=300, help="matches at each table")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for game in asked.games:
        for seats in (seats for seats in asked.seats if seats in registry()[game].seats):
            start = time.monotonic()
            seeds = range(asked.seed, asked.seed + asked.positions)
            found = [one for one in (told(game, seats, seed) for seed in seeds) if one]
            print("\n".join(table(game, seats, found)), f"  {time.monotonic() - start:.0f} s\n", flush=True)


if __name__ == "__main__":
    main()
