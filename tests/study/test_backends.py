"""Compiled games and those through the library: which are played how, and that their figures agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from elfer.bots.strategies import LENGTH, POINTS, WINNERS
from elfer.study.backends import Backend, LibraryBackend, SimulationJob, backend_of, partial_result, steps
from elfer.study.intervals import Mean
from elfer.study.report import Report
from elfer.study.simulate import job_of
from elfer.study.tally import Tally

BOTH: list[tuple[str, int, str, dict[str, Any]]] = [
    ("classic", 4, "greedy,random", {}),
    ("classic", 3, "hard,greedy,easy", {"edition": "star-wars"}),
    ("false-start", 2, "medium,easy", {}),
    ("three-starts", 3, "hard,medium", {}),
    ("any-start", 5, "random,greedy", {}),
    ("junior", 6, "easy,hard", {}),
]


def job(game: str, seats: int, bots: str, games: int, **more: Any) -> SimulationJob:
    asked: dict[str, Any] = {"seed": 3, "duplicate": False, "rounds": 1, "options": {}} | more
    return job_of(game, seats, bots, games, **asked)


def report(job: SimulationJob, backend: Backend, deals: int) -> Report:
    blocks = [backend.play(some) for some in steps(range(deals), backend.step)]
    return Report(job.plan, partial_result(job.plan, blocks, keep=False).tally)


def near(one: Mean, other: Mean) -> bool:
    """Whether two means are as near as their intervals say, twice as wide because there are many of them."""
    assert one.low is not None
    assert other.low is not None
    return abs(one.value - other.value) <= 2 * (one.value - one.low + other.value - other.low)


@pytest.mark.parametrize(("game", "seats", "bots", "options"), BOTH)
def test_figures_agree(game: str, seats: int, bots: str, options: dict[str, Any]) -> None:
    asked = job(game, seats, bots, 10**9, options=options)
    compiled, library = report(asked, backend_of(asked), 20_000), report(asked, LibraryBackend(asked), 150)
    assert backend_of(asked).name == "compiled"
    for one, other in zip(compiled.bots, library.bots, strict=True):
        assert near(one.wins, other.wins)
        assert near(one.points, other.points)
    for figure in ("length", "draws", "passes"):
        assert near(getattr(compiled, figure), getattr(library, figure)), figure


@pytest.mark.parametrize(
    ("game", "bots", "way"),
    [
        ("classic", "random,greedy,easy,medium", "compiled"),
        ("classic", "hard", "compiled"),
        ("classic", "hard,expert", "library"),
        ("master", "medium,hard", "compiled"),
        ("master", "medium,random", "library"),
        ("board", "hard", "compiled"),
        ("board", "easy", "library"),
        ("duel", "random", "library"),
    ],
)
def test_games_are_compiled_where_all_bots_are(game: str, bots: str, way: str) -> None:
    assert backend_of(job(game, 4 if game != "duel" else 2, bots, 5)).name == way


@pytest.mark.parametrize(("game", "bots"), [("classic", "random,hard"), ("master", "medium,hard")])
def test_a_deal_has_the_same_games_whatever_came_before(game: str, bots: str) -> None:
    asked = job(game, 3, bots, 60, duplicate=True)
    whole = backend_of(asked).play(range(20)).rows
    assert (backend_of(asked).play(range(13, 15)).rows == whole[39:45]).all()
    assert (backend_of(job(game, 3, bots, 60, duplicate=True, seed=4)).play(range(20)).rows != whole).any()


def test_a_duplicate_deal_is_the_same_cards_with_the_bots_moved_on() -> None:
    """Equal bots play the same game on a seat, in every turn of a deal."""
    once, again = (backend_of(job("classic", 4, "hard", 80, duplicate=turned)) for turned in (False, True))
    single, rotated = once.play(range(20)).rows, again.play(range(20)).rows
    assert (rotated.reshape(20, 4, -1) == single[:, None]).all()
    mixed = backend_of(job("classic", 4, "hard,greedy", 80, duplicate=True)).play(range(20)).rows
    assert (mixed.reshape(20, 4, -1) != single[:, None]).any(axis=(1, 2)).all()


@pytest.mark.parametrize(
    ("game", "bots"), [("any-start", "hard"), ("master", "medium,hard"), ("board", "hard")]
)
def test_rounds_are_those_of_a_match(game: str, bots: str) -> None:
    """In Master and the board game to the last move; in the row games as many as there should be."""
    asked = job(game, 3, bots, 4, rounds=2, options={"first": 1})
    rows, library = backend_of(asked).play(range(4)), LibraryBackend(asked).play(range(4))
    assert rows.reasons == library.reasons == ("rounds",)
    if game != "any-start":
        assert (rows.rows == library.rows).all()
    best = rows.rows[:, POINTS:].max(axis=1)
    for row, points in zip(rows.rows, best, strict=True):
        assert [bool(row[WINNERS] >> seat & 1) for seat in range(3)] == [p == points for p in row[POINTS:]]
    single = backend_of(job(game, 3, bots, 4, options={"first": 1})).play(range(4)).rows
    assert (rows.rows[:, LENGTH] > single[:, LENGTH]).all()


def test_no_deals_are_no_games() -> None:
    assert Tally.none(3) == Tally.of(np.zeros((0, POINTS + 3), np.int64), 3, 3)
