from __future__ import annotations

import pytest

import elfer
from elfer.bots import LEVELS, weighted
from elfer.core.game import Result
from elfer.games.board import bot as bots
from elfer.games.board.rules import Board
from elfer.match import AnyMatch
from tests.bots.shares import shares
from tests.games.board.positions import board


def chosen(match: AnyMatch, level: str, seat: int = 0) -> str:
    move = elfer.bot(level, seed=1).choose(match, seat)
    assert move in match.moves(seat)
    return move


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_the_last_tile_goes(level: str) -> None:
    match = board("R12", "Y1 Y2 Y4 Y5", table="R11 Y11", laid=1, run="Y11")
    assert chosen(match, level) == "R12"


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_pair_lets_the_last_tile_be_passed_on(level: str) -> None:
    match = board("R12 Y16", "Y1 Y2 Y4 Y5", table="R11", run="R11", laid=1)
    assert chosen(match, level) == "R12"
    match.play(0, "R12")
    assert chosen(match, level) == "give Y16"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_what_frees_own_tiles_comes_first(level: str) -> None:
    match = board("R12 N13 R14 R15 Y10 G2", "Y1 Y2 Y4 Y5 Y6 Y8 B1", table="R11 Y11")
    assert chosen(match, level) == "R12"


def test_hard_passes_on_the_tile_that_is_furthest_off() -> None:
    match = board("R14 B5 Y10", "Y1 Y2 Y4 Y5", table="R11 R12 R13 Y11", run="R12 R13", laid=3)
    assert chosen(match, "medium") == "give R14"
    assert chosen(match, "hard") == "give B5"


def test_the_free_tile_is_one_that_would_not_fit_soon() -> None:
    match = board("RS R2 G15 B12", "Y1 Y2 Y4 Y5", table="R1 R11 B11 G11", laid=0, options={"symbols": True})
    match.play(0, "RS=R1")
    assert chosen(match, "hard") == "G15"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", Board.seats)
@pytest.mark.parametrize("symbols", [False, True])
def test_moves_are_legal_and_the_same_seed_plays_the_same_match(
    level: str, seats: int, symbols: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighted, "PLAYOUTS", 60)

    def record() -> str:
        longest = 8 if level == "expert" else 200
        match, bot = elfer.start("board", seats=seats, seed=5, symbols=symbols), elfer.bot(level, seed=2)
        while match.actors and match.steps < longest:
            (seat,) = match.actors
            assert bot.calls(match, seat) is None
            match.play(seat, bot.choose(match, seat))
        return match.record()

    assert record() == record()


def test_an_estimate_covers_every_move() -> None:
    match = board("R12 Y16 G2", "Y1 Y2 Y4 Y5", table="R11 G1", run="R11", laid=1)
    found = elfer.bot("expert", seed=1).evaluate(match, 0)
    assert sorted(estimate.move for estimate in found) == sorted(match.moves(0))
    assert found[0].win >= found[-1].win


def test_minus_points_tell_a_near_miss_from_a_bad_round() -> None:
    bad, near, won = Result.of((-90, 0), "out"), Result.of((-3, 0), "out"), Result.of((0, -5), "out")
    assert bots.merit(bad, 0) < bots.merit(near, 0) < bots.merit(won, 0)


@pytest.mark.parametrize(("level", "other"), [("medium", "easy"), ("hard", "medium")])
def test_levels_rise(level: str, other: str) -> None:
    assert shares(Board(), level, other, 3, range(50)) > 1 / 3 + 0.05


def test_expert_beats_easy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighted, "PLAYOUTS", 200)
    assert shares(Board(), "expert", "easy", 3, range(10)) > 0.45
