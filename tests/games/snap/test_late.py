"""Schnipp Schnapp: late is not false."""

from __future__ import annotations

import pytest

import elfer
from elfer.games.snap.state import CalledFalsely, CalledLate, CalledTogether, TookMiddle, TookPiles
from tests.games.snap.positions import call, lying, snap
from tests.rules import rule


@rule("SNA-6")
@pytest.mark.parametrize(("word", "middle"), [("schnapp", ""), ("schnipp", "B7 B8")])
def test_a_call_of_the_word_that_has_just_won_is_late_and_changes_nothing(word: str, middle: str) -> None:
    piles = ["R7", "Y7" if word == "schnapp" else "Y3", "G9 G8"]
    match = snap(["R1", "Y2", "G3"], piles, under=1, middle=middle)
    call(match, (0, word))
    before = lying(match)
    assert call(match, (2, word)) == [CalledLate((2,), word)]
    assert before["called"] == [True, False, False]
    assert lying(match) == {**before, "called": [True, False, True]}


@rule("SNA-6")
def test_a_late_call_is_the_one_call_on_this_card() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1, turn=1)
    call(match, (0, "schnapp"))
    (event,) = call(match, (2, "schnapp"))
    assert isinstance(event, CalledLate)
    assert match.actors == (1,)
    match.play(1, "reveal")
    assert match.moves(2) == ("reveal", "schnapp", "schnipp")


@rule("SNA-6")
def test_several_late_calls_are_no_draw() -> None:
    match = snap(["R1", "Y2", "G3", "B4"], ["R7", "Y7", "G9", "B10"], under=1)
    call(match, (0, "schnapp"))
    assert call(match, (3, "schnapp"), (2, "schnapp")) == [CalledLate((3, 2), "schnapp")]
    assert lying(match)["piles"] == ["", "", "G9", "B10"]


@rule("SNA-6", "SNA-10")
def test_where_another_match_lies_open_a_second_call_takes_it_and_a_third_is_late() -> None:
    match = snap(["R1", "Y2", "G3", "B4", "R5"], ["R7", "Y7", "G12", "B12", "R3"], under=4)
    call(match, (0, "schnapp"))
    (event,) = call(match, (3, "schnapp"))
    assert event == TookPiles(3, 12, (2,), ("B12", "G12"), None)
    assert call(match, (4, "schnapp")) == [CalledLate((4,), "schnapp")]
    assert lying(match)["piles"] == ["", "", "", "", "R3"]


@rule("SNA-6")
def test_several_second_calls_of_another_match_are_a_draw() -> None:
    match = snap(["R1", "Y2", "G3", "B4"], ["R7", "Y7", "G12", "B12"], under=1)
    call(match, (0, "schnapp"))
    assert call(match, (2, "schnapp"), (3, "schnapp")) == [CalledTogether((2, 3), "schnapp")]


@rule("SNA-4", "SNA-6")
@pytest.mark.parametrize(("first", "second"), [("schnapp", "schnipp"), ("schnipp", "schnapp")])
def test_the_other_word_is_still_false(first: str, second: str) -> None:
    piles = ["R7", "Y7" if first == "schnapp" else "Y3", "G9"]
    match = snap(
        ["R1", "Y2", "G3", "B4"], [*piles, "B10"], under=1, middle="B6" if first == "schnapp" else "B7"
    )
    call(match, (0, first))
    late, false = call(match, (2, second), (3, first))
    assert late == CalledLate((3,), first)
    assert false == CalledFalsely(2, second, ("G9",))


@rule("SNA-6")
def test_a_late_call_does_not_take_the_other_kind_of_match() -> None:
    match = snap(["R1", "Y2", "G3", "B4"], ["R7", "Y7", "G9", "B10"], under=1, middle="B9")
    call(match, (0, "schnapp"))
    events = call(match, (3, "schnapp"), (2, "schnipp"))
    assert events == [CalledLate((3,), "schnapp"), TookMiddle(2, 9, ("B9",), None)]


