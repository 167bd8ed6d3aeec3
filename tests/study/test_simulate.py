"""Simulations through the library: what is played, how it is counted, and that it stops cleanly."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from itertools import permutations
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.bots import Bot
from elfer.core.chance import Chance
from elfer.core.refusals import Refused
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.study.report import SHARES_PER_WIN, Deal, Outcome, Plan, Report, Tally
from elfer.study.simulate import decide, play, play_deal, simulate

PLAN = Plan("junior", 3, ("greedy", "random", "random"), 60, 7, True, 1, {})


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_number_of_jobs_changes_nothing(duplicate: bool) -> None:
    reports = [
        simulate("junior", seats=3, bots="greedy,random", games=40, seed=7, duplicate=duplicate, jobs=jobs)
        for jobs in (1, 2, 3)
    ]
    assert reports[0].to_dict() == reports[1].to_dict() == reports[2].to_dict()
    assert reports[0].games == (42 if duplicate else 40)


def test_another_seed_gives_other_games() -> None:
    lengths = {simulate("junior", games=20, seed=seed).tally.length.total for seed in range(4)}
    assert len(lengths) > 1


def test_a_seed_that_was_not_given_can_be_given_again() -> None:
    first = simulate("junior", games=10)
    assert simulate("junior", games=10, seed=first.plan.seed) == first


def test_parts_add_up_in_any_order() -> None:
    deals = [play_deal(PLAN, number) for number in range(6)]
    parts = [Tally.of(deals[:1], 3), Tally.of(deals[1:3], 3), Tally.of((), 3), Tally.of(deals[3:], 3)]
    for a, b, c, d in permutations(parts):
        assert a + b + c + d == (a + b) + (c + d) == Tally.of(deals, 3)


def test_a_duplicate_deal_is_the_same_cards_with_the_bots_moved_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, list[str]]] = []

    def spy(match: AnyMatch, bots: list[Bot], rng: Chance) -> elfer.Result:
        seen.append((match.position(), [bot.name for bot in bots]))
        return play(match, bots, rng)

    monkeypatch.setattr("elfer.study.simulate.play", spy)
    plan = Plan("junior", 3, ("greedy", "random", "random"), 3, 7, True, 1, {})
    monkeypatch.setattr(Bot, "choose", lambda _, match, seat: match.moves(seat)[0])
    play_deal(plan, 4)
    positions, names = zip(*seen, strict=True)
    assert positions[0] == positions[1] == positions[2]
    assert names == (
        ["greedy", "random", "random"],
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    )


def test_what_a_game_is_counted_as() -> None:
    """The shares of a game's victory are one whole; bots' and seats' figures are the same games."""
    report = simulate("junior", seats=3, bots="greedy,random", games=60, seed=7, duplicate=True, rounds=2)
    tally = report.tally
    for sides in (tally.bots, tally.seats):
        assert sum(side.shares.total for side in sides) == SHARES_PER_WIN * report.games
        assert all(sum(side.points.counts.values()) == report.games for side in sides)
    points = [sum(side.points.total for side in sides) for sides in (tally.bots, tally.seats)]
    assert points[0] == points[1] < 0
    assert [line.seat for line in report.bots] == [None] * 3
    assert [line.bot for line in report.seats] == [None] * 3
    assert tally.length.total > tally.draws.total > tally.passes.total


def test_lengths_draws_and_passes_are_those_of_the_match() -> None:
    for number in range(5):
        (game,) = play_deal(Plan("classic", 4, ("random",) * 4, 1, 3, False, 2, {}), number)
        assert game.length > game.draws > 0
        assert sum(game.shares) == SHARES_PER_WIN
        assert min(game.points) < 0


def outcome(share: int, points: int, turn: int = 0) -> Outcome:
    return Outcome(turn, (share, SHARES_PER_WIN - share), (points, 0), 10, 1, 0)


def report_of(deals: Sequence[Deal]) -> Report:
    plan = Plan("duel", 2, ("random", "greedy"), 1, 1, len(deals[0]) > 1, 1, {})
    return Report(plan, Tally.of(deals, 2))


@pytest.mark.parametrize(
    ("won", "low", "high"), [(0, 0.0, 0.277533), (5, 0.236593, 0.763407), (10, 0.722467, 1.0)]
)
def test_shares_have_wilsons_interval(won: int, low: float, high: float) -> None:
    """The values are those of the textbooks' formula for 10 games."""
    wins = report_of([(outcome(SHARES_PER_WIN * (i < won), 0),) for i in range(10)]).bots[0].wins
    assert (wins.value, wins.low, wins.high) == pytest.approx((won / 10, low, high), abs=1e-6)


@pytest.mark.parametrize(
    ("count", "students"), [(4, 3.182446), (10, 2.262157), (30, 2.045230), (1000, 1.962341)]
)
def test_means_have_the_interval_of_their_scatter(count: int, students: float) -> None:
    """Student's t is from the tables; its series is within 1 % from four deals on."""
    values = [i * i % 17 - 5 for i in range(count)]
    points = report_of([(outcome(0, value),) for value in values]).bots[0].points
    half = students * stdev(values) / sqrt(count)
    assert points.value == pytest.approx(mean(values))
    assert points.low is not None
    assert points.high is not None
    assert points.high - points.value == pytest.approx(half, rel=0.01 if count < 10 else 0.001)
    assert points.value - points.low == pytest.approx(points.high - points.value)


