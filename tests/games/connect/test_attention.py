"""Überall anschließen where one may overlook something: wrong places, and Stopp."""

from __future__ import annotations

import pytest

import elfer
from elfer.core.cards import parse_cards
from elfer.games.connect.state import StoppCalled
from tests.games.connect.positions import at, misplaced, overlooked, tags
from tests.positions import seen
from tests.rules import rule

BEFORE = """[Game "connect"]
[Version 1]
[Options {"attention": true, "first": 0}]
[Seats 2]
[Rounds 1]
[Seed 245]
[Result "*"]

0: reveal, middle
1: stopp, reveal, own
0: stopp, reveal, pile 1
*
"""
"""Written before a card could go on another pile although the middle fits."""


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
def test_with_attention_a_card_may_wrongly_go_on_the_own_pile_or_a_fitting_one_but_nowhere_else() -> None:
    match = at("R1 R9", "Y5", "Y7", attention=True, piles=["", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle", "pile 1", "own")
    match = at("R5 R9", "Y5", "Y7", attention=True, piles=["", "B4", "G9"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("pile 1", "own")
    match = at("R6 R9", "Y5", "Y7", attention=True, piles=["", "B4", "G9"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)


@rule("CON-7")
@pytest.mark.parametrize(("middle", "pile"), [("Y20", "B20"), ("Y20", "B4"), ("Y4", "B20"), ("Y4", "B4")])
def test_with_attention_neither_view_nor_refusal_says_where_a_card_fits(middle: str, pile: str) -> None:
    """R1 fits on 20 and not on 4; what a player sees and is told is the same."""
    match = at("R1 R9", "Y5", "Y7", "Y8", attention=True, piles=["R3", pile, "G9", ""], middle=middle)
    match.play(0, "reveal")
    assert seen(match, 0).moves == ("middle", "pile 1", "pile 2", "own")
    assert seen(match, 1).moves == seen(match, None).moves == ()
    for move in ("middle", "pile 0", "pile 1", "pile 2", "pile 3", "pile 9"):
        if move not in match.moves(0):
            with pytest.raises(elfer.IllegalMove) as refused:
                match.play(0, move)
            assert (refused.value.code, refused.value.params) == ("connect_not_there", {"card": "R1"})


@rule("CON-7", "CON-4")
def test_another_pile_although_the_middle_fits_is_a_fault_and_the_turn_goes_on() -> None:
    match = misplaced("R1 R9")
    assert (match.awaited, match.actors) == ((0,), (0, 1, 2))
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2)),)
    assert match.position()["hands"] == ["G7 Y7 R9", "Y5", "G5"]
    assert seen(match, 0).tops[1] == "R1"
    assert match.actors == (0,)
    assert match.moves(0) == ("reveal",)


@rule("CON-7")
def test_one_of_several_fitting_piles_is_no_fault_where_the_middle_does_not_fit() -> None:
    match = misplaced("R1 R9", middle="Y4")
    assert match.play(2, "stopp") == (StoppCalled(2),)


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
def test_a_record_with_attention_from_before_goes_on_as_it_did() -> None:
    """R20 was kept though it fits on the B19 in the middle; a right Stopp, and R1 on top of R20."""
    position = elfer.replay(BEFORE).position()
    assert (position["piles"], position["middle"]) == (["", "R1 R20"], "B19")
    assert [len(parse_cards(stack)) for stack in position["hands"]] == [37, 40]


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
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2)),)
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
def test_a_wrong_call_changes_nothing_and_is_the_only_one_for_this_card() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True)
    match.play(0, "reveal")
    match.play(0, "own")
    before = match.position()
    assert match.play(2, "stopp") == (StoppCalled(2),)
    assert match.position() == before | {"callers": [False, True, False]}
    match.play(1, "stopp")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "stopp")
    assert refused.value.code == "connect_no_call"
    match.play(1, "reveal")
    match.play(1, "own")
    assert "stopp" in match.moves(2)


@rule("CON-7")
def test_a_correct_placement_may_be_called_too_and_the_call_is_wrong() -> None:
    match = at("R1 R9", "Y5 Y7", attention=True)
    match.play(0, "reveal")
    match.play(0, "middle")
    assert match.actors == (0, 1)
    assert match.awaited == (0,)
    match.play(1, "stopp")
    assert match.position()["hands"] == ["R9", "Y5 Y7"]


@rule("CON-7")
def test_the_next_card_turned_up_ends_the_calls() -> None:
    match = overlooked()
    match.play(1, "reveal")
    assert match.actors == (1,)
    match.play(1, "own")
    match.play(2, "stopp")
    assert match.position()["hands"] == ["R9", "Y7", "G5 G7"]


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
