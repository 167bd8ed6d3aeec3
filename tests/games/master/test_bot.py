from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.bots import LEVELS, weighted
from elfer.core.game import Result
from elfer.games.master import bot as master
from elfer.games.master.rules import Master
from elfer.match import AnyMatch
from tests.bots.shares import shares
from tests.games.master.positions import master as position


def chosen(match: AnyMatch, level: str, seat: int = 0) -> str:
    move = elfer.bot(level, seed=1).choose(match, seat)
    assert move in match.moves(seat)
    return move


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_the_last_card_goes(level: str) -> None:
    match = position("R12", "Y1 Y2 Y3 Y4 B20")
    assert chosen(match, level) == "R12"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_bridge_takes_the_hand_out(level: str) -> None:
    match = position("R16 R17", "Y1 Y2 Y3 Y4", table="B12-16")
    assert chosen(match, level) == "R16<B"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_joker_takes_the_hand_out(level: str) -> None:
    match = position("J R13 R14", "Y1 Y2 Y3 Y4", connections=[0, 0])
    assert chosen(match, level) == "J=R12"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_swap_takes_the_hand_out(level: str) -> None:
    match = position("R12", "Y1 Y2 Y3 Y4", jokers="R12", connections=[0, 0])
    assert chosen(match, level) == "R12xJ"
    match.play(0, "R12xJ")
    match.play(0, chosen(match, level))
    assert match.over


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_joker_completes_a_half(level: str) -> None:
    match = position("J Y1 B1 G1", "Y3 Y4 Y5 Y6 Y7 Y8", table="R12-20", connections=[0, 0])
    assert chosen(match, level) == "J=R21"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_what_frees_an_own_run_comes_first(level: str) -> None:
    match = position("R12 R13 R14 R15 R16 Y10", "Y3 Y4 Y5 Y6 Y7 Y8 B2")
    assert chosen(match, level) == "R12"


def test_hard_holds_back_what_only_helps_others() -> None:
    match = position("Y12 Y20 R10 G2", "R1-9", "B1-9", rest=1, laid=1)
    assert chosen(match, "medium") == "Y12"
    assert chosen(match, "hard") == "end"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", Master.seats)
def test_moves_are_legal_and_the_same_seed_plays_the_same_match(
    level: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighted, "PLAYOUTS", 60)
    options: dict[str, Any] = {"row_order": ["red", "green", "yellow", "blue"]} if seats == 3 else {}

    def record() -> str:
        longest = 8 if level == "expert" else 200
        match, bot = elfer.start("master", seats=seats, seed=5, **options), elfer.bot(level, seed=2)
        while match.actors and match.steps < longest:
            (seat,) = match.actors
            assert bot.calls(match, seat) is None
            match.play(seat, bot.choose(match, seat))
        return match.record()

    assert record() == record()


def test_an_estimate_covers_every_move() -> None:
    match = position("R12 R13 J", "Y1 Y2 Y3 Y4")
    found = elfer.bot("expert", seed=1).evaluate(match, 0)
    assert sorted(estimate.move for estimate in found) == sorted(match.moves(0))
    assert found[0].win >= found[-1].win


def test_a_lead_counts_beside_the_victory() -> None:
    near, far = Result.of((0, -10), "out"), Result.of((0, -60), "out")
    assert master.merit(None, 0) < master.merit(near, 0) < master.merit(far, 0)
    assert master.merit(far, 1) < master.merit(near, 1)


@pytest.mark.parametrize(("level", "other", "seats"), [("medium", "easy", 2), ("hard", "medium", 3)])
def test_levels_rise(level: str, other: str, seats: int) -> None:
    assert shares(Master(), level, other, seats, range(25)) > 1 / seats + 0.08


def test_expert_beats_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighted, "PLAYOUTS", 200)
    assert shares(Master(), "expert", "medium", 3, range(10)) > 1 / 3 + 0.12
