from __future__ import annotations

import pytest

import elfer
from elfer.bots.play import next_move, play_on
from elfer.core.chance import Chance
from elfer.study.simulate import simulate
from tests.games.connect.positions import at, overlooked


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_better_levels_never_err(level: str) -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True, piles=["", "B5", ""])
    match.play(0, "reveal")
    assert {elfer.bot(level, seed=seed).choose(match, 0) for seed in range(100)} == {"pile 1"}
    match = overlooked()
    assert {elfer.bot(level, seed=seed).calls(match, 2) for seed in range(100)} == {"stopp"}


def test_easy_overlooks_now_and_then() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True, piles=["", "B5", ""])
    match.play(0, "reveal")
    laid = [elfer.bot("easy", seed=seed).choose(match, 0) for seed in range(100)]
    assert 75 < laid.count("pile 1") < 100
    match = overlooked()
    calls = [elfer.bot("easy", seed=seed).calls(match, 2) for seed in range(100)]
    assert 40 < calls.count("stopp") < 80


def test_easy_may_overlook_the_middle_and_take_another_pile_that_fits() -> None:
    match = at("R6 R9", "Y1 Y13", "G1 G7", attention=True, piles=["", "B5", ""], middle="Y5")
    match.play(0, "reveal")
    laid = [elfer.bot("easy", seed=seed).choose(match, 0) for seed in range(300)]
    assert laid.count("middle") > 270
    assert set(laid) == {"middle", "pile 1"}


def test_a_card_that_fits_nowhere_is_kept_by_all_levels() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True, piles=["", "B9", "G9"])
    match.play(0, "reveal")
    assert match.moves(0) == ("middle", "pile 1", "pile 2", "own")
    for level in ("easy", "medium", "hard", "expert", "greedy"):
        assert {elfer.bot(level, seed=seed).choose(match, 0) for seed in range(30)} == {"own"}


def test_estimates_put_a_misfit_behind_the_own_pile_where_the_card_fits_nowhere() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True, piles=["", "B9", "G9"])
    match.play(0, "reveal")
    found = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert [one.move for one in found] == ["own", "middle", "pile 1", "pile 2"]
    assert [one.why[0].code for one in found] == ["connect_nowhere", *["connect_wrong"] * 3]


def test_nobody_calls_a_right_lay() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True)
    match.play(0, "reveal")
    match.play(0, "own")
    assert {elfer.bot("easy", seed=seed).calls(match, 2) for seed in range(40)} == {None}


def test_whose_turn_it_is_calls_before_it_turns_up_a_card() -> None:
    match = overlooked()
    assert match.awaited == (1,)
    assert elfer.bot("hard", seed=1).choose(match, 1) == "stopp"


def test_a_card_goes_to_whoever_has_the_fewest() -> None:
    match = at("R6 R9", "Y1 Y2 Y3", "G1 G7", piles=["", "B5", "G5"])
    match.play(0, "reveal")
    assert elfer.bot("hard", seed=1).choose(match, 0) == "pile 2"


def test_attention_wins() -> None:
    report = simulate(
        "connect", seats=3, bots="hard,easy", games=12, seed=1, duplicate=True, options={"attention": True}
    )
    assert report.bots[0].wins.value > 0.5


def test_estimates_see_far_into_a_game_without_errors() -> None:
    """Once all cards have lain open, it is known who wins; at the start nothing is."""
    match = elfer.start("connect", seats=2, seed=1)
    first = elfer.bot("hard", seed=1).evaluate(match, 0)[0]
    assert 0 < first.win < 1
    bots, rng = [elfer.bot("hard", seed=1)] * 2, Chance(1)
    while len(match.state.middle) < 40:
        match.play(*next_move(match, bots, rng))
    seat = match.awaited[0]
    (found,) = elfer.bot("hard", seed=1).evaluate(match, seat)
    assert found.win == (seat in play_on(match, bots, rng).winners)


def test_equal_piles_are_filled_from_the_left() -> None:
    """Counted from the seat that moves, not from the lowest seat."""
    match = at("Y1 Y2", "R6 R7", "G1 G7", piles=["B5", "", "G5"], turn=1)
    match.play(1, "reveal")
    assert elfer.bot("hard", seed=1).choose(match, 1) == "pile 2"


def test_nobody_calls_a_misfit_that_fitted_nowhere() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True)
    match.play(0, "reveal")
    match.play(0, "middle")
    for level in ("easy", "hard"):
        assert {elfer.bot(level, seed=seed).calls(match, 2) for seed in range(40)} == {None}


@pytest.mark.parametrize(("card", "best"), [("R6", "pile 1"), ("R1", "middle")], ids=["pile", "middle"])
def test_estimates_put_no_fault_before_the_right_place(card: str, best: str) -> None:
    match = at(f"{card} R12", "Y5 Y13", "G5 G7", attention=True, piles=["", "B5", "B17"])
    match.play(0, "reveal")
    found = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert found[0].win >= found[1].win
    assert max(found, key=lambda one: (one.win, one.points, one.move == best)).move == best
    assert {one.move for one in found} == set(match.moves(0))


def test_estimates_put_no_false_stopp_before_turning_up() -> None:
    match = at("R6 R9 R10", "Y5 Y13", "G5 G7", attention=True)
    match.play(0, "reveal")
    match.play(0, "own")
    worth = {one.move: one.win for one in elfer.bot("hard", seed=1).evaluate(match, 1)}
    assert worth["stopp"] <= worth["reveal"]
