from __future__ import annotations

import pytest

import elfer
from elfer import IllegalMove
from tests.positions import table
from tests.rules import rule


@rule("ANY-1")
def test_first_lays_any_card_and_the_turn_passes() -> None:
    match = table("any-start", "R3 Y11 B20", "G3")
    assert match.moves(0) == ("R3", "Y11", "B20")
    match.play(0, "R3")
    assert match.actors == (1,)


@rule("ANY-1", "GEN-4")
def test_who_starts_is_drawn_by_lot() -> None:
    starters = {elfer.start("any-start", seats=3, seed=seed).actors[0] for seed in range(40)}
    assert starters == {0, 1, 2}


@rule("ANY-2")
def test_the_number_of_the_first_card_opens_rows() -> None:
    match = table("any-start", "R3 Y9", "G3 Y3 B11 R4 R11", "Y1")
    match.play(0, "R3")
    assert match.position()["opener"] == 3
    assert match.moves(1) == ("R4", "Y3", "G3")


@rule("ANY-2")
def test_the_11_is_otherwise_ordinary() -> None:
    match = table("any-start", "B11 R4", "G1", table="R3", opener=3)
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "B11")
    assert refused.value.params == {"move": "B11", "cards": ["B3"]}