@rule("SNA-6")
@pytest.mark.parametrize("options", [{}, {"together": True}])
def test_on_the_next_card_the_same_call_is_late_and_on_the_one_after_it_false(
    options: dict[str, bool],
) -> None:
    match = snap(["R1 R2", "Y5 Y6", "G11 G12"], ["R7", "Y7", "G9"], under=1, options=options)
    call(match, (0, "schnapp"))
    assert (lying(match)["schnapp_won"], lying(match)["schnapp_late"]) == (True, False)
    match.play(match.awaited[0], "go" if options else "reveal")
    assert (lying(match)["schnapp_won"], lying(match)["schnapp_late"]) == (False, True)
    assert call(match, (2, "schnapp")) == [CalledLate((2,), "schnapp")]
    match.play(match.awaited[0], "go" if options else "reveal")
    assert lying(match)["schnapp_late"] is False
    (event,) = call(match, (2, "schnapp"))
    assert isinstance(event, CalledFalsely)


@rule("SNA-6")
@pytest.mark.parametrize(("word", "middle"), [("schnapp", ""), ("schnipp", "B7 B8")])
def test_a_match_that_was_covered_before_anybody_called_makes_a_call_late(word: str, middle: str) -> None:
    """The 7 was there to be seen when the caller reached for the word."""
    piles = ["R7", "Y7" if word == "schnapp" else "Y3", "G9"]
    match = snap(["R1", "Y2", "G3"], piles, under=1, middle=middle)
    match.play(0, "reveal")
    before = lying(match)
    assert call(match, (2, word)) == [CalledLate((2,), word)]
    assert lying(match) == {**before, "called": [False, False, True]}


@rule("SNA-6")
def test_a_right_call_beside_others_that_drew_is_late() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=2)
    call(match, (0, "schnapp"), (1, "schnapp"))
    assert call(match, (2, "schnapp")) == [CalledLate((2,), "schnapp")]


@rule("SNA-6")
def test_a_match_that_went_with_anothers_false_call_makes_a_call_late() -> None:
    """Seat 0 calls the wrong word, and its 7 goes to the middle, where it matches as Schnipp only."""
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=2, middle="B4")
    (event,) = call(match, (0, "schnipp"))
    assert event == CalledFalsely(0, "schnipp", ("R7",))
    assert call(match, (2, "schnapp")) == [CalledLate((2,), "schnapp")]


@rule("SNA-4", "SNA-6")
def test_a_false_call_makes_no_other_call_late() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y8", "G9"], under=2)
    call(match, (0, "schnapp"))
    (event,) = call(match, (2, "schnapp"))
    assert event == CalledFalsely(2, "schnapp", ("G9",))


@rule("SNA-6", "SNA-8")
def test_a_seat_that_is_out_may_be_late_with_its_schnipp() -> None:
    match = snap(["R1", "", "Y2"], ["R7", "", "Y3"], under=2, middle="G7")
    call(match, (0, "schnipp"))
    assert call(match, (1, "schnipp")) == [CalledLate((1,), "schnipp")]


@rule("SNA-6")
def test_what_was_won_on_this_card_is_part_of_the_position() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1)
    assert (lying(match)["schnapp_won"], lying(match)["schnipp_won"]) == (False, False)
    call(match, (0, "schnapp"))
    assert (lying(match)["schnapp_won"], lying(match)["schnipp_won"]) == (True, False)
    match.play(0, "reveal")
    assert (lying(match)["schnapp_late"], lying(match)["schnipp_late"]) == (True, False)
    again = elfer.load(match.position())
    assert call(again, (2, "schnapp")) == call(match, (2, "schnapp")) == [CalledLate((2,), "schnapp")]
    assert again.position() == match.position()


@rule("SNA-6")
@pytest.mark.parametrize("version", [1, 2])
def test_a_record_from_when_late_was_false_is_refused(version: int) -> None:
    text = elfer.start("snap", seats=2, seed=1).record()
    assert "[Version 3]" in text
    with pytest.raises(elfer.BadInput) as refused:
        elfer.replay(text.replace("[Version 3]", f"[Version {version}]"))
    assert refused.value.code == "record_version"
