from __future__ import annotations

from collections import Counter

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.games.cheat.rules import CAP, HIGHEST
from elfer.games.cheat.state import (
    Claimed,
    PileLeft,
)
from tests.games.cheat.positions import at, sizes
from tests.positions import seen
from tests.rules import rule


@rule("CHE-1")
@pytest.mark.parametrize(("seats", "highest", "size"), [(3, 9, 12), (4, 10, 10), (5, 15, 12), (6, 15, 10)])
def test_the_cards_in_play_are_dealt_evenly(seats: int, highest: int, size: int) -> None:
    match = elfer.start("cheat", seats=seats, seed=1)
    assert sizes(match) == [size] * seats
    deck = [f"{letter}{number}" for letter in "RYGB" for number in range(1, highest + 1)]
    assert Counter(match.state.all_cards()) == Counter(deck)


@rule("CHE-2")
def test_first_lays_any_card_and_says_one_and_the_next_says_two() -> None:
    match = elfer.start("cheat", seats=3, seed=1, first=2)
    assert match.actors == (2,)
    card = match.moves(2)[0]
    assert match.play(2, card) == (Claimed(2, 1, (card,)),)
    assert (seen(match, 1).said, seen(match, 1).says, match.actors) == (1, 2, (0,))
    card = match.moves(0)[0]
    assert match.play(0, card) == (Claimed(0, 2, (card,)),)


@rule("CHE-2")
def test_a_card_need_not_be_what_was_said_even_if_one_has_it() -> None:
    match = at("R1 R5", "Y1 Y2", "G1 G2", star_wars=True)
    assert {"R1", "R5"} < set(match.moves(0))


@rule("CHE-2", "GEN-5")
def test_first_moves_one_seat_to_the_left_from_round_to_round() -> None:
    match = elfer.start("cheat", seats=3, seed=1, rounds=2, first=2)
    rng = Chance(1)
    while match.round == 0:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[rng.below(len(match.moves(seat)))])
    assert match.actors == (0,)


@rule("CHE-3", "GEN-9")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_classic_counts_to_20_and_star_wars_to_the_highest_number(seats: int) -> None:
    assert seen(elfer.start("cheat", seats=seats, seed=1), None).top == 20
    star_wars = elfer.start("cheat", seats=seats, seed=1, edition="star-wars")
    assert seen(star_wars, None).top == HIGHEST[seats]


@rule("CHE-3")
def test_classic_goes_on_above_the_highest_number() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", laid=["R5 R6 R7", "Y5 Y6 Y7", "G5 G6"], last="G7", said=9)
    match.play(0, "R1")
    assert seen(match, 1).said == 10


@rule("CHE-7")
@pytest.mark.parametrize(("star_wars", "top"), [(False, 20), (True, 9)])
def test_counted_to_the_end_the_pile_leaves_with_the_next_lay(star_wars: bool, top: int) -> None:
    laid = ["R4-6", "Y4-6", "G4 G5"] if star_wars else ["R3-9", "Y3-8", "G3-8"]
    last, turn = ("G6", 0) if star_wars else ("Y9", 2)
    hands = ["R1 R2", "Y1 B1", "G1 G2"]
    match = at(*hands, star_wars=star_wars, laid=laid, last=last, said=top, turn=turn)
    gone = seen(match, 0).out
    assert "doubt" in match.moves(turn)
    events = match.play(turn, match.moves(turn)[0])
    assert events[0] == PileLeft(top, (2, 2, 2))
    assert (seen(match, 0).said, seen(match, 0).pile, seen(match, 0).out) == (1, 1, gone + top)


@rule("CHE-7")
def test_the_last_number_can_still_be_doubted() -> None:
    match = at("R1 R2", "Y1", "G1", star_wars=True, laid=["R4-6", "Y4-6", "G4 G5"], last="G9", said=9)
    match.play(0, "doubt")
    assert sizes(match) == [11, 1, 1]


@rule("CHE-10", "GEN-7")
def test_the_round_ends_with_the_1000th_lay_and_the_smallest_true_hand_wins() -> None:
    match = at("R1 R5 G1 G5", "Y1 Y2", "B1 B2 B3", lays=CAP - 1)
    events = match.play(0, "R1+R5")
    assert [type(event).__name__ for event in events] == ["Claimed", "RoundOver"]
    assert match.result == elfer.Result((1, 1, 0), (0, 1), (1, 1, 3), "cheat_cap")
    assert sizes(match) == [2, 2, 3]
    assert match.actors == ()
