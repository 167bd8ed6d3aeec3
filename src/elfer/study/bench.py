"""Benchmarks of random play: the rules library, and the compiled engine where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import msgspec

from elfer.core.chance import Chance, seed_for
from elfer.core.game import part_of_game
from elfer.core.refusals import BadInput
from elfer.games import registry
from elfer.match import start

YARDSTICK = "classic"
"""The game that ratios refer to."""
BATCH = 5000
"""Games of the engine per call."""


class Speed(msgspec.Struct, frozen=True):
    """The speed of one game on one core."""

    game: str
    seats: int
    moves: float
    """Moves per second in the library."""
    games: float
    """Games per second in the library."""
    engine: float | None
    """Games per second in the compiled engine, if there is one."""


def bench(seconds: float) -> Iterator[Speed]:
    """The speed of every game, each measured for *seconds*."""
    if not 0 < seconds <= 60:
        raise BadInput("seconds", seconds=seconds)
    return (_speed(id, seconds) for id in registry())


def _speed(id: str, seconds: float) -> Speed:
    seats = min(4, registry()[id].seats[-1])
    moves = games = 0
    began = perf_counter()
    while (passed := perf_counter() - began) < seconds or not games:
        moves += _random_match(id, seats, games)
        games += 1
    return Speed(id, seats, moves / passed, games / passed, _engine_speed(id, seats, seconds))


def _random_match(id: str, seats: int, seed: int) -> int:
    """Play one random match; returns the number of moves."""
    match, rng = start(id, seats=seats, seed=seed), Chance(seed_for(seed, "moves"))
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match.steps


def _engine_speed(id: str, seats: int, seconds: float) -> float | None:
    """Games per second of a game's `compiled.random_games`, without the first call, which compiles."""
    kind = registry()[id]
    try:
        compiled = part_of_game(kind, "compiled")
    except ImportError:  # without Numba
        return None
    random_games = getattr(compiled, "random_games", None)
    if random_games is None:
        return None
    random_games(kind(), seats=seats, count=1, seed=0, threads=1)
    games = 0
    began = perf_counter()
    while (passed := perf_counter() - began) < seconds:
        random_games(kind(), seats=seats, count=BATCH, seed=games, threads=1)
        games += BATCH
    return games / passed


def ratios(speeds: list[Speed]) -> dict[str, dict[str, float | int | None]]:
    """All figures by game, with ratios that are comparable between machines."""
    classic = next(speed for speed in speeds if speed.game == YARDSTICK)
    return {
        speed.game: {
            "seats": speed.seats,
            "moves_per_s": round(speed.moves),
            "games_per_s": round(speed.games, 1),
            "moves_to_classic": round(speed.moves / classic.moves, 3),
            "engine_games_per_s": speed.engine and round(speed.engine),
            "engine_to_library": speed.engine and round(speed.engine / speed.games, 1),
        }
        for speed in speeds
    }
