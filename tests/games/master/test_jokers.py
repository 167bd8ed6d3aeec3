from __future__ import annotations

import pytest

import elfer
from elfer.core.cards import parse_cards
from elfer.core.events import Laid
from elfer.core.game import RoundOver
from elfer.games.master.state import BonusTaken, Bridged, JokerLaid, JokerSwapped
from tests.games.master.positions import hand, master, refused
from tests.rules import rule

# Jokers


@rule("MAS-7")
def test_a_joker_goes_where_the_card_of_the_field_would_fit() -> None:
    match = master("J J Y1", "G1", table="R10 R12-21", connections=[0, 0])
    assert match.moves(0) == ("J=R9", "J=Y10", "J=Y12", "J=G10", "J=G12", "J=B10", "J=B12", "draw")
    assert match.play(0, "J=R9") == (JokerLaid(0, "R9"),)
    position = match.position()
    assert position["jokers"] == "R9"
    assert "R9" in parse_cards(position["table"])
    assert position["laid"] == 1
    match.play(0, "J=R8")  # several jokers in a turn, and on the field beside a joker
    assert parse_cards(match.position()["jokers"]) == ("R8", "R9")
    assert refused(match, "J=R7") == "master_no_joker"


@rule("MAS-7", "MAS-12")
def test_a_joker_may_be_the_last_card() -> None:
    match = master("J", "R12")
    *_, last = match.play(0, "J=R10")
    assert isinstance(last, RoundOver)
    assert match.over


@rule("MAS-7")
def test_a_joker_is_refused_on_filled_and_far_fields_and_without_a_field() -> None:
    match = master("J G1", "R12", table="Y10", jokers="B10")
    assert refused(match, "J") == "master_joker_where"
    assert refused(match, "j") == "master_joker_where"
    assert refused(match, "J=R11") == "master_filled"
    assert refused(match, "J=B10") == "master_filled"
    assert refused(match, "J=R1") == "master_no_way"
    assert refused(match, "J=R12<B") == "master_fits_anyway"
    assert refused(match, "j=r10") == "spelling"  # legal, but not as it is written
    assert refused(match, "j=r1") == "master_no_way"


def test_jokers_are_interchangeable() -> None:
    match = master("J J J J", "R12")
    assert len(set(match.moves(0))) == len(match.moves(0))
    match.play(0, "J=R10")
    loaded = elfer.load(match.position())
    assert loaded.moves(0) == match.moves(0)
    assert loaded.position() == match.position()


# Swaps


@rule("MAS-8")
def test_a_swap_puts_the_card_down_and_takes_the_joker_without_counting() -> None:
    match = master("R10 Y10 B1", "G1", jokers="R10")
    match.play(0, "Y10")
    assert match.play(0, "R10xJ") == (JokerSwapped(0, "R10"),)
    position = match.position()
    assert (position["jokers"], position["laid"], position["swapped"]) == ("", 1, False)
    assert "R10" in parse_cards(position["table"])
    assert sorted(hand(match, 0)) == ["B1", "J"]
    assert "end" in match.moves(0)  # a swap after a lay does not bind


@rule("MAS-8")
def test_a_swap_before_the_first_lay_binds_to_a_lay() -> None:
    match = master("R10 Y10 B1", "G1", jokers="R10")
    match.play(0, "R10xJ")
    assert match.position()["swapped"] is True
    assert not {"draw", "end", "pass"} & set(match.moves(0))
    for word in ("draw", "end", "pass"):
        assert refused(match, word) == "master_swap_binds"
    match.play(0, "Y10")
    assert match.position()["swapped"] is False
    assert "end" in match.moves(0)


@rule("MAS-8")
def test_swaps_and_lays_and_bridges_mix_in_any_order_within_a_turn() -> None:
    match = master("R10 Y12 G9 B10 R1 R2", "G1", jokers="R10 B10", table="R9")
    for move in ("R10xJ", "Y12", "G9<R", "B10xJ", "J=Y13"):
        match.play(0, move)
    assert match.actors == (0,)
    assert match.position()["laid"] == 3
    assert match.position()["connections"] == [3, 4]
    match.play(0, "J=B12")
    assert match.actors == (1,)