def test_duplicate_deals_are_judged_by_the_scatter_between_deals() -> None:
    """Each deal is won by the same cards, so that the bots are exactly equal: nothing is left to chance."""
    deals = [
        (outcome(SHARES_PER_WIN * (i % 2), i), outcome(SHARES_PER_WIN * (i % 2), i, turn=1))
        for i in range(10)
    ]
    report = report_of(deals)
    assert [(line.wins.low, line.wins.high) for line in report.bots] == [(0.5, 0.5)] * 2
    low = report.seats[0].wins.low
    assert low is not None
    assert low < 0.25


def test_a_single_deal_has_no_interval() -> None:
    assert report_of([(outcome(0, 4),)]).bots[0].points.low is None
    assert report_of([(outcome(0, 4), outcome(0, 4, 1))]).bots[0].wins.low is None


def test_intervals_hold_the_truth_about_19_times_in_20() -> None:
    rng, right = Chance(5), 0
    for _ in range(400):
        deals = [(outcome(SHARES_PER_WIN * (rng.below(10) < 3), 0),) for _ in range(60)]
        wins = report_of(deals).bots[0].wins
        right += wins.low is not None and wins.high is not None and wins.low <= 0.3 <= wins.high
    assert 0.92 <= right / 400 <= 0.98


class Caller(Bot):
    """A bot that calls whenever it may."""

    def calls(self, match: AnyMatch, seat: int) -> str | None:
        return match.moves(seat)[0]

    def choose(self, match: AnyMatch, seat: int) -> str:
        return next(move for move in match.moves(seat) if move != "doubt")


def test_chance_says_who_calls_first() -> None:
    """When several seats may doubt a claim in cheat, none of them has the advantage of its number."""
    match = elfer.start("cheat", seats=4, seed=1, edition="star-wars")
    bots = [Caller("greedy", seat) for seat in range(4)]
    while len(free := set(match.actors) - set(match.awaited)) < 2:
        match.play(match.awaited[0], bots[0].choose(match, match.awaited[0]))
    first = [decide(match, bots, Chance(seed)) for seed in range(60)]
    assert {seat for seat, _ in first} == free
    assert {move for _, move in first} == {"doubt"}


def test_chance_says_who_of_those_awaited_moves_first() -> None:
    match = elfer.start("highest", seats=4, seed=1)
    bots = [elfer.bot("random", seat) for seat in range(4)]
    assert {decide(match, bots, Chance(seed))[0] for seed in range(60)} == {0, 1, 2, 3}


def test_the_table_moves_at_once() -> None:
    match = elfer.start("snap", seats=3, seed=1, together=True)
    assert decide(match, [elfer.bot("random", seat) for seat in range(3)], Chance(1)) == (elfer.TABLE, "go")


@pytest.mark.parametrize("id", registry())
def test_every_game_can_be_simulated(id: str) -> None:
    for seats in (registry()[id].seats[0], registry()[id].seats[-1]):
        report = simulate(id, seats=seats, bots="random", games=2, seed=1)
        assert report.complete
        assert sum(line.wins.value for line in report.bots) == pytest.approx(1)
        assert report.length.value > 0


def test_options_and_rounds_are_played() -> None:
    one = simulate("classic", games=5, seed=1, bots="random")
    assert simulate("classic", games=5, seed=1, bots="random", rounds=3).length.value > 2 * one.length.value
    other = simulate("classic", games=5, seed=1, bots="random", options={"edition": "star-wars"})
    assert other.length != one.length


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "clasic"}, "There is no game 'clasic'"),
        ({"seats": 7}, "It takes 2 to 6 seats"),
        ({"bots": "genius"}, "There is no bot 'genius'"),
        ({"bots": ["greedy"] * 5}, "5 bots do not fit a table of 4 seats"),
        ({"bots": []}, "0 bots do not fit"),
        ({"games": -1}, "cannot have -1 games"),
        ({"games": 2.5}, "cannot have 2.5 games"),
        ({"jobs": 0}, "cannot run 0 jobs"),
        ({"rounds": 0}, "cannot have 0 rounds"),
        ({"seed": -1}, "The seed cannot be -1"),
        ({"options": {"edition": "gold"}}, "cannot be 'gold'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    wrong: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elfer.study.simulate.play_deal", lambda *_: pytest.fail("played"))
    asked: dict[str, Any] = {"game": "classic", "seats": 4} | wrong
    with pytest.raises(BadInput, match=message):
        simulate(**asked)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done(jobs: int) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise KeyboardInterrupt

    report = simulate("junior", seats=3, games=100_001, seed=1, duplicate=True, jobs=jobs, progress=stop)
    assert told == [(0, 100_002), (report.games, 100_002)]
    assert not report.complete
    assert 0 < report.games < 100_000
    assert report.games % 3 == 0
    assert not multiprocessing.active_children()


def test_ctrl_c_before_the_first_game_is_over_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(plan: Plan, number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("elfer.study.simulate.play_deal", interrupt)
    with pytest.raises(KeyboardInterrupt):
        simulate("junior", games=5)


def test_the_death_of_a_process_is_noticed() -> None:
    def kill(done: int, total: int) -> None:
        if done:
            multiprocessing.active_children()[0].kill()

    with pytest.raises(Refused, match="died"):
        simulate("junior", games=1_000_000, seed=1, jobs=2, progress=kill)
    assert not multiprocessing.active_children()


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
