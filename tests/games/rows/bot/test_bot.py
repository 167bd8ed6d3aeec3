"""The bots of the row games: what each level finds, and how strong it is."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.core.options import given
from elfer.games.rows import bot as rows
from elfer.match import AnyMatch
from elfer.study.simulate import simulate
from tests.games.rows.compiled.variants import TABLES, games
from tests.positions import table

SEEDS = range(20)


def chosen(match: AnyMatch, level: str, seed: int = 1) -> str:
    (seat,) = match.actors
    move = elfer.bot(level, seed=seed).choose(match, seat)
    assert move in match.moves(seat)
    return move


def often(match: AnyMatch, level: str, move: str) -> int:
    """How many of the bots of a level choose this move."""
    return sum(chosen(match, level, seed) == move for seed in SEEDS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("laid", [0, 1])
def test_the_whole_hand_goes_when_it_can(level: str, laid: int) -> None:
    match = table("classic", "R12 R13 Y10 G11 G10", "B1 B2", "B3 B4", table="R11 Y11", laid=laid, turn=0)
    for _ in range(5):
        match.play(0, chosen(match, level))
    assert match.over


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_an_own_card_behind_a_gap_is_worth_opening_the_way(level: str) -> None:
    match = table("classic", "R12 R14 R15 R16 Y1 Y2 Y3 G12", "B1-9", "B12-20", table="R11 G11 B11", turn=0)
    assert often(match, level, "R12") > 0.7 * len(SEEDS)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_run_of_ones_own_opens_nothing_for_others(level: str) -> None:
    match = table("classic", "R12 R13 R14 Y12 G1 G2", "B1-9", "B12-20", table="R11 Y11 B11", turn=0)
    assert often(match, level, "R12") > 0.9 * len(SEEDS)


def test_hard_holds_a_blocker_as_long_as_another_card_goes() -> None:
    match = table("classic", "R12 Y20 G1 G2", "B1-9", "B12-20", table="R11 Y11-19 B11", turn=0)
    assert often(match, "hard", "Y20") == len(SEEDS)
    assert 0 < often(match, "easy", "Y20") < len(SEEDS)
    match.play(0, "Y20")
    assert often(match, "hard", "end") == len(SEEDS)


def test_easy_now_and_then_forgets_to_hold_back() -> None:
    match = table("classic", "R12 Y12 G1 G2", "B1-9", "B12-20", table="R11 Y11 B11", laid=1, turn=0)
    assert 0.2 * len(SEEDS) < often(match, "easy", "end") < 0.8 * len(SEEDS)
    assert often(match, "medium", "end") == len(SEEDS)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_bot_does_not_look_at_the_number_of_its_seat(level: str) -> None:
    hands = ["R12 R15 Y9 Y20 G12 B1", "B2-9", "B12-20 G13"]
    found = set()
    for turn in range(3):
        match = table("classic", *hands[-turn:], *hands[:-turn], table="R11 Y10-19 G11 B11", turn=turn)
        found.add(chosen(match, level))
    assert len(found) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_moves_are_legal_and_the_same_seeds_play_the_same_match(
    id: str, seats: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "PLAYOUTS", 60)

    def record(options: dict[str, Any]) -> str:
        match = elfer.start(id, seats=seats, seed=5, **options)
        bots = [elfer.bot(level, seed=seat) for seat in range(seats)]
        while match.actors:
            (seat,) = match.actors
            assert bots[seat].calls(match, seat) is None
            match.play(seat, bots[seat].choose(match, seat))
        return match.record()

    variants = [given(game) for game in games(id, seats)]
    for options in variants[:1] if level == "expert" else variants:
        assert record(options) == record(options)


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_an_estimate_covers_every_move(id: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PLAYOUTS", 60)
    match = elfer.start(id, seats=seats, seed=3)
    while match.steps < 12 or len(match.moves(match.actors[0])) < 2:
        match.play(match.actors[0], chosen(match, "medium"))
    (seat,) = match.actors
    found = elfer.bot("expert", seed=1).evaluate(match, seat)
    assert sorted(estimate.move for estimate in found) == sorted(match.moves(seat))
    assert all(0 <= estimate.win <= 1 and estimate.points <= 0 for estimate in found)
    assert [estimate.win for estimate in found] == sorted((estimate.win for estimate in found), reverse=True)


def test_an_estimate_knows_a_sure_victory() -> None:
    match = table("classic", "R12 R13", "B1-9", "B12-20", table="R11 Y11 B11", turn=0)
    (only,) = elfer.bot("expert", seed=1).evaluate(match, 0)
    assert (only.move, only.win, only.points) == ("R12", 1, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_estimates_promise_about_an_even_share_at_the_start(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No seat is assumed to lay whatever fits."""
    monkeypatch.setattr(rows, "PLAYOUTS", 2000)
    told = []
    for seed in range(12):
        match = elfer.start("classic", seats=seats, seed=seed)
        told.append(elfer.bot("hard", seed=1).evaluate(match, match.actors[0])[0].win)
    assert abs(sum(told) / len(told) - 1 / seats) < 0.12


@pytest.mark.parametrize("other", ["hard", "greedy"])
def test_expert_beats_the_others(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PLAYOUTS", 600)
    report = simulate("classic", seats=2, bots=("expert", other), games=24, seed=2, duplicate=True)
    assert report.bots[0].wins.value > 0.55