@rule("MAS-8")
def test_no_swap_after_the_fourth_card() -> None:
    match = master("R10 Y12 Y13 Y14 Y15 R1", "G1", jokers="R10")
    for move in ("Y12", "Y13", "Y14", "Y15"):
        assert "R10xJ" in match.moves(0)
        match.play(0, move)
    assert match.moves(0) == ()


@rule("MAS-8", "MAS-12")
def test_the_only_hand_card_may_be_swapped_and_the_joker_laid_to_go_out() -> None:
    match = master("R10", "G1", jokers="R10")
    match.play(0, "R10xJ")
    assert not match.over
    match.play(0, "J=R9")
    assert match.over
    assert match.result is not None
    assert match.result.points == (0, -1)


@rule("MAS-8")
def test_the_swap_before_a_lay_needs_an_empty_field() -> None:
    match = master("R10", "G1", jokers="R10 G1", rest="table", stock="J J")
    assert match.moves(0) == ("draw",)
    assert refused(match, "R10xJ") == "master_swap_full"
    match = master("R10 G21 G2", "B1", jokers="R10 B1", rest="table", stock="J J")
    assert "R10xJ" in match.moves(0)
    match.play(0, "G21")
    match.play(0, "G2")  # the table is full now, but a card has been laid
    assert match.moves(0) == ("R10xJ", "end")


@rule("MAS-8")
def test_swaps_that_are_not_possible_say_why() -> None:
    match = master("R10 Y10", "R9", jokers="R10 R9")
    assert refused(match, "Y10xJ") == "master_no_joker_there"
    assert refused(match, "R9xJ") == "not_in_hand"
    assert refused(match, "R10") == "master_swap_instead"


@rule("MAS-8")
def test_a_draw_ends_the_turn_so_that_no_swap_can_follow() -> None:
    match = master("R10 B1", "G1", jokers="R10")
    match.play(0, "draw")
    assert match.moves(0) == ()


# Connection cards


@rule("MAS-9")
def test_the_first_example_of_the_booklet() -> None:
    """Two bridges in one turn, from yellow 9 to blue 9 to red 9; then the neighbour goes on from there."""
    match = master("B9 R9 G1", "R8 R7 R5", table="Y9-10", connections=[4, 0])
    assert refused(match, "B9") == "master_bridge"
    assert match.play(0, "B9<Y") == (Bridged(0, "B9", "Y9"),)
    assert match.play(0, "R9<B") == (Bridged(0, "R9", "B9"),)
    assert match.position()["connections"] == [2, 0]
    assert match.position()["laid"] == 2
    match.play(0, "end")
    assert match.play(1, "R8") == (Laid(1, "R8"),)
    match.play(1, "R7")
    assert match.moves(1) == ("end",)
    assert refused(match, "R5") == "master_no_way"
    assert refused(match, "J=R6") == "master_no_joker"


@rule("MAS-9", "MAS-7", "MAS-15")
def test_the_second_example_of_the_booklet() -> None:
    """A joker through a bridge as blue 7, then 8, 6 and 5: four cards, and the turn is over."""
    match = master("J B8 B6 B5 G1", "R1", table="Y7-10")
    assert match.play(0, "J=B7<Y") == (JokerLaid(0, "B7", "Y7"),)
    for move in ("B8", "B6", "B5"):
        match.play(0, move)
    assert match.actors == (1,)
    position = match.position()
    assert position["jokers"] == "B7"
    assert position["connections"] == [3, 4]


