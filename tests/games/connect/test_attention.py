"""Überall anschließen where one may overlook something: wrong places, and right calls."""

from __future__ import annotations

import pytest

import elfer
from elfer.games.connect.state import KeptOpen, StoppCalled
from elfer.lessons import lesson
from tests.games.connect.positions import at, misplaced, overlooked, tags
from tests.positions import seen
from tests.rules import rule


@rule("CON-7")
def test_without_attention_only_correct_placements_are_legal_and_nobody_calls() -> None:
    match = at("R1 R9", "Y5", middle="B20")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)
    match.play(0, "middle")
    assert match.actors == (0,)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "stopp")
    assert refused.value.code == "connect_no_attention"


@rule("CON-7")
@pytest.mark.parametrize("card", ["R1", "R5", "R6"])
def test_with_attention_a_card_may_go_on_every_pile_that_lies_there(card: str) -> None:
    """R1 fits in the middle and on pile 1, R5 on pile 2, R6 nowhere; seat 3 has no pile."""
    stacks = (f"{card} R9", "Y5", "Y7", "Y8")
    match = at(*stacks, attention=True, piles=["R3", "B20", "G4", ""], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == seen(match, 0).moves == ("middle", "pile 1", "pile 2", "own")


@rule("CON-7")
@pytest.mark.parametrize(("middle", "pile"), [("Y20", "B20"), ("Y20", "B4"), ("Y4", "B20"), ("Y4", "B4")])
def test_with_attention_neither_view_nor_refusal_says_where_a_card_fits(middle: str, pile: str) -> None:
    """R1 fits on 20 and not on 4; what a player sees and is told is the same."""
    match = at("R1 R9", "Y5", "Y7", "Y8", attention=True, piles=["R3", pile, "G9", ""], middle=middle)
    match.play(0, "reveal")
    assert seen(match, 0).moves == ("middle", "pile 1", "pile 2", "own")
    assert seen(match, 1).moves == seen(match, None).moves == ()
    for move in ("pile 0", "pile 3", "pile 9"):
        with pytest.raises(elfer.IllegalMove) as refused:
            match.play(0, move)
        assert (refused.value.code, refused.value.params) == ("connect_no_pile", {"card": "R1"})


@rule("CON-7")
@pytest.mark.parametrize(
    ("card", "place", "kept"),
    [
        ("R1", "pile 2", KeptOpen(0, "R1", "pile", 2)),
        ("R5", "middle", KeptOpen(0, "R5", "middle")),
        ("R5", "pile 1", KeptOpen(0, "R5", "pile", 1)),
        ("R6", "middle", KeptOpen(0, "R6", "middle")),
    ],
)
def test_where_a_card_does_not_fit_it_goes_on_the_own_pile_and_the_turn_ends(
    card: str, place: str, kept: KeptOpen
) -> None:
    match = at(f"{card} R9", "Y6 Y7", "G6 G7", attention=True, piles=["R3", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    assert match.play(0, place) == (kept,)
    assert seen(match, 1).tops == (card, "B20", "G4")
    assert (seen(match, 1).piles, seen(match, 1).middle) == ((2, 1, 1), "Y20")
    assert match.awaited == (1,)


@rule("CON-7")
@pytest.mark.parametrize("place", ["middle", "pile 1", "pile 2"])
def test_a_misfit_that_fitted_nowhere_is_no_fault(place: str) -> None:
    match = at("R6 R9", "Y6 Y7", "G6 G7", attention=True, piles=["R3", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    match.play(0, place)
    assert match.play(1, "stopp") == (StoppCalled(1, giver=0),)


@rule("CON-7")
@pytest.mark.parametrize(
    ("card", "place", "belongs"),
    [
        ("R1", "own", "middle"),
        ("R1", "pile 1", "middle"),
        ("R5", "own", "pile 2"),
        ("R1", "pile 2", "middle"),
        ("R5", "middle", "pile 2"),
        ("R5", "pile 1", "pile 2"),
    ],
)
def test_a_wrong_place_is_a_fault_and_the_call_says_where_the_card_belongs(
    card: str, place: str, belongs: str
) -> None:
    match = at(f"{card} R9", "Y6 Y7", "G6 G7", attention=True, piles=["", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    match.play(0, place)
    assert match.position()["belongs"] == belongs
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2), belongs=belongs),)
    assert match.position()["hands"] == ["G7 Y7 R9", "Y6", "G6"]
    assert match.position()["belongs"] == ""


@rule("CON-7", "CON-4")
def test_another_pile_although_the_middle_fits_is_a_fault_and_the_turn_goes_on() -> None:
    match = misplaced("R1 R9")
    assert (match.awaited, match.actors) == ((0,), (0, 1, 2))
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2), belongs="middle"),)
    assert match.position()["hands"] == ["G7 Y7 R9", "Y5", "G5"]
    assert seen(match, 0).tops[1] == "R1"
    assert match.actors == (0,)
    assert match.moves(0) == ("reveal",)


@rule("CON-7")
def test_one_of_several_fitting_piles_is_no_fault_where_the_middle_does_not_fit() -> None:
    match = misplaced("R1 R9 R10", middle="Y4")
    assert match.play(2, "stopp") == (StoppCalled(2, giver=0),)


@rule("CON-7", "CON-6")
def test_a_culprit_whose_last_card_it_was_is_back_with_what_is_given() -> None:
    match = misplaced("R1")
    assert (seen(match, 0).ranks, match.awaited) == ((1, 0, 0), (1,))
    match.play(2, "stopp")
    assert (seen(match, 0).ranks, match.awaited) == ((0, 0, 0), (1,))
    assert match.position()["hands"] == ["G7 Y7", "Y5", "G5"]


@rule("CON-7", "CON-6")
def test_a_culprit_to_whom_nobody_has_a_card_to_give_stays_out() -> None:
    match = misplaced("R1", stacks=("", ""))
    match.play(2, "stopp")
    assert seen(match, 0).ranks == (1, 0, 0)


@rule("CON-7")
def test_nobody_calls_before_the_card_is_placed() -> None:
    match = at("R1 R9", "Y5", "Y7", attention=True)
    match.play(0, "reveal")
    assert match.moves(1) == match.moves(2) == ()
    match.play(0, "own")
    assert match.actors == (1, 2)
    assert match.awaited == (1,)
    assert match.moves(1) == ("reveal", "stopp")
    assert match.moves(2) == ("stopp",)


@rule("CON-7")
def test_a_right_stopp_brings_the_culprit_the_bottom_cards_the_last_giver_on_top() -> None:
    match = overlooked()
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2), belongs="middle"),)
    assert match.position()["hands"] == ["G7 Y7 R9", "Y5", "G5"]
    assert seen(match, 1).tops[0] == "R1"
    assert match.awaited == (1,)


