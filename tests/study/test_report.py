"""The figures of a simulation: means, intervals, files."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from elfer.core.chance import Chance
from elfer.study.plan import Plan
from elfer.study.report import Report
from elfer.study.simulate import simulate
from elfer.study.tally import Tally


def game(winner: int, points: int) -> list[int]:
    """A row for a game of two: who won it, and the points of the first seat."""
    return [1 << winner, 0, 10, 1, 0, points, 0]


def report_of(deals: Sequence[Sequence[list[int]]]) -> Report:
    turns = len(deals[0])
    plan = Plan("duel", 2, ("random", "greedy"), 1, 1, turns > 1, 1, {})
    return Report(plan, Tally.of(np.array([row for deal in deals for row in deal]), 2, turns))


@pytest.mark.parametrize(
    ("won", "low", "high"), [(0, 0.0, 0.277533), (5, 0.236593, 0.763407), (10, 0.722467, 1.0)]
)
def test_shares_have_wilsons_interval(won: int, low: float, high: float) -> None:
    """The values are those of the textbooks' formula for 10 games."""
    wins = report_of([(game(int(i >= won), 0),) for i in range(10)]).bots[0].wins
    assert (wins.value, wins.low, wins.high) == pytest.approx((won / 10, low, high), abs=1e-6)


@pytest.mark.parametrize(
    ("count", "students"), [(4, 3.182446), (10, 2.262157), (30, 2.045230), (1000, 1.962341)]
)
def test_means_have_the_interval_of_their_scatter(count: int, students: float) -> None:
    """Student's t is from the tables; its series is within 1 % from four deals on."""
    values = [i * i % 17 - 5 for i in range(count)]
    points = report_of([(game(1, value),) for value in values]).bots[0].points
    half = students * stdev(values) / sqrt(count)
    assert points.value == pytest.approx(mean(values))
    assert points.low is not None
    assert points.high is not None
    assert points.high - points.value == pytest.approx(half, rel=0.01 if count < 10 else 0.001)
    assert points.value - points.low == pytest.approx(points.high - points.value)


def test_duplicate_deals_are_judged_by_the_scatter_between_deals() -> None:
    """Each deal is won by the same cards, so that the bots are exactly equal: nothing is left to chance."""
    deals = [(game(1 - i % 2, i), game(1 - i % 2, i)) for i in range(10)]
    report = report_of(deals)
    assert [(line.wins.low, line.wins.high) for line in report.bots] == [(0.5, 0.5)] * 2
    low = report.seats[0].wins.low
    assert low is not None
    assert low < 0.25


def test_a_single_deal_has_no_interval() -> None:
    assert report_of([(game(1, 4),)]).bots[0].points.low is None
    assert report_of([(game(1, 4), game(1, 4))]).bots[0].wins.low is None


def test_intervals_hold_the_truth_about_19_times_in_20() -> None:
    rng, right = Chance(5), 0
    for _ in range(400):
        deals = [(game(int(rng.below(10) >= 3), 0),) for _ in range(60)]
        wins = report_of(deals).bots[0].wins
        right += wins.low is not None and wins.high is not None and wins.low <= 0.3 <= wins.high
    assert 0.92 <= right / 400 <= 0.98


def test_json_and_csv_have_the_same_figures() -> None:
    report = simulate("junior", seats=3, bots="greedy,random", games=30, seed=2, duplicate=True)
    plain = report.to_dict()
    rows = [line.split(",") for line in report.to_csv().splitlines()[1:]]
    found = {tuple(row[:4]): [float(value) for value in row[4:]] for row in rows}
    for i, line in enumerate(plain["bots"], 1):
        for figure in ("wins", "points"):
            assert found[figure, str(i), line["bot"], ""] == list(line[figure].values())
    for line in plain["seats"]:
        assert found["wins", "", "", str(line["seat"])] == list(line["wins"].values())
    for figure in ("length", "draws", "passes"):
        assert found[figure, "", "", ""] == list(plain[figure].values())
    assert sum(plain["counts"]["length"].values()) == plain["games"] == 30