@rule("MAS-9")
def test_outer_rows_have_one_neighbour_and_inner_ones_two() -> None:
    match = master("J R1", "Y1", table="Y5 R5", connections=[1, 0])
    bridged = {move for move in match.moves(0) if move[:4] in ("J=B5", "J=G5")}
    assert bridged == {"J=B5<Y", "J=B5<R", "J=G5<R"}
    match = master("J R1", "Y1", table="B5", connections=[1, 0])
    assert {m for m in match.moves(0) if "5<" in m} == {"J=Y5<B", "J=R5<B"}
    assert refused(match, "J=G5<B") == "master_no_neighbour"
    assert refused(match, "J=G5<Y") == "master_no_neighbour"


@rule("MAS-9")
def test_a_bridge_starts_from_a_joker_too_and_only_from_a_filled_field() -> None:
    match = master("R8 R7 G1", "Y1", jokers="B8", connections=[1, 0])
    assert "R8<B" in match.moves(0)
    assert refused(match, "R7<B") == "master_source_empty"
    match.play(0, "R8<B")
    assert "R7" in match.moves(0)  # the row grows from there
    assert match.position()["connections"] == [0, 0]


@rule("MAS-9")
def test_a_connection_card_is_not_offered_where_the_card_fits_anyway() -> None:
    match = master("B10 J G1", "R1", table="Y10 R10")
    assert not [move for move in match.moves(0) if "10<" in move and move.startswith(("B", "J=B"))]
    assert refused(match, "B10<Y") == "master_fits_anyway"


@rule("MAS-9")
def test_a_connection_card_counts_neither_to_the_four_nor_to_the_hand() -> None:
    match = master("B20 R20 G20 B19", "R1", table="Y20", connections=[3, 0])
    for move in ("B20<Y", "R20<B", "G20<R"):
        match.play(0, move)
    assert match.position()["laid"] == 3
    assert match.position()["connections"] == [0, 0]
    match.play(0, "B19")
    assert match.over


# Bonus cards


@rule("MAS-10")
@pytest.mark.parametrize(("table", "card"), [("R2-10", "R1"), ("B12-20", "B21"), ("G1-5 G7-10", "G6")])
def test_the_last_field_of_a_half_row_brings_a_bonus_card(table: str, card: str) -> None:
    match = master(f"{card} Y1", "Y21", table=table)
    assert match.play(0, card) == (Laid(0, card), BonusTaken(0, 1))
    assert match.position()["bonus"] == [1, 0]


@rule("MAS-10")
def test_other_fields_bring_none() -> None:
    match = master("R1 R12 Y1", "Y21", table="R3-10")
    assert match.play(0, "R12") == (Laid(0, "R12"),)
    assert match.position()["bonus"] == [0, 0]


@rule("MAS-10")
def test_a_joker_completes_a_half_row_and_the_later_swap_earns_nothing() -> None:
    match = master("J Y1", "R1 Y12 Y21", table="R2-10")
    assert match.play(0, "J=R1") == (JokerLaid(0, "R1"), BonusTaken(0, 1))
    match.play(0, "end")
    match.play(1, "Y12")
    assert match.play(1, "R1xJ") == (JokerSwapped(1, "R1"),)
    assert match.position()["bonus"] == [1, 0]


@rule("MAS-10", "MAS-13")
def test_a_bonus_with_the_very_last_card_counts() -> None:
    match = master("R1", "Y20", table="R2-10")
    laid, bonus, over = match.play(0, "R1")
    assert (laid, bonus) == (Laid(0, "R1"), BonusTaken(0, 1))
    assert over == RoundOver((11, -20), (0,), "master_out")


@rule("MAS-10")
def test_the_eighth_half_row_earns_nothing() -> None:
    match = master("R1 Y1", "Y20", table="R2-10", bonus=[3, 4])
    assert match.play(0, "R1") == (Laid(0, "R1"),)
    assert match.position()["bonus"] == [3, 4]
    match = master("R1 Y1", "Y20", table="R2-10", bonus=[3, 3])
    match.play(0, "R1")
    assert match.position()["bonus"] == [4, 3]
