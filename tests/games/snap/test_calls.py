"""Schnipp Schnapp: right calls, false calls, and calls of the same moment."""

from __future__ import annotations

import pytest

import elfer
from elfer.core.game import TABLE
from elfer.games.snap.state import CalledFalsely, CalledLate, CalledTogether, TookMiddle, TookPiles
from tests.games.snap.positions import call, lying, quartet, snap
from tests.positions import seen
from tests.rules import rule

# Schnapp


@rule("SNA-3")
def test_schnapp_takes_the_other_piles_that_show_the_number_and_the_own_pile() -> None:
    match = snap(["R1", "Y2", "G3", "B4"], ["R7 R8", "Y7 Y8", "G9", "B7"], under=2)
    (event,) = call(match, (0, "schnapp"))
    assert event == TookPiles(0, 7, (1, 3), ("R8", "R7", "Y8", "Y7", "B7"), None)
    position = lying(match)
    assert position["piles"] == ["", "", "G9", ""]
    assert position["hands"][0] == "R1 R8 R7 Y8 Y7 B7"


@rule("SNA-3")
def test_anyone_may_call_even_without_a_part_in_the_match() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7 Y8", "G9"], under=1)
    call(match, (2, "schnapp"))
    assert lying(match)["piles"] == ["", "", ""]
    assert lying(match)["hands"][2] == "G3 G9 R7 Y8 Y7"


@rule("SNA-3")
def test_a_quartet_in_what_was_taken_is_laid_aside() -> None:
    match = snap(["R1", "Y2"], ["R7 G5 R5 Y7", "G7 B5 Y5"], under=1)
    (event,) = call(match, (0, "schnapp"))
    assert event.quartets == (5,)
    assert seen(match, 1).quartets == ((5,), ())
    assert lying(match)["hands"][0] == "R1 Y7 R7 G7"


@rule("SNA-3")
def test_the_stack_is_not_looked_through() -> None:
    match = snap(["R5 Y5", "Y2"], ["R7 G5", "G7 B5"], under=1)
    (event,) = call(match, (0, "schnapp"))
    assert event.quartets is None


@rule("SNA-10")
@pytest.mark.parametrize(("seat", "number", "left"), [(0, 7, 12), (3, 12, 7), (4, 12, 7)])
def test_of_two_matches_the_own_one_counts_else_the_higher_and_the_other_stays(
    seat: int, number: int, left: int
) -> None:
    match = snap(["R1", "", "", "", ""], ["R7", "Y7", "G12", "B12", "R3"], under=4)
    (event,) = call(match, (seat, "schnapp"))
    assert event.number == number
    tops = [int(top[1:]) for top in seen(match, None).tops if top]
    assert tops.count(left) == 2
    assert number not in tops


@rule("SNA-10")
def test_a_match_stays_callable_as_long_as_it_lies_there() -> None:
    match = snap(["R1", "Y2", "G3"], ["", "Y7", "G7"], under=1)
    match.play(0, "reveal")
    (event,) = call(match, (0, "schnapp"))
    assert isinstance(event, TookPiles)
    assert event.number == 7


# False calls


@rule("SNA-4")
@pytest.mark.parametrize("word", ["schnapp", "schnipp"])
def test_a_false_call_costs_the_open_pile_which_goes_on_top_of_the_middle(word: str) -> None:
    match = snap(["R1", "Y2"], ["R7 R8", "Y9"], under=1, middle="G4 G5")
    (event,) = call(match, (0, word))
    assert event == CalledFalsely(0, word, ("R7", "R8"))
    assert lying(match)["middle"] == "R7 R8 G4 G5"
    assert lying(match)["piles"] == ["", "Y9"]


@rule("SNA-4")
@pytest.mark.parametrize(("middle", "word"), [("G4", "schnipp"), ("G9", "schnapp")])
def test_the_wrong_one_of_the_two_words_is_a_false_call(middle: str, word: str) -> None:
    piles = ["R7", "Y7"] if word == "schnipp" else ["R7", "Y9"]
    match = snap(["R1", "Y2"], piles, under=1, middle=middle)
    (event,) = call(match, (0, word))
    assert isinstance(event, CalledFalsely)


@rule("SNA-4")
@pytest.mark.parametrize(("word", "kind"), [("schnapp", TookPiles), ("schnipp", TookMiddle)])
def test_when_both_kinds_of_match_lie_open_either_word_is_right(word: str, kind: type) -> None:
    match = snap(["R1", "Y2", ""], ["R7", "Y7", "B9"], under=1, middle="G9")
    (event,) = call(match, (2, word))
    assert isinstance(event, kind)


@rule("SNA-4", "SNA-6")
def test_without_an_open_pile_a_false_call_costs_nothing_but_the_next_call() -> None:
    match = snap(["R1", "Y2", "G3"], ["", "Y9", ""], under=1, turn=1)
    (event,) = call(match, (0, "schnapp"))
    assert event == CalledFalsely(0, "schnapp", None)
    assert lying(match)["middle"] == ""
    assert 0 not in match.actors
    with pytest.raises(elfer.IllegalMove):
        match.play(0, "schnipp")
    match.play(1, "reveal")
    assert match.moves(0) == ("schnapp", "schnipp")


@rule("SNA-6")
def test_the_seat_to_turn_up_a_card_has_one_call_for_each_card_too() -> None:
    match = snap(["R1", "Y2"], ["", "Y9"], under=1)
    call(match, (0, "schnapp"))
    assert match.moves(0) == ("reveal",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "schnipp")
    assert refused.value.code == "snap_called"


# Schnipp


