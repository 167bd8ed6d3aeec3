"""How long bots think, decision by decision: measured wherever this runs, also inside Pyodide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import elfer
from elfer.bots import Bot, next_move
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.games import registry

HINTS = "hints"
"""In the place of a level: what advice takes, where *medium* plays."""


class Thinking(NamedTuple):
    """How long a level's decisions take in one game, in ms."""

    game: str
    level: str
    mean: float
    late: float
    """Of a hundred decisions, five take longer."""
    longest: float
    decisions: int


def thinking(game: str, level: str, seed: int, most: int, clock: Callable[[], float]) -> Thinking:
    """How long a level thinks in a match at every table, over some decisions that are spread over it."""
    times: list[float] = []
    tables = registry()[game].seats
    for seats in tables:
        times += _at_table(game, seats, level, seed, max(1, most // len(tables)), clock)
    times = sorted(times) or [0.0]  # in some games there is nothing to decide
    late = times[min(len(times) - 1, len(times) * 95 // 100)]
    return Thinking(game, level, sum(times) / len(times), late, times[-1], len(times))


def _at_table(
    game: str, seats: int, level: str, seed: int, most: int, clock: Callable[[], float]
) -> Iterator[float]:
    """The times of the decisions of one match, where there is a choice; *medium* plays on."""
    match, rng = elfer.start(game, seats=seats, seed=seed), Chance(seed)
    bots = [Bot("medium", seat) for seat in range(seats)]
    asked = Bot("expert" if level == HINTS else level, seed)
    left, wait = most, 0
    while not match.over and left:
        seat = next((seat for seat in match.awaited if seat != TABLE), None)
        if seat is not None and len(match.moves(seat)) > 1:
            wait -= 1
            if wait < 0:
                start = clock()
                asked.evaluate(match, seat) if level == HINTS else asked.choose(match, seat)
                yield clock() - start
                left, wait = left - 1, rng.below(4)
        match.play(*next_move(match, bots, rng))
