from __future__ import annotations

import pytest

import elfer
from elfer.games.connect.state import CardTurned
from tests.games.connect.positions import at, tags
from tests.positions import seen
from tests.rules import rule


@rule("CON-1")
@pytest.mark.parametrize(
    ("seats", "first", "sizes"),
    [
        (2, 0, [40, 40]),
        (3, 0, [27, 27, 26]),
        (3, 1, [26, 27, 27]),
        (6, 5, [14, 13, 13, 13, 13, 14]),
    ],
)
def test_all_cards_are_dealt_and_the_extra_ones_go_from_first_on(
    seats: int, first: int, sizes: list[int]
) -> None:
    match = elfer.start("connect", seats=seats, seed=1, first=first)
    assert list(seen(match, 0).stacks) == sizes
    assert match.actors == (first,)


@rule("CON-2")
def test_first_opens_the_middle_and_the_turn_passes() -> None:
    match = elfer.start("connect", seats=3, seed=1, first=2, attention=True)
    match.play(2, "reveal")
    card = seen(match, None).card
    assert match.moves(2) == ("middle",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "own")
    assert refused.value.code == "connect_first"
    match.play(2, "middle")
    assert (seen(match, 0).middle, seen(match, 0).turn) == (card, 0)


@rule("CON-2", "GEN-5")
def test_first_moves_one_seat_to_the_left_from_round_to_round() -> None:
    match = elfer.start("connect", seats=2, seed=4, rounds=2)
    while match.round == 0:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    assert match.actors == (1,)


@rule("CON-3")
def test_a_card_fits_on_one_lower_whatever_the_colour_and_1_on_20() -> None:
    match = at("R1 G2 B4", "Y9", middle="B20")
    assert match.play(0, "reveal") == (CardTurned(0, "R1"),)
    assert match.moves(0) == ("middle",)
    match.play(0, "middle")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)


@rule("CON-3")
def test_the_own_pile_does_not_count() -> None:
    match = at("R5", "Y9", piles=["G4", ""], middle="B20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "pile 0")
    assert refused.value.code == "connect_pile"


@rule("CON-4")
def test_the_middle_comes_first() -> None:
    match = at("R5 R9", "Y9", "Y12", piles=["", "G4", "B4"], middle="Y4")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)
    for move in ("pile 1", "own"):
        with pytest.raises(elfer.IllegalMove) as refused:
            match.play(0, move)
        assert refused.value.code == "connect_must_middle"


@rule("CON-4")
def test_else_the_player_chooses_a_pile_and_goes_on() -> None:
    match = at("R5 R9", "Y9", "Y12", piles=["", "G4", "B4"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("pile 1", "pile 2")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "own")
    assert refused.value.code == "connect_must_pile"
    match.play(0, "pile 2")
    assert seen(match, 1).tops == (None, "G4", "R5")
    assert (match.actors, match.moves(0)) == ((0,), ("reveal",))


@rule("CON-5")
def test_what_fits_nowhere_goes_on_the_own_pile_and_the_turn_ends() -> None:
    match = at("R5 R9", "Y9", piles=["G11", ""], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)
    match.play(0, "own")
    assert seen(match, 1).tops[0] == "R5"
    assert seen(match, 1).piles[0] == 2
    assert match.actors == (1,)


@rule("CON-6")
def test_a_used_up_stack_is_the_open_pile_turned_over_the_oldest_card_on_top() -> None:
    match = at("", "Y9", piles=["R7 G11 B3", ""], middle="Y20")
    assert seen(match, 1).tops[0] == "R7"
    assert match.play(0, "reveal") == (CardTurned(0, "B3", turned_over=3),)
    assert match.position()["hands"][0] == "G11 R7"
    assert seen(match, 1).tops[0] is None


@rule("CON-6")
def test_the_pile_is_turned_over_only_when_the_next_card_must_be_turned_up() -> None:
    match = at("R5", "Y6 Y13", piles=["", "B9"], middle="Y20")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "reveal")
    assert match.moves(1) == ("pile 0",)


@rule("CON-6")
def test_nobody_lays_on_an_empty_pile() -> None:
    match = at("R5 R8", "Y9", middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)


@rule("CON-6", "CON-8")
def test_who_has_no_cards_is_out_and_skipped_and_the_order_is_the_rank() -> None:
    match = at("R1", "Y1 Y3", "G3", middle="B20")
    match.play(0, "reveal")
    assert tags(match.play(0, "middle")) == ["Connected", "RanOut"]
    assert seen(match, 1).ranks == (1, 0, 0)
    for seat, move in ((1, "reveal"), (1, "own"), (2, "reveal"), (2, "own")):
        match.play(seat, move)
    assert match.actors == (1,)


@rule("CON-8")
def test_the_last_seat_plays_on_until_all_cards_lie_in_the_middle() -> None:
    match = at("R1", "Y3 Y2", middle="B20")
    for seat, move in ((0, "reveal"), (0, "middle"), (1, "reveal"), (1, "own"), (1, "reveal"), (1, "middle")):
        assert not match.over
        match.play(seat, move)
    match.play(1, "reveal")
    assert tags(match.play(1, "middle")) == ["Connected", "RanOut", "RoundOver"]
    assert match.result == elfer.Result((1, 0), (0,), (1, 2), "connect_done")
    assert seen(match, None).middle_size == 80


@rule("CON-8")
def test_points_are_the_seats_beaten() -> None:
    match = at("", "", "R1", turn=2, ranks=[2, 1, 0])
    match.play(2, "reveal")
    match.play(2, "middle")
    assert match.result is not None
    assert (match.result.points, match.result.ranks) == ((1, 2, 0), (2, 1, 3))


@rule("CON-9", "GEN-7")
def test_the_round_ends_when_2000_cards_in_a_row_did_not_go_to_the_middle() -> None:
    match = at("R5 R9", "Y9", "G5 G7 G9", attention=True, idle=1999, middle="Y4")
    match.play(0, "reveal")
    assert tags(match.play(0, "own")) == ["KeptOpen", "RoundOver"]
    assert match.result == elfer.Result((1, 2, 0), (1,), (2, 1, 3), "connect_cap")
    assert match.actors == ()


@rule("CON-9")
def test_seats_out_before_the_cap_beat_those_still_in_and_equal_counts_share() -> None:
    match = at("R5 R9", "", "G5 G7", idle=1999, ranks=[0, 1, 0], middle="Y20")
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.result is not None
    assert match.result.ranks == (2, 1, 2)


@rule("CON-9")
def test_a_card_in_the_middle_begins_the_count_anew() -> None:
    match = at("R1 R9", "Y9", idle=1999)
    match.play(0, "reveal")
    match.play(0, "middle")
    assert not match.over
    assert seen(match, 0).idle == 0
