"""The board game: what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from tests.games.board.positions import board, refused


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("table", "R21", "position_value"),
        ("table", "R11 R11", "card_twice"),
        ("table", "N13", "position_value"),
        ("table", "R11 R5", "card_twice"),
        ("table", "R11 R13", "card_twice"),
        ("symbols", "R5", "position_value"),
        ("symbols", "R1", "card_not_in_game"),
        ("run", "R12", "position_value"),
        ("drawn", "R5", "card_twice"),
        ("hands", ["RS", "B1"], "card_not_in_game"),
        ("hands", ["R13", "B1"], "card_not_in_game"),
        ("bag", "R12", "cards_missing"),
        ("given", ["R99", ""], "unknown_card"),
        ("given", ["R12"], "position_length"),
        ("astray", ["", "X"], "unknown_card"),
        ("owed", -1, "position_value"),
        ("free", 1, "position_value"),
        ("laid", "2", "position_value"),
        ("turn", 2, "seat_range"),
        ("stock", "", "position_key"),
    ],
)
def test_a_bad_position_is_refused(key: str, value: object, code: str) -> None:
    position = board("R5", "B1", table="R11").position()
    with pytest.raises(elfer.BadInput) as why:
        elfer.load({**position, key: value})
    assert why.value.code == code


def test_a_position_that_places_a_tile_where_none_can_go_is_refused() -> None:
    with pytest.raises(elfer.BadInput) as why:
        board("R5", "B1", table="R11", drawn="N13")
    assert why.value.params["key"] == "drawn"


def test_a_position_needs_no_more_than_it_says_and_writes_every_key() -> None:
    position = board("R5", "B1", table="R11").position()
    assert list(position) == [
        *("game", "options", "turn", "hands", "table", "symbols", "bag", "laid", "run", "drawn", "free"),
        *("owed", "given", "astray", "excluded"),
    ]
    short = {key: position[key] for key in ("game", "hands", "table", "bag")}
    assert elfer.load(short).position() == position


@pytest.mark.parametrize("options", [{"symbols": 1}, {"first": 2}, {"edition": "classic"}])
def test_a_bad_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(elfer.BadInput):
        elfer.start("board", seats=2, **options)


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(elfer.BadInput):
        elfer.start("board", seats=seats)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("X", "unknown_move"),
        ("", "unknown_move"),
        ("=", "unknown_move"),
        ("R21", "unknown_move"),
        ("RS=R1", "unknown_move"),
        ("N13=X", "unknown_move"),
        ("skip", "board_no_free"),
        ("give", "board_no_pair"),
        ("N13=", "board_not_yours"),
        ("B1", "board_not_yours"),
        ("b1", "board_not_yours"),
        ("R11", "board_filled"),
        ("R7", "board_grey"),
        ("R12=R13", "board_where"),
        ("R14=R12", "board_where"),
    ],
)
def test_an_unknown_move_is_refused_with_a_reason(move: str, code: str) -> None:
    assert refused(board("R12 R14", "B1", table="R11"), move) == code