@rule("CON-7")
def test_the_cards_given_stay_hidden() -> None:
    match = overlooked()
    events = match.play(2, "stopp")
    assert not any(card in elfer.to_json(events) for card in ("Y7", "G7"))


@rule("CON-7")
def test_seats_without_a_face_down_stack_give_nothing() -> None:
    match = at("R1 R9", "", "G5 G7", attention=True, piles=["R3", "Y3 Y5", "G3"])
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    assert match.position()["hands"] == ["G7 R9", "", "G5"]
    assert seen(match, 0).piles == (2, 2, 1)


@rule("CON-7")
def test_after_a_right_call_the_matter_is_settled() -> None:
    match = overlooked()
    match.play(1, "stopp")
    assert match.actors == (1,)
    assert match.moves(1) == ("reveal",)


@rule("CON-7")
def test_the_next_card_turned_up_ends_the_calls() -> None:
    match = overlooked()
    match.play(1, "reveal")
    assert match.actors == (1,)
    match.play(1, "own")
    assert match.play(2, "stopp") == (StoppCalled(2, giver=1),)


@rule("CON-7")
def test_givers_left_without_any_card_are_out_and_share_the_rank() -> None:
    match = at("R1 R9", "Y5", "G5", "B5 B7", attention=True, piles=["R3", "", "", ""])
    match.play(0, "reveal")
    match.play(0, "own")
    assert tags(match.play(3, "stopp")) == ["StoppCalled", "RanOut", "RanOut"]
    assert seen(match, 0).ranks == (0, 1, 1, 0)
    assert match.actors == (3,)
    assert match.position()["hands"] == ["B7 G5 Y5 R9", "", "", "B5"]


@rule("CON-7", "CON-8")
def test_a_stopp_may_leave_the_culprit_alone() -> None:
    match = at("R2 R1", "Y5", attention=True, piles=["R3", ""], middle="Y1")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    assert match.actors == (0,)
    assert match.position()["hands"] == ["Y5 R1", ""]
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.actors == (0,)


@rule("CON-7")
def test_seats_that_are_out_do_not_call() -> None:
    match = at("R1 R9", "", "G5 G7", attention=True, ranks=[0, 1, 0])
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.actors == (2,)


@rule("CON-7")
def test_who_alone_has_cards_may_err_and_nobody_calls() -> None:
    match = at("R8 R9", "", attention=True, piles=["R3", ""], ranks=[0, 1])
    match.play(0, "reveal")
    assert match.moves(0) == ("middle", "own")
    match.play(0, "middle")
    assert match.actors == (0,)
    assert match.moves(0) == ("reveal",)


@rule("CON-7")
def test_the_lesson_teaches_stopp_only_where_there_are_calls() -> None:
    taught = {
        told: {move for part in found.parts for move in part.moves}
        for told, options in (("usual", {}), ("on", {"attention": True}), ("off", {"attention": False}))
        if (found := lesson("connect", options))
    }
    assert taught["usual"] == taught["on"] == taught["off"] | {"stopp"}
