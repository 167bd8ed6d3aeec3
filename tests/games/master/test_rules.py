from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.core.cards import parse_cards
from elfer.core.events import Drew, Laid, Passed
from elfer.core.game import RoundOver
from elfer.core.texts import LANGUAGES, Words
from elfer.games.master.rules import Master
from elfer.games.master.state import BonusTaken, Score
from tests.games.master.positions import DECK, ELEVENS, hand, master, refused
from tests.positions import seen
from tests.rules import rule

# Setup


@rule("MAS-1")
def test_the_deck_has_84_numbers_and_4_jokers() -> None:
    assert len(DECK) == 88
    assert DECK.count("J") == 4
    assert set(DECK) == {f"{letter}{number}" for letter in "RYGB" for number in range(1, 22)} | {"J"}


@rule("MAS-1")
def test_a_position_cannot_have_more_connection_or_bonus_cards_than_there_are() -> None:
    assert master("R1", "R2", connections=[15, 0], bonus=[3, 4]).position()["bonus"] == [3, 4]
    wrong: list[dict[str, Any]] = [{"connections": [15, 1]}, {"bonus": [4, 4]}]
    for keys in wrong:
        with pytest.raises(BadInput) as why:
            master("R1", "R2", **keys)
        assert why.value.params["key"] in keys


@rule("MAS-2", "MAS-4")
@pytest.mark.parametrize(
    ("seats", "size", "connections"), [(2, 20, 4), (3, 20, 4), (4, 15, 3), (5, 12, 3), (6, 12, 2)]
)
def test_what_each_seat_gets(seats: int, size: int, connections: int) -> None:
    match = elfer.start("master", seats=seats, seed=1)
    position = match.position()
    assert [len(parse_cards(cards)) for cards in position["hands"]] == [size] * seats
    assert len(parse_cards(position["stock"])) == 84 - seats * size
    assert position["connections"] == [connections] * seats
    assert position["bonus"] == [0] * seats


@rule("MAS-3")
def test_the_four_elevens_lie_on_the_table_and_are_not_dealt() -> None:
    match = elfer.start("master", seats=2, seed=1)
    assert sorted(parse_cards(match.position()["table"])) == sorted(ELEVENS.split())
    assert match.position()["jokers"] == ""
    assert match.view(None).row_order == ("yellow", "blue", "red", "green")


@rule("MAS-3", "MAS-9")
def test_the_order_of_the_rows_decides_which_are_neighbours() -> None:
    keys: dict[str, Any] = {"table": "Y9-10"}
    assert "R9<Y" not in master("R9 B9", "R1", **keys).moves(0)
    swapped = {"row_order": ["blue", "yellow", "red", "green"]}
    moves = master("R9 B9 G9", "R1", options=swapped, **keys).moves(0)
    assert {"R9<Y", "B9<Y"} <= set(moves)
    assert "G9<Y" not in moves


@pytest.mark.parametrize(
    "order", [["red"], ["red", "red", "green", "blue"], "red", ["red", "yellow", "green", 1]]
)
@rule("MAS-3")
def test_another_order_of_rows_is_refused(order: object) -> None:
    with pytest.raises(BadInput) as why:
        elfer.start("master", row_order=order)
    assert why.value.code == "option_order"


@rule("MAS-3")
def test_a_position_without_the_11s_is_refused() -> None:
    position = master("R10", "Y1").position()
    with pytest.raises(BadInput, match="'table' lacks Y11, B11: ") as why:
        elfer.load(position | {"hands": ["R10 Y11 B11", "Y1"], "table": "R11 G11"})
    assert all(why.value.tell(Words(lang)) for lang in LANGUAGES)


