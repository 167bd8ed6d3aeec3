"""Thinking time of bots per decision; runs in any Python, also inside Pyodide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import elfer
from elfer.bots import Bot, next_move
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.games import registry

HINTS = "hints"
"""In place of a level: the time for a hint."""
SLOWER = (4, 10)
"""Slow-down factors of the devices in question."""
Clock = Callable[[], float]
"""The time, in ms."""


class Thinking(NamedTuple):
    """The times of a level's decisions in one game, in ms."""

    game: str
    level: str
    mean: float
    late: float
    """The 95th percentile."""
    longest: float
    decisions: int

    def __str__(self) -> str:
        slower = "".join(f"{factor * self.late:>9.0f} ms at {factor}×" for factor in SLOWER)
        return (
            f"{self.game:<13}{self.level:>7}{self.mean:>8.2f} ms on average{self.late:>8.2f} ms for 95 %"
            f"{self.longest:>8.2f} ms at most{slower}{self.decisions:>5} decisions"
        )


def measure(games: Sequence[str], levels: Sequence[str], seeds: int, clock: Clock) -> Iterator[Thinking]:
    """The thinking time of each level in each game, by default in all."""
    for game in games or registry():
        for level in levels:
            times = sorted(taken for seed in range(seeds) for taken in thoughts(game, level, seed, clock))
            if times:
                late = times[len(times) * 95 // 100]
                yield Thinking(game, level, sum(times) / len(times), late, times[-1], len(times))


def thoughts(game: str, level: str, seed: int, clock: Clock, most: int = 20) -> Iterator[float]:
    """The times of decisions with a choice, in one match per number of seats; *medium* plays on."""
    for seats in registry()[game].seats:
        match, rng, left = elfer.start(game, seats=seats, seed=seed), Chance(seed), most
        players = [Bot("medium", seat) for seat in range(seats)]
        bot = Bot("expert" if level == HINTS else level, seed)
        while not match.over and left:
            seat = next((seat for seat in match.awaited if seat != TABLE), TABLE)
            if seat != TABLE and len(match.moves(seat)) > 1 and not rng.below(3):
                ask: Callable[..., object] = bot.evaluate if level == HINTS else bot.choose
                ask(match, seat)  # warm-up: loading does not count
                start = clock()
                ask(match, seat)
                yield clock() - start
                left -= 1
            match.play(*next_move(match, players, rng))