@rule("SNA-5")
def test_schnipp_takes_the_middle_and_nothing_else() -> None:
    match = snap(["R1", "Y2"], ["R3 R4", "Y7"], under=1, middle="G7 G8")
    (event,) = call(match, (0, "schnipp"))
    assert event == TookMiddle(0, 7, ("G8", "G7"), None)
    assert lying(match)["piles"] == ["R3 R4", "Y7"]
    assert lying(match)["middle"] == ""
    assert lying(match)["hands"][0] == "R1 G8 G7"


@rule("SNA-5")
def test_only_the_middle_is_looked_through_for_quartets() -> None:
    match = snap(["R1", "Y2"], ["R7 R3", "Y9"], under=1, middle=f"G7 Y3 G3 B3 {quartet(5)}")
    (event,) = call(match, (0, "schnipp"))
    assert event.quartets == (5,)
    assert lying(match)["hands"][0] == "R1 B3 G3 Y3 G7"


@rule("SNA-5")
def test_it_does_not_matter_how_the_match_came_about() -> None:
    """A pile goes to the middle for a false call, and its top card now equals another pile's."""
    match = snap(["R1", "Y2", "G3"], ["R7 R8", "G12", "B12"], under=1)
    call(match, (1, "schnipp"))
    assert lying(match)["middle"] == "G12"
    (event,) = call(match, (0, "schnipp"))
    assert event == TookMiddle(0, 12, ("G12",), None)


# Calls of the same moment


@rule("SNA-6")
def test_the_first_call_opens_a_window_that_the_table_closes() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1)
    assert match.due is None
    match.play(2, "schnapp")
    assert match.due == 80
    assert match.actors == (TABLE, 0, 1)
    assert match.awaited == (TABLE,)
    assert match.moves(TABLE) == ("resolve",)
    assert match.moves(0) == ("schnapp", "schnipp")
    assert seen(match, 0).calls == ((2, "schnapp"),)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "reveal")
    assert refused.value.code == "snap_window"
    match.play(TABLE, "resolve")
    assert match.due is None
    assert match.awaited == (0,)


@rule("SNA-6")
def test_right_calls_of_one_word_are_a_draw_and_the_callers_take_their_piles_back() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7 R8", "Y7", "G9 G10"], under=1)
    (event,) = call(match, (2, "schnapp"), (0, "schnapp"))
    assert event == CalledTogether((2, 0), "schnapp")
    assert lying(match)["piles"] == ["", "Y7", ""]
    assert lying(match)["hands"][0] == "R1 R8 R7"
    assert lying(match)["hands"][2] == "G3 G10 G9"


@rule("SNA-6")
def test_a_false_call_pays_and_the_right_one_of_the_same_moment_wins() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1)
    events = call(match, (2, "schnipp"), (0, "schnapp"))
    assert [type(event) for event in events] == [TookPiles, CalledFalsely]
    assert lying(match)["middle"] == "G9"
    assert lying(match)["hands"][0] == "R1 R7 Y7"


@rule("SNA-6")
def test_a_false_call_takes_nothing_away_from_a_right_one() -> None:
    """Judged on the position at the first call: the pile of the false caller is won, not paid."""
    match = snap(["R1", "Y2"], ["R7", "Y7 Y8"], under=1)
    events = call(match, (1, "schnipp"), (0, "schnapp"))
    assert events == [TookPiles(0, 7, (1,), ("R7", "Y8", "Y7"), None), CalledFalsely(1, "schnipp", None)]
    assert lying(match)["middle"] == ""


@rule("SNA-6")
def test_false_calls_pay_in_the_order_they_came() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y8", "G9"], under=1)
    call(match, (2, "schnapp"), (0, "schnipp"))
    assert lying(match)["middle"] == "R7 G9"


@rule("SNA-6")
def test_a_right_schnapp_and_a_right_schnipp_both_win_if_both_matches_last() -> None:
    for calls in ([(0, "schnapp"), (2, "schnipp")], [(2, "schnipp"), (0, "schnapp")]):
        match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1, middle="B9 B2")
        call(match, *calls)
        assert lying(match)["hands"][0] == "R1 R7 Y7"
        assert lying(match)["hands"][2] == "G3 B2 B9"


@rule("SNA-6")
def test_the_second_word_wins_nothing_if_its_match_is_gone() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1, middle="B7")
    events = call(match, (0, "schnapp"), (2, "schnipp"))
    assert events[1] == CalledLate((2,), "schnipp")
    assert lying(match)["middle"] == "B7"
    assert lying(match)["piles"] == ["", "", "G9"]


@rule("SNA-6")
def test_the_other_way_round_both_are_carried_out() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1, middle="B7")
    events = call(match, (2, "schnipp"), (0, "schnapp"))
    assert [type(event) for event in events] == [TookMiddle, TookPiles]


@rule("SNA-6")
def test_a_draw_of_one_word_may_take_the_match_from_the_other() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", ""], under=1, middle="B7")
    events = call(match, (0, "schnapp"), (1, "schnapp"), (2, "schnipp"))
    assert events == [CalledTogether((0, 1), "schnapp"), CalledLate((2,), "schnipp")]


@rule("SNA-6")
def test_an_open_window_is_part_of_the_position() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1, middle="B7")
    match.play(2, "schnipp")
    match.play(0, "schnapp")
    position = match.position()
    assert (position["schnapp"], position["schnipp"]) == ([2, 0, 0], [0, 0, 1])
    assert position["called"] == [True, False, True]
    again = elfer.load(position)
    assert again.play(TABLE, "resolve") == match.play(TABLE, "resolve")


# Bots


def test_a_bot_whose_turn_it_is_turns_up_a_card_unless_it_calls() -> None:
    match = snap(["R1", "Y2"], ["R7", "Y9"], under=1)
    said = [elfer.bot("greedy", seed=seed).choose(match, 0) for seed in range(40)]
    assert said.count("reveal") > 35