@rule("MAS-4")
def test_first_starts_and_moves_on_from_round_to_round() -> None:
    assert elfer.start("master", seats=3, seed=1).actors == (0,)
    assert elfer.start("master", seats=3, seed=1, first=2).actors == (2,)
    starters = {elfer.start("master", seats=3, seed=seed, first="random").actors for seed in range(30)}
    assert starters == {(0,), (1,), (2,)}
    match = elfer.start("master", seats=3, seed=1, first=2)
    following = match.game.next_round(match.state, match.seats)
    assert isinstance(following, Master)
    assert following.first == 0
    with pytest.raises(BadInput):
        elfer.start("master", seats=3, first=3)


# The turn


@rule("MAS-5")
def test_drawing_takes_the_top_card_and_ends_the_turn() -> None:
    match = master("R10", "R12", stock="G7 G8")
    assert match.moves(0) == ("R10", "draw")  # never forced while the stock lasts
    assert match.play(0, "draw") == (Drew(0, ("G7",)),)
    assert sorted(hand(match, 0)) == ["G7", "R10"]
    assert match.actors == (1,)
    assert parse_cards(match.position()["stock"])[0] == "G8"


@rule("MAS-5")
def test_one_to_four_cards_in_any_rows_and_no_draw_after_a_lay() -> None:
    match = master("R10 Y12 G10 B1", "R12")
    match.play(0, "R10")
    assert match.position()["laid"] == 1
    assert match.moves(0) == ("Y12", "G10", "end")
    assert refused(match, "draw") == "end_instead"
    match.play(0, "Y12")
    match.play(0, "G10")
    assert match.moves(0) == ("end",)
    match.play(0, "end")
    assert match.actors == (1,)
    assert match.position()["laid"] == 0


@rule("MAS-5")
def test_with_a_stock_there_is_no_pass_and_no_end_without_a_lay() -> None:
    match = master("R1", "R12")
    assert match.moves(0) == ("draw",)
    assert refused(match, "pass") == "master_draw_instead"
    assert refused(match, "end") == "master_nothing_laid"


@rule("MAS-6")
def test_a_card_fits_beside_a_filled_field_of_its_row() -> None:
    match = master("R8 R9 R13 R14 Y10 Y13", "R1", table="R10 R12")
    assert match.moves(0) == ("R9", "R13", "Y10", "draw")
    match.play(0, "R13")
    assert match.moves(0) == ("R9", "R14", "Y10", "end")


@rule("MAS-6")
def test_a_joker_on_the_table_is_a_neighbour_too() -> None:
    match = master("R9 B9", "R1", jokers="R10", connections=[0, 0])
    assert match.moves(0) == ("R9", "draw")


@rule("MAS-6")
def test_the_ends_of_a_row_are_1_and_21() -> None:
    match = master("R1 Y21 J", "G2", table="R2-10 Y12-20", connections=[0, 0])
    assert {"R1", "Y21", "J=R1", "J=Y21"} <= set(match.moves(0))
    match.play(0, "R1")
    match.play(0, "Y21")
    assert [move for move in match.moves(0) if move[:3] in ("J=R", "J=Y")] == ["J=R12", "J=Y10"]


@rule("MAS-6")
def test_what_does_not_fit_is_refused_with_a_reason() -> None:
    match = master("R8 B1", "G8", table="Y9-10 Y8 G10", connections=[0, 4])
    assert refused(match, "R8") == "master_no_way"
    assert refused(match, "Y9") == "on_table"
    assert refused(match, "G9") == "not_in_hand"
    assert refused(match, "R8<B") == "master_no_connection"
    for text in ("", "R99", "keep", "R22", "J=J", "R8<R", "R8<", "xJ", "R8 B1", "Ä", "r8<z"):
        assert refused(match, text) == "master_unknown_move"


@rule("MAS-15")
def test_the_fourth_card_ends_the_turn_at_once() -> None:
    match = master("R10 R9 R8 R7 R6 J", "G1")
    for move in ("R10", "J=Y10", "R9", "R8"):
        assert match.actors == (0,)
        match.play(0, move)
    assert match.actors == (1,)
    assert match.position()["laid"] == 0
    assert sorted(hand(match, 0)) == ["R6", "R7"]


