"""Mogeln: a second card laid in secret, and the sizes that are declared."""

from __future__ import annotations

import pytest

import elfer
from elfer.games.cheat.state import (
    Claimed,
    Exposed,
    LastClaimed,
    PileLeft,
    PileTaken,
    Proven,
)
from tests.games.cheat.positions import at, sizes
from tests.positions import seen
from tests.rules import rule


@rule("CHE-5")
def test_two_cards_may_be_laid_but_not_three() -> None:
    match = at("R1 R2 Y3", "Y1 Y2", "G1 G2")
    assert match.moves(0) == ("R1", "R2", "Y3", "R1+R2", "R1+Y3", "R2+Y3")
    match.play(0, "R1+Y3")
    assert match.position()["hands"][0] == "R2"


@rule("CHE-5")
@pytest.mark.parametrize("cards", ["R1+Y1", "R1+R5", "R5+R6"])
def test_two_cards_are_cheating_whatever_they_are(cards: str) -> None:
    match = at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2")
    match.play(0, cards)
    shown, taken = match.play(1, "doubt")
    assert shown == Exposed(1, 0, 1, tuple(cards.split("+")))
    assert isinstance(taken, PileTaken)
    assert taken.seat == 0


@rule("CHE-5")
def test_a_second_card_leaves_no_trace_for_the_others() -> None:
    one, two = (at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2", star_wars=True) for _ in range(2))
    first, second = one.play(0, "R5"), two.play(0, "R5+R6")
    for other in (1, 2, None):
        assert [event.seen_by(other) for event in first] == [event.seen_by(other) for event in second]
        assert elfer.to_json(one.view(other)) == elfer.to_json(two.view(other))
    assert seen(two, 0).hands[0] == ("R1", "Y1")
    assert sizes(two, 1) == [3, 2, 2]
    assert seen(two, 1).pile == 1


@rule("CHE-5")
def test_declared_sizes_last_over_several_lays_of_a_pile() -> None:
    match = at("R1 R3 R5 R6 Y1", "Y4 Y2", "G1 G2")
    for seat, move in ((0, "R5+R6"), (1, "Y4"), (2, "G1"), (0, "R1+R3")):
        match.play(seat, move)
    assert sizes(match, 1) == [3, 1, 1]
    assert seen(match, 1).pile == 4
    assert sum(sizes(match)) + seen(match, 1).pile + seen(match, 1).out == 36


@rule("CHE-5")
def test_true_sizes_are_shown_when_the_pile_is_taken() -> None:
    match = at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2")
    match.play(0, "R5+R6")
    match.play(1, "Y4")
    assert sizes(match) == [3, 1, 2]
    taken = match.play(2, "doubt")[1]
    assert taken.seen_by(None) == PileTaken(1, (None,) * 3, (2, 4, 2))
    assert sizes(match) == [2, 4, 2]


@rule("CHE-5", "CHE-7")
def test_true_sizes_are_shown_when_the_pile_leaves_the_game_but_not_the_lay_after_it() -> None:
    laid = ["R4 R5 R6", "Y4-6", "G4 G5"]
    match = at("R1 R2 R3", "Y1 Y2", "G1 G2", star_wars=True, laid=laid, last="G6 G7", said=9)
    assert sizes(match) == [3, 2, 3]
    assert seen(match, 0).pile == 9
    left, claim = match.play(0, "R1+R2")
    assert left == PileLeft(10, (3, 2, 2))
    assert claim.seen_by(1) == Claimed(0, 1, None)
    assert sizes(match) == [2, 2, 2]
    assert seen(match, 1).out == 29


@rule("CHE-5", "CHE-8")
def test_an_empty_hand_is_public_at_once() -> None:
    match = at("R5 R6", "Y4 Y2", "G1 G2")
    (claim,) = match.play(0, "R5+R6")
    assert claim.seen_by(2) == LastClaimed(0, 1, None)
    assert sizes(match) == [0, 2, 2]


@rule("CHE-5")
def test_secret_cards_come_out_by_a_doubt_of_that_lay_only() -> None:
    match = at("R5 R6 R7", "Y2 Y4", "G1 G2")
    match.play(0, "R5+R6")
    match.play(1, "Y2")
    assert match.play(2, "doubt") == (Proven(2, 1, 2, ("Y2",)), PileTaken(2, ("R5", "R6", "Y2"), (1, 1, 5)))
