"""The figures of a simulation: means, intervals, files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from elfer import BadInput
from elfer.core.chance import Chance
from elfer.study import tables
from elfer.study.backends import Plan
from elfer.study.report import Report
from elfer.study.simulate import simulate
from elfer.study.standings import Standings
from elfer.study.tally import Tally
from elfer.study.tournament import tournament


def game(winner: int, points: int) -> list[int]:
    """A row for a game of two: who won it, and the points of the first seat."""
    return [1 << winner, 0, 10, 1, 0, points, 0]


def report_of(deals: Sequence[Sequence[list[int]]]) -> Report:
    turns = len(deals[0])
    plan = Plan("duel", 2, ("random", "greedy"), 1, 1, turns > 1, 1, {})
    return Report(plan, Tally.of(np.array([row for deal in deals for row in deal]), 2, turns))


@pytest.mark.parametrize("won", [0, 3, 5, 10])
def test_shares_have_students_interval_with_two_more_won_and_two_more_lost(won: int) -> None:
    """Over 14 deals, where 10 were played; Student's t is from the tables."""
    wins = report_of([(game(int(i >= won), 0),) for i in range(10)]).bots[0].wins
    deals = [1.0] * (won + 2) + [0.0] * (12 - won)
    half = 2.160369 * stdev(deals) / sqrt(14)
    low, high = max(0, mean(deals) - half), min(1, mean(deals) + half)
    assert (wins.value, wins.low, wins.high) == pytest.approx((won / 10, low, high), abs=1e-3)


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
    """Each deal is won by the same cards, so that the bots are equal, and it hardly matters how often."""
    deals = [(game(1 - i % 2, i), game(1 - i % 2, i)) for i in range(100)]
    report = report_of(deals)
    for line in report.bots:
        assert line.wins.low is not None
        assert line.wins.high is not None
        assert 0.48 < line.wins.low < 0.5 < line.wins.high < 0.52
    low = report.seats[0].wins.low
    assert low is not None
    assert low < 0.41


def test_a_single_deal_says_nothing() -> None:
    assert report_of([(game(1, 4),)]).bots[0].points.low is None
    for deal in ((game(1, 4),), (game(1, 4), game(1, 4))):
        wins = report_of([deal]).bots[0].wins
        assert wins.low == pytest.approx(0, abs=0.02)
        assert wins.high is not None
        assert wins.high > 0.9


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


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate("junior", seats=3, bots="greedy,random", games=600, seed=2, duplicate=True)


@pytest.fixture(scope="module", params=["report", "standings"])
def figures(request: pytest.FixtureRequest, report: Report) -> Report | Standings:
    if request.param == "report":
        return report
    return tournament("junior", "greedy,random,hard", deals=40, seed=2)


def test_at_a_prompt_it_is_one_line_and_printed_a_table(figures: Report | Standings) -> None:
    assert len(repr(figures)) < 120
    assert "\n" not in repr(figures)
    said = str(figures).splitlines()
    assert max(map(len, said)) <= 160
    for word in ("Elfer raus! Junior", "greedy", "random", "%", "seed 2"):
        assert word in str(figures)


def test_the_sums_are_one_line_at_a_prompt(report: Report) -> None:
    assert repr(report.tally) == "<Tally: 200 deals, 600 games>"


def test_a_printed_table_has_its_columns_in_line(report: Report) -> None:
    head, *rows = str(report).split("\n\n")[1].splitlines()
    assert head.split() == ["Bot", "Wins", "95", "%", "interval", "Points"]
    assert len(rows) == 3
    assert len({row.index(" to ") for row in rows}) == 1


def test_a_notebook_gets_tables(figures: Report | Standings) -> None:
    page = ElementTree.fromstring(f"<div>{figures._repr_html_().replace('<br>', '<br/>')}</div>")
    tables = page.findall("table")
    assert len(tables) >= 2
    assert "greedy" in "".join(tables[0].itertext())
    assert all(
        len(row) == len(table.findall(".//tr")[0]) for table in tables for row in table.findall(".//tr")
    )


def test_names_in_a_notebook_are_escaped(report: Report) -> None:
    named = msgspec.structs.replace(report.plan, bots=("<b>", "&", "c"))
    assert "&lt;b&gt;" in Report(named, report.tally)._repr_html_()


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_a_data_frame_has_what_the_file_has(
    figures: Report | Standings, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = pytest.importorskip(library)
    monkeypatch.setattr(tables, "FRAMES", (library,))
    frame = figures.to_frame()
    assert isinstance(frame, frames.DataFrame)
    rows = list(csv.reader(io.StringIO(figures.to_csv())))
    assert list(frame.columns) == rows[0]
    assert len(frame) == len(rows) - 1
    assert [float(row[-3]) for row in rows[1:]] == pytest.approx(list(frame["value"]))


def test_without_a_library_for_data_frames_both_are_named(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match="polars or pandas"):
        report.to_frame()
