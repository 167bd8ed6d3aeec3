"""Überall anschließen: what is refused, and why."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from tests.games.connect.positions import at, overlooked


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("middle", "connect_reveal"),
        ("own", "connect_reveal"),
        ("pile 1", "connect_reveal"),
        ("stopp", "connect_no_call"),
        ("Reveal", "spelling"),
        ("R5", "connect_unknown"),
        ("", "connect_unknown"),
    ],
)
def test_before_the_reveal_nothing_else_is_possible(move: str, code: str) -> None:
    match = at("R5 R9", "Y9", attention=True)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("reveal", "connect_place"),
        ("middle", "connect_middle"),
        ("pile 1", "connect_pile"),
        ("pile 7", "connect_pile"),
        ("pile", "connect_pile"),
    ],
)
def test_a_card_turned_up_must_be_placed_where_it_fits(move: str, code: str) -> None:
    match = at("R5 R9", "Y9", piles=["", "G11"])
    match.play(0, "reveal")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    assert refused.value.code == code


def test_a_caller_cannot_play_for_the_turn() -> None:
    match = overlooked()
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "reveal")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"turn": 1}, "connect_turn"),
        ({"turn": 3}, "seat_range"),
        ({"callers": [True, False]}, "connect_callers"),
        ({"piles": ["R7"]}, "position_length"),
        ({"card": "R7 R8"}, "position_value"),
        ({"idle": -1}, "position_value"),
        ({"belongs": "pile 7"}, "position_value"),
        ({"stock": "R7"}, "position_key"),
        ({"piles": ["R5", ""]}, "card_twice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        at("R5 R9", "", **keys)
    assert refused.value.code == code
