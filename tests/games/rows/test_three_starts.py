from __future__ import annotations

import pytest

import elfer
from elfer import IllegalMove
from elfer.core.events import Drew
from tests.positions import table
from tests.rules import rule


@rule("THR-1")
def test_10_11_and_12_open_a_row() -> None:
    match = table("three-starts", "R10 Y11 G12 B9 B13", "B1", table="B11")
    assert match.moves(0) == ("R10", "Y11", "G12")


@rule("THR-2")
def test_only_an_empty_row_is_opened() -> None:
    match = table("three-starts", "R12 R11 Y10", "B1", table="R10")
    assert match.moves(0) == ("R11", "Y10")
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "R12")
    assert refused.value.params == {"move": "R12", "card": "R11"}
    match.play(0, "R11")
    assert "R12" in match.moves(0)


@rule("THR-3")
def test_first_starts_with_a_10_11_or_12() -> None:
    match = table("three-starts", "R9 Y10 G12", "R11")
    assert match.moves(0) == ("Y10", "G12")
    assert elfer.start("three-starts", seats=4, seed=1, first=3).actors == (3,)


@rule("THR-3")
def test_with_none_of_them_one_draws_and_then_the_next_tries() -> None:
    match = table("three-starts", "R9", "B9", stock="R1 R2 R3 R11")
    match.play(0, "draw")
    assert match.actors == (1,)
    assert match.moves(1) == ("draw",)
    (event,) = match.play(1, "draw")
    assert isinstance(event, Drew)
    assert event.laid == "R11"
    assert match.actors == (0,)


@rule("THR-4")
def test_the_first_card_of_the_round_ends_the_turn() -> None:
    match = table("three-starts", "R10 R11 R12", "B9")
    match.play(0, "R11")
    assert match.actors == (1,)
