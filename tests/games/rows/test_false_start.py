from __future__ import annotations

import pytest

import elfer
from elfer import BadInput, IllegalMove
from tests.positions import seen, table
from tests.rules import rule


@rule("FAL-1")
@pytest.mark.parametrize(("seats", "size"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_1s_and_20s_lie_out(seats: int, size: int) -> None:
    position = elfer.start("false-start", seats=seats, seed=1).position()
    assert position["table"] == "R1 R20 Y1 Y20 G1 G20 B1 B20"
    view = seen(elfer.load(position), None)
    assert view.sizes == (size,) * seats
    assert view.stock == 72 - seats * size


@rule("FAL-1")
def test_with_a_colour_left_out_six_lie_out() -> None:
    match = elfer.start("false-start", seats=2, seed=1, without="yellow")
    assert match.position()["table"] == "R1 R20 G1 G20 B1 B20"
    assert seen(match, None).stock == 54 - 40


@rule("FAL-1")
def test_a_position_without_them_is_refused() -> None:
    with pytest.raises(BadInput, match="'table' lacks R20, B1: ") as refused:
        table("false-start", "R2 B1", "R20", table="R1 Y1 Y20 G1 G20 B20")
    assert refused.value.code == "position_laid_out"
    table("false-start", "R2", "R3", table="R1 R20 G1 G20 B1 B20", options={"without": "yellow"})


@rule("FAL-2")
def test_rows_grow_from_both_ends() -> None:
    match = table("false-start", "R2 R3 R19 R11 G11", "B5")
    assert match.moves(0) == ("R2", "R19")
    match.play(0, "R2")
    assert match.moves(0) == ("R3", "R19", "end")


@rule("FAL-2")
def test_the_11_is_an_ordinary_card() -> None:
    match = table("false-start", "R11 R2", "B5")
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "R11")
    assert refused.value.code == "needs_neighbour"
    match = table("false-start", "R11 R5", "B5", table="R1 R20 Y1 Y20 G1 G20 B1 B20 R2-4 R10")
    assert "R11" in match.moves(0)


@rule("FAL-3")
@pytest.mark.parametrize("first", [0, 2])
def test_first_starts_with_an_ordinary_turn(first: int) -> None:
    assert elfer.start("false-start", seats=3, seed=1, first=first).actors == (first,)
    match = table("false-start", "R2 R3 B5", "B6")
    match.play(0, "R2")
    assert match.actors == (0,)
