"""Mogeln: what is refused, and why."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from tests.games.cheat.positions import at
from tests.rules import rule


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("accept", "cheat_nothing_to_accept"),
        ("Y1", "not_in_hand"),
        ("R20", "card_not_in_game"),
        ("R2+R1", "cheat_order"),
        ("R1+R1", "cheat_two_at_most"),
        ("R1+R2+R3", "cheat_two_at_most"),
        ("r1", "spelling"),
        ("pass", "cheat_unknown"),
        ("", "cheat_unknown"),
    ],
)
def test_what_cannot_be_laid_is_refused_with_the_reason(move: str, code: str) -> None:
    match = at("R1-3", "Y1 Y2", "G1 G2")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_doubter_cannot_lay_out_of_turn() -> None:
    match = at("R1-3", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R1")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "G1")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"said": 21, "last": "B1"}, "position_value"),
        ({"said": 1}, "cheat_last"),
        ({"last": "B1"}, "cheat_last"),
        ({"last": "B1-3", "said": 1, "turn": 1}, "cheat_last"),
        ({"last": "B1", "said": 2}, "cheat_lays"),
        ({"laid": ["B1", "", ""]}, "cheat_lays"),
        ({"out": "B20"}, "card_not_in_game"),
        ({"out": "R1"}, "card_twice"),
        ({"accepted": [True]}, "position_length"),
        ({"pile": "B1"}, "position_key"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(keys: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        at("R1-3", "Y1 Y2", "G1 G2", **keys)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"edition": "junior"}, "option_choice"),
        ({"colour": "purple"}, "option_choice"),
        ({"first": 3}, "option_seat"),
        ({"attention": True}, "unknown_option"),
    ],
)
@rule("GEN-9")
def test_options_it_does_not_have_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("cheat", seats=3, **options)
    assert refused.value.code == code
