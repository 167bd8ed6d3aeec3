"""Decisions of bots in many positions as lines of text, to compare processes."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import elfer
from elfer.bots import Bot, next_move
from elfer.core.chance import Chance
from elfer.core.game import TABLE, Seat
from elfer.match import AnyMatch
from tests.variants import VARIANTS

LEVELS = ("easy", "medium", "hard")


def decisions(id: str, seeds: range, moves: int) -> Iterator[str]:
    """What each level does, calls and would call against a clock, in the first moves of all variants."""
    for number, (game, seats, options) in enumerate(VARIANTS):
        for seed in seeds if game == id else ():
            match, rng = elfer.start(id, seats=seats, seed=seed, **options), Chance(seed)
            players = [Bot(LEVELS[(seat + seed) % len(LEVELS)], seed) for seat in range(seats)]
            while not match.over and match.steps < moves:
                for seat in match.actors:
                    if seat != TABLE:
                        yield f"{id} {number} {seed} {match.steps} {seat}: {_decided(match, seat, seed)}"
                match.play(*next_move(match, players, rng))


def _decided(match: AnyMatch, seat: Seat, seed: int) -> str:
    bots = [Bot(level, seed) for level in LEVELS]
    if seat in match.awaited:
        chosen = [bot.choose(match, seat) for bot in bots] if len(match.moves(seat)) > 1 else []
    else:
        chosen = [str(bot.calls(match, seat)) for bot in bots]
    return " ".join([*chosen, *(str(bot.react(bot.observe(match, seat))) for bot in bots)])


if __name__ == "__main__":
    seeds, moves = map(int, sys.argv[1:3])
    for id in sys.argv[3:]:
        print(*decisions(id, range(seeds), moves), sep="\n")