@rule("MAS-15")
def test_with_fewer_than_four_the_end_is_always_said() -> None:
    match = master("R10 B1", "G1")
    match.play(0, "R10")
    assert match.moves(0) == ("end",)


# Empty stock and end


@rule("MAS-11")
def test_with_an_empty_stock_a_number_that_fits_must_be_laid() -> None:
    match = master("R9 B9 J", "", table="R10 Y8-10", rest=1)
    assert "R9" in match.moves(0)
    assert {"J=R12", "B9<Y"} <= set(match.moves(0))  # these would satisfy the obligation too
    assert not {"pass", "draw", "end"} & set(match.moves(0))
    assert refused(match, "pass") == refused(match, "draw") == "master_must_lay"
    match.play(0, "J=R12")
    assert "end" in match.moves(0)


@rule("MAS-11")
def test_jokers_and_connection_cards_are_never_forced() -> None:
    match = master("B9 J", "", table="Y8-10", rest=1)
    assert {"B9<Y", "J=Y7", "pass"} <= set(match.moves(0))
    assert refused(match, "draw") == "master_stock_empty"
    assert match.play(0, "pass") == (Passed(0),)
    assert match.actors == (1,)


@rule("MAS-11")
def test_with_an_empty_stock_and_nothing_at_all_one_passes() -> None:
    match = master("B9", "", rest=1)
    assert match.moves(0) == ("pass",)


@rule("MAS-12")
def test_the_last_hand_card_ends_the_round_even_as_the_first_of_four() -> None:
    match = master("R10", "Y1", connections=[4, 4])
    laid, over = match.play(0, "R10")
    assert laid == Laid(0, "R10")
    assert over == RoundOver((0, -1), (0,), "master_out")
    assert match.over
    assert match.actors == ()


@rule("MAS-13")
def test_the_score_is_bonus_minus_hand() -> None:
    match = master("R10", "Y1 J J B21", "G3", bonus=[0, 5, 1])
    match.play(0, "R10")
    assert match.result is not None
    assert match.result.points == (0, 55 - 1 - 21 - 22, 11 - 3)
    assert match.result.winners == (1,)  # not the seat that went out
    assert match.result.ranks == (3, 1, 2)


@rule("MAS-13")
def test_the_score_says_how_it_comes_about() -> None:
    match = master("R10", "Y1 J J B21", "G3", bonus=[0, 5, 1])
    assert seen(match, 1).scores == ()  # hidden until the round is over
    match.play(0, "R10")
    for seat in (0, 1, 2, None):
        assert seen(match, seat).scores == (Score(0, 0, 0), Score(55, 22, 22), Score(11, 3, 0))
    assert [score.points for score in seen(match, 1).scores] == [0, 11, 8]


@rule("MAS-13")
def test_equal_points_share_the_victory_and_connection_cards_score_nothing() -> None:
    match = master("R10", "J", bonus=[0, 1], connections=[0, 4])
    match.play(0, "R10")
    assert match.result is not None
    assert match.result.points == (0, 0)
    assert match.result.winners == (0, 1)


@rule("MAS-14")
def test_a_full_table_with_an_empty_stock_ends_the_round() -> None:
    match = master("G21 J", "R10 Y10 J", jokers="R10 Y10", rest="table", bonus=[0, 0])
    laid, bonus, over = match.play(0, "G21")
    assert (laid, bonus) == (Laid(0, "G21"), BonusTaken(0, 1))
    assert over == RoundOver((0, -31), (0,), "full")
    assert match.over


@rule("MAS-14")
def test_on_a_full_table_the_stock_is_drawn_first() -> None:
    match = master("J R10", "Y10 J", jokers="R10 Y10", rest="table", stock="")
    assert match.over  # already full
    match = master("R10", "Y10", jokers="R10 Y10", rest="table", stock="J J")
    assert match.moves(0) == ("draw",)
    match.play(0, "draw")
    *_, over = match.play(1, "draw")
    assert over == RoundOver((-21, -21), (0, 1), "full")
