"""How often the 95 % intervals hold the truth: for few and for tied deals, too."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
import pytest

from elfer.study.backends import Plan
from elfer.study.intervals import Mean, mean, share, students_t
from elfer.study.report import Report
from elfer.study.simulate import simulate
from elfer.study.tally import Tally

DEALS = (2, 5, 10, 20, 50, 200)
REPEATS = 1000
SHARES = {
    **{f"won {chance}": ((0, 1), (1 - chance, chance)) for chance in (0.05, 0.25, 0.5, 0.9)},
    "tied": ((0, 0.5, 1), (0.015, 0.97, 0.015)),
    "tied or won": ((0.5, 1), (0.97, 0.03)),
    "often tied": ((0, 0.5, 1), (0.1, 0.7, 0.2)),
    "tied by four": ((0, 0.25, 0.5, 1), (0.02, 0.9, 0.06, 0.02)),
    "four seats": ((0, 0.25, 0.5, 0.75, 1), (0.4, 0.35, 0.15, 0.07, 0.03)),
}
"""What a bot's share in a deal may be, and how likely each is."""


def holds(interval: Mean, truth: float) -> bool:
    low = -inf if interval.low is None else interval.low
    high = inf if interval.high is None else interval.high
    return low - 1e-12 <= truth <= high + 1e-12


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("kind", SHARES)
def test_shares_are_held_by_94_of_100_intervals(kind: str, deals: int) -> None:
    values, chances = SHARES[kind]
    rng, truth = np.random.default_rng(deals), float(np.dot(values, chances))
    drawn = rng.choice(values, (REPEATS, deals), p=chances)
    sums = zip(drawn.sum(1).tolist(), (drawn * drawn).sum(1).tolist(), strict=True)
    held = sum(holds(share(deals, total, squares), truth) for total, squares in sums)
    assert held / REPEATS > 0.935


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("wide", [1, 6])
def test_means_are_held_by_93_of_100_intervals(wide: int, deals: int) -> None:
    """Points of two games of a deal that together are nearly the same, or differ as much as they do alone."""
    rng = np.random.default_rng(deals)
    middles = rng.normal(0, 1, (REPEATS, deals, 1))
    games = middles + wide * np.array([-1, 1])
    held = 0
    for each in games:
        sums = each.sum(1)
        found = mean(deals, float(sums.sum()), float((sums * sums).sum()), 2, each.min(), each.max())
        held += holds(found, 0)
    assert held / REPEATS > 0.93


def report_of(signs: Sequence[int]) -> Report:
    """Duplicate deals of two bots: lost (-1), tied (0) or won (1) by the first."""
    winners = {-1: (1, 0), 0: (0, 0), 1: (0, 1)}  # seats: the first bot has seat 0, and then seat 1
    rows = [[1 << seat, 0, 10, 1, 0, 0, 0] for sign in signs for seat in winners[sign]]
    plan = Plan("junior", 2, ("hard", "greedy"), 2 * len(signs), 1, True, 1, {})
    return Report(plan, Tally.of(np.array(rows), 2, 2))


def test_few_and_tied_deals_have_an_interval_that_shrinks_with_them() -> None:
    for signs, value in (([0], 0.5), ([1], 1.0), ([-1], 0.0)):
        widths = []
        for count in (1, 5, 20, 80, 320):
            wins = report_of(signs * count).bots[0].wins
            assert wins.low is not None
            assert wins.high is not None
            assert wins.value == value
            assert wins.low <= value <= wins.high
            widths.append(wins.high - wins.low)
        assert widths == sorted(widths, reverse=True)
        assert widths[0] > 0.9
        assert 2 / 320 < widths[-1] < 8 / 320


def test_a_report_of_tied_deals_holds_the_truth() -> None:
    """One deal in thirty is decided, and then won: twenty deals show none of them more often than not."""
    rng = np.random.default_rng(7)
    for deals in (5, 20, 50):
        runs = [report_of((rng.random(deals) < 1 / 30).astype(int).tolist()) for _ in range(200)]
        assert sum(holds(run.bots[0].wins, 0.5 + 1 / 60) for run in runs) >= 190


def test_junior_holds_the_truth() -> None:
    """Real deals, of which most are tied: what few of them say beside what very many do."""
    asked = {"seats": 2, "bots": "hard,greedy", "duplicate": True}
    truth = simulate("junior", games=200_000, seed=0, **asked).bots[0].wins.value  # type: ignore[arg-type]
    for deals in (5, 20, 50):
        runs = [simulate("junior", games=2 * deals, seed=seed, **asked) for seed in range(1, 101)]  # type: ignore[arg-type]
        assert sum(holds(run.bots[0].wins, truth) for run in runs) >= 93


def test_a_figure_that_never_varies_has_no_width() -> None:
    found = mean(50, 500, 5000, 1, 10, 10)
    assert (found.value, found.low, found.high) == (10, 10, 10)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (999, 1.9623)]
)
def test_students_t(freedom: int, expected: float) -> None:
    """The values are from the tables."""
    assert students_t(freedom) == pytest.approx(expected, rel=0.01 if freedom < 5 else 0.001)
