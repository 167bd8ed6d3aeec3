"""Mogeln: doubts, what they bring, and the last lay."""

from __future__ import annotations

import pytest

import elfer
from elfer.games.cheat.rules import CAP
from elfer.games.cheat.state import (
    Accepted,
    Exposed,
    LastClaimed,
    PileTaken,
    Proven,
)
from tests.games.cheat.positions import at
from tests.positions import seen
from tests.rules import rule


@rule("CHE-4")
def test_classic_only_the_seat_whose_turn_it_is_doubts() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2")
    assert "doubt" not in match.moves(0)
    match.play(0, "R1")
    assert match.actors == (1,)
    assert "doubt" in match.moves(1)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "doubt")
    assert refused.value.code == "not_your_turn"


@rule("CHE-4")
def test_star_wars_any_other_seat_doubts_until_the_next_card_is_laid() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R1")
    assert match.actors == (1, 2)
    assert match.awaited == (1,)
    assert match.moves(2) == ("doubt",)
    match.play(1, "Y2")
    assert match.actors == (0, 2)
    assert match.moves(0) == ("doubt",)


@rule("CHE-4")
@pytest.mark.parametrize("star_wars", [False, True])
def test_whoever_was_wrong_takes_the_whole_pile_into_the_hand(star_wars: bool) -> None:
    match = at("R5 R6", "Y2 Y5", "G1 G2", star_wars=star_wars)
    match.play(0, "R5")
    match.play(1, "Y2")
    assert match.play(2, "doubt") == (Proven(2, 1, 2, ("Y2",)), PileTaken(2, ("R5", "Y2"), (1, 1, 4)))
    assert match.position()["hands"] == ["R6", "Y5", "R5 Y2 G1 G2"]
    match = at("R5 R6", "Y2 Y5", "G1 G2", star_wars=star_wars)
    match.play(0, "R5")
    match.play(1, "Y5")
    assert match.play(2, "doubt") == (Exposed(2, 1, 2, ("Y5",)), PileTaken(1, ("R5", "Y5"), (1, 3, 2)))


@rule("CHE-4")
def test_only_the_taker_sees_what_is_in_the_pile() -> None:
    match = at("R5 R6", "Y2 Y5", "G1 G2")
    match.play(0, "R5")
    match.play(1, "Y5")
    taken = match.play(2, "doubt")[1]
    assert taken.seen_by(1) == taken
    for other in (0, 2, None):
        assert taken.seen_by(other) == PileTaken(1, (None, None), (1, 3, 2))


@rule("CHE-4")
def test_there_is_nothing_to_doubt_while_no_card_lies() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", star_wars=True)
    assert match.actors == (0,)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "doubt")
    assert refused.value.code == "cheat_nothing_to_doubt"


@rule("CHE-6")
@pytest.mark.parametrize("doubter", [1, 2])
def test_after_a_doubt_the_seat_whose_turn_it_was_begins_a_new_pile(doubter: int) -> None:
    match = at("R1 R5", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R5")
    match.play(doubter, "doubt")
    assert match.actors == (1,)
    assert (seen(match, 0).said, seen(match, 0).says, seen(match, 0).pile) == (0, 1, 0)


@rule("CHE-8")
def test_classic_the_next_seat_doubts_or_accepts_a_last_lay() -> None:
    match = at("R5", "Y1 Y2", "G1 G2")
    assert match.play(0, "R5") == (LastClaimed(0, 1, ("R5",)),)
    assert match.actors == (1,)
    assert match.moves(1) == ("doubt", "accept")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "Y1")
    assert refused.value.code == "cheat_doubt_or_accept"
    assert match.play(1, "accept")[0] == Accepted(1)
    assert match.result == elfer.Result((1, 0, 0), (0,), (1, 2, 2), "cheat_out")


@rule("CHE-8")
def test_star_wars_a_last_lay_stands_when_all_others_have_accepted() -> None:
    match = at("R5", "Y1 Y2", "G1 G2", "B1 B2", star_wars=True)
    match.play(0, "R5")
    assert list(match.actors) == [1, 2, 3]
    assert match.awaited == match.actors
    match.play(3, "accept")
    assert list(match.actors) == [1, 2]
    match.play(1, "accept")
    assert not match.over
    match.play(2, "accept")
    assert match.result is not None
    assert match.result.winners == (0,)


@rule("CHE-8")
@pytest.mark.parametrize("star_wars", [False, True])
def test_a_last_lay_doubted_and_true_wins_at_once(star_wars: bool) -> None:
    match = at("R1", "Y1 Y2", "G1 G2", star_wars=star_wars)
    match.play(0, "R1")
    events = match.play(1, "doubt")
    assert events[0] == Proven(1, 0, 1, ("R1",))
    assert match.result == elfer.Result((1, 0, 0), (0,), (1, 2, 2), "cheat_out")


@rule("CHE-8")
def test_a_last_lay_doubted_and_false_is_taken_back_and_play_goes_on() -> None:
    match = at("R5 R6", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R5+R6")
    match.play(1, "accept")
    match.play(2, "doubt")
    assert match.position()["hands"][0] == "R5 R6"
    assert match.actors == (1,)
    match.play(1, "Y1")
    assert match.moves(2)[-1] == "doubt"


@rule("CHE-8", "CHE-4")
def test_a_doubt_brings_as_many_events_whatever_it_finds() -> None:
    for card in ("R1", "R5"):
        match = at(card, "Y1 Y2", "G1 G2")
        match.play(0, card)
        assert len(match.play(1, "doubt")) == 2


@rule("CHE-9")
@pytest.mark.parametrize(("card", "true"), [("G1", True), ("R1", False), ("G5", False)])
def test_with_a_colour_number_and_colour_must_match(card: str, true: bool) -> None:
    match = at("R1 R5 G1 G5", "Y1 Y2", "B1 B2", options={"colour": "green"})
    match.play(0, card)
    assert isinstance(match.play(1, "doubt")[0], Proven if true else Exposed)
    assert seen(match, 0).colour == "green"


@rule("CHE-10", "CHE-8")
def test_a_1000th_lay_that_empties_the_hand_wins_without_a_doubt() -> None:
    match = at("R5", "Y1 Y2", "B1 B2 B3", lays=CAP - 1)
    match.play(0, "R5")
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0,), "cheat_cap")
