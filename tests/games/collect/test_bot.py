from __future__ import annotations

import pytest
from msgspec.structs import replace

import elfer
from elfer.core.chance import Chance
from elfer.games.collect.bot import ahead, usual
from elfer.games.collect.rules import Collect
from elfer.match import AnyMatch
from elfer.study.simulate import simulate
from tests.positions import table

PILES = ["R18", "B2", "B3", "G4"]
ABLE = pytest.mark.parametrize("level", ["hard", "expert"])


def chosen(match: AnyMatch, level: str) -> str:
    return elfer.bot(level, seed=1).choose(match, 0)


@ABLE
def test_a_high_card_of_the_own_colour_is_taken(level: str) -> None:
    match = table("collect", "R15 R16 R17 Y2", "Y11 G12 B13 B14", piles=PILES)
    assert chosen(match, level) == "pile 1"


@ABLE
def test_useless_piles_leave_the_stock(level: str) -> None:
    match = table("collect", "R15 R16 R17 Y2", "Y11 G12 B13 B14", piles=["Y1", "B2", "B3", "G4"])
    assert chosen(match, level) == "stock"


@ABLE
def test_the_other_colour_goes(level: str) -> None:
    match = table("collect", "R15 R16 R17 Y2", "Y11 G12 B13 B14", piles=PILES)
    match.play(0, "pile 1")
    assert chosen(match, level) == "Y2>1"


def test_what_the_neighbour_collects_is_not_given_to_it() -> None:
    hands = "R15 R16 R17 Y9 G9", "Y11 Y18 Y19 B13 B14"
    match = table("collect", *hands, piles=PILES, taken="R20", known=["", "Y18 Y19"])
    assert chosen(match, "hard").startswith("G9>")


@ABLE
def test_schluss_is_said_ahead_and_not_behind(level: str) -> None:
    match = table("collect", "R15 R16 R17 R20", "Y11 G12 B13 B14", piles=["Y1", "B2", "B3", "G4"], put=True)
    assert chosen(match, level) == "schluss"
    match = table("collect", "R1 R2 R3 R4", "Y18 Y19 Y20 B14", known=["", "Y18 Y19 Y20"], put=True)
    assert chosen(match, level) == "end"


def test_the_chance_to_be_ahead_rises_with_points_and_falls_with_time() -> None:
    state = Collect().deal(3, Chance(1))
    chances = [ahead(state, 0, points) for points in (30.0, 60.0, 90.0)]
    assert chances == sorted(chances)
    means = [usual(replace(state, turns=3 * turn))[0] for turn in (0, 5, 99)]
    assert means == sorted(set(means))


def test_estimates_rank_the_moves_and_promise_nothing_for_certain() -> None:
    match = table("collect", "R15 R16 R17 Y2", "Y11 G12 B13 B14", piles=PILES)
    found = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert found[0].move == "pile 1"
    assert 1 > found[0].win > found[-1].win > 0
    assert found[0].points > found[-1].points


def test_a_higher_level_wins_oftener() -> None:
    for bots, least in (("medium,easy", 0.4), ("hard,medium", 0.37)):
        report = simulate("collect", seats=3, bots=bots, games=60, seed=1, duplicate=True)
        assert report.bots[0].wins.value > least
