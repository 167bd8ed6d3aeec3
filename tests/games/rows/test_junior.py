from __future__ import annotations

import pytest

import elfer
from elfer import BadInput, IllegalMove
from tests.positions import seen, table
from tests.rules import rule


@rule("JUN-1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal(seats: int) -> None:
    match = elfer.start("junior", seats=seats, seed=1)
    assert match.position()["table"] == "R1 R11 Y1 Y11 G1 G11 B1 B11"
    assert seen(match, None).sizes == (5,) * seats
    assert seen(match, None).stock == 36 - 5 * seats


@rule("JUN-1")
def test_a_position_without_the_ends_of_the_rows_is_refused() -> None:
    with pytest.raises(BadInput, match="'table' lacks Y1, G11: "):
        table("junior", "Y1", "G11", table="R1 R11 Y11 G1 B1 B11")


@rule("JUN-1", "GEN-9")
def test_no_colour_is_left_out_here() -> None:
    with pytest.raises(BadInput, match="'junior' has no option 'without'"):
        elfer.start("junior", seats=2, without="red")


@rule("JUN-2")
def test_first_lays_one_or_more_and_then_ends() -> None:
    match = table("junior", "R2 R3 B5 G10", "Y5")
    assert match.moves(0) == ("R2", "G10")
    match.play(0, "R2")
    assert match.moves(0) == ("R3", "G10", "end")
    match.play(0, "end")
    assert match.actors == (1,)
    assert elfer.start("junior", seats=3, seed=1, first=2).actors == (2,)


@rule("JUN-3")
@pytest.mark.parametrize(("stock", "hand"), [("R2 R3", "R5 R6"), ("R7 R2", "R5-7")])
def test_exactly_one_card_is_drawn(stock: str, hand: str) -> None:
    match = table("junior", "R5 R6", "Y5", stock=stock)
    match.play(0, "draw")
    assert match.actors == (1,)
    assert match.position()["hands"][0] == hand


@rule("JUN-3")
def test_in_star_wars_it_may_be_kept() -> None:
    match = table("junior", "R5 R6", "Y5", stock="R2 R3", options={"edition": "star-wars"})
    match.play(0, "draw")
    assert match.moves(0) == ("R2", "keep")
    match.play(0, "keep")
    assert match.position()["hands"][0] == "R2 R5 R6"


@rule("JUN-3")
def test_with_the_stock_empty_the_turn_passes() -> None:
    hands = ["R4 R8", "R3 R9 Y2-10 G2-10 B2-10"]
    match = elfer.load({"game": "junior", "hands": hands, "table": "R1 R2 R5-7 R10 R11 Y1 Y11 G1 G11 B1 B11"})
    assert match.moves(0) == ("R4", "R8")
    match = elfer.load(match.position() | {"hands": ["Y5", "R3 R4 R8 R9 Y2-4 Y6-10 G2-10 B2-10"]})
    assert match.moves(0) == ("pass",)
    with pytest.raises(IllegalMove, match="stock is empty"):
        match.play(0, "draw")


@rule("JUN-4")
def test_the_first_empty_hand_wins() -> None:
    match = table("junior", "R2", "Y9 Y5 Y2", "G4 G5 G3", "B8")
    match.play(0, "R2")
    assert match.result is not None
    assert match.result.points == (0, -16, -12, -8)
    assert match.result.winners == (0,)
