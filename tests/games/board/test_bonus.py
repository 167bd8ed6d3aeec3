"""The board game: bonus bridges, and passing tiles on."""

from __future__ import annotations

from typing import Any

import elfer
from tests.games.board.positions import TWO_BONUSES, board, happened, imagined, refused
from tests.positions import seen
from tests.rules import rule


@rule("BOA-8")
def test_the_first_on_a_bonus_bridge_draws_a_tile_and_lays_it_though_it_does_not_fit() -> None:
    """The booklet's example: grey 13 on yellow 13 brings the red 16; the red 13 brings nothing any more."""
    match = board("N13 G5 Y11", "N13 B5", table="Y12", bag="R16 R9")
    event = happened(match, 0, "N13=Y13")
    assert (event.field, event.bonus, event.places) == ("Y13", ("R16",), ("R16",))
    assert event.seen_by(1) == event.seen_by(None) == event
    assert match.position()["table"] == "R16 Y12 Y13"
    assert match.position()["laid"] == 1
    assert match.position()["bag"].startswith("R9")
    match.play(0, "end")
    assert happened(match, 1, "N13=R13").bonus is None
    assert match.position()["bag"].startswith("R9")


@rule("BOA-8")
def test_a_bonus_tile_leaves_all_three_tiles_to_lay() -> None:
    match = board("N13 Y14 Y15 G5", "B5", table="Y12", bag="R16")
    for move in ("N13=Y13", "Y14", "Y15"):
        match.play(0, move)
    assert match.position()["laid"] == 3
    assert match.position()["run"] == "R16 Y13-15"


@rule("BOA-8", "BOA-13")
def test_a_bonus_tile_that_opens_another_bonus_bridge_earns_that_too() -> None:
    match = board("N13 G5", "B5", table="Y12", bag="N7 N3 R16")
    match.play(0, "N13=Y13")
    event = happened(match, 0, "N7=B7")
    assert (event.bonus, event.places) == (("N3",), (None,))
    event = happened(match, 0, "N3=R3")
    assert (event.bonus, event.places) == (("R16",), ("R16",))
    assert match.position()["laid"] == 1
    assert match.position()["run"] == "R3 R16 Y13 B7"


@rule("BOA-8", "BOA-13")
def test_a_chain_without_choices_is_resolved_in_one_move() -> None:
    match = board("N13 G5", "B1", table="Y12", bag="R5 B8 R16 R9", options={"layout": TWO_BONUSES})
    event = happened(match, 0, "N13=Y13")
    assert event.bonus == event.places == ("R5", "B8", "R16")
    assert match.position()["bag"].startswith("R9")


@rule("BOA-8")
def test_a_grey_bonus_tile_goes_on_any_empty_field_the_player_chooses() -> None:
    match = board("N13 G5", "B5", table="Y12 Y7", bag="N7 R16 R9")
    event = happened(match, 0, "N13=Y13")
    assert (event.bonus, event.places) == (("N7",), (None,))
    assert match.position()["drawn"] == "N7"
    assert match.moves(0) == ("N7=R7", "N7=G7", "N7=B7")
    assert seen(match, 1).drawn == "N7"
    assert refused(match, "end") == refused(match, "N7=Y7") == "board_place"
    match.play(0, "N7=G7")
    assert match.position()["table"] == "R16 Y7 Y12 Y13 G7"
    assert match.position()["laid"] == 1


@rule("BOA-8")
def test_an_empty_bag_brings_no_bonus() -> None:
    match = board("N13 G5", "", table="Y12", rest="hand")
    match.play(0, "N13=Y13")
    assert match.moves(0) == ("end",)
    assert match.position()["owed"] == 0


@rule("BOA-11")
def test_the_last_tile_earns_no_bonus() -> None:
    match = board("N13", "B5", table="Y12", bag="R16")
    match.play(0, "N13=Y13")
    assert match.over
    assert match.position()["table"] == "Y12 Y13"
    assert match.position()["bag"].startswith("R16")


@rule("BOA-13")
def test_a_field_on_two_bonus_bridges_earns_both() -> None:
    match = board("N13 G5", "B1", table="R12", bag="R16 G9 R2", options={"layout": TWO_BONUSES})
    assert happened(match, 0, "N13=R13").bonus == ("R16", "G9")


@rule("BOA-13")
def test_the_second_bonus_waits_for_the_place_of_the_first() -> None:
    match = board("N13 G5", "B1", table="R12", bag="N7 G9 R2", options={"layout": TWO_BONUSES})
    match.play(0, "N13=R13")
    assert match.position()["owed"] == 1
    assert elfer.load(match.position()).moves(0) == match.moves(0)
    match.play(0, "N7=Y7")
    assert match.position()["owed"] == 0
    assert match.position()["run"] == "R13 Y7 G9"


@rule("BOA-8", "BOA-10")
def test_what_comes_from_the_bag_does_not_change_how_many_events_there_are() -> None:
    for bag in ("R16", "N7", "N7 B8", "N17 N3"):
        assert len(board("N13 G5", "B5", table="Y12 Y7 R7 G7", bag=bag).play(0, "N13=Y13")) == 1
    for bag in ("R16", "N13", "G9 N17", "Y11"):
        assert len(board("G5", "B5", table="Y12 R12", bag=bag).play(0, "draw")) == 1


@rule("BOA-9")
def test_two_neighbouring_numbers_of_one_row_allow_to_pass_a_tile_on_which_ends_the_turn() -> None:
    match = board("R12 R10 N13 N13 G5", "B1", "B2", table="R11", bag="Y2")
    match.play(0, "R12")
    match.play(0, "R10")
    assert refused(match, "give G5") == "board_no_pair"
    match.play(0, "N13=R13")
    assert match.position()["run"] == "R10 R12 R13 Y2"
    assert match.moves(0) == ("give G5", "give N13", "end")
    assert refused(match, "give") == "board_give_what"
    assert refused(match, "give B1") == "board_not_yours"
    match.play(0, "give G5")
    assert match.actors == (1,)
    assert match.position()["hands"] == ["N13", "G5 B1", "B2"]
    assert (match.position()["run"], match.position()["laid"]) == ("", 0)


@rule("BOA-9")
def test_a_tile_may_be_passed_on_before_the_third_is_laid() -> None:
    match = board("R10 R9 G5", "B1", table="R11")
    match.play(0, "R10")
    match.play(0, "R9")
    assert match.moves(0) == ("give G5", "end")


@rule("BOA-9")
def test_the_pair_must_be_of_one_row_and_of_this_turn() -> None:
    match = board("R12 Y11 Y9 G5", "B1", table="R11 Y10")
    for move in ("R12", "Y11", "Y9"):
        match.play(0, move)
    assert match.moves(0) == ("end",)


@rule("BOA-9")
def test_bonus_tiles_count_for_the_pair_even_two_of_them() -> None:
    match = board("N13 G5", "B5", table="Y12", bag="Y14 R9")
    match.play(0, "N13=Y13")
    assert "give G5" in match.moves(0)
    match = board("N13 G5", "B5", table="Y12", bag="N7 B8 R9")
    match.play(0, "N13=Y13")
    match.play(0, "N7=B7")
    assert match.position()["run"] == "Y13 B7 B8"
    assert "give G5" in match.moves(0)


@rule("BOA-9")
def test_only_giver_and_taker_see_the_tile_passed_on() -> None:
    match = board("G5 G6", "B1", "B2", table="R11 R12", laid=2, run="R11 R12")
    event = happened(match, 0, "give G5")
    assert [event.seen_by(seat).tile for seat in (0, 1, 2, None)] == ["G5", "G5", None, None]
    assert seen(match, 0).given == ("G5",)
    assert seen(match, 2).given == seen(match, None).given == ()


@rule("BOA-9", "BOA-11")
def test_passing_on_the_last_tile_wins() -> None:
    match = board("G5", "B1", "B2 N13", table="R11 R12", laid=2, run="R11 R12")
    assert len(match.play(0, "give G5")) == 2
    assert match.result is not None
    assert match.result.points == (0, -6, -15)
    assert match.result.winners == (0,)


@rule("BOA-9")
def test_the_giver_knows_where_a_tile_passed_on_is() -> None:
    match = board("G5 G6", "B4 R14 N13", "B2 B9 B6", table="R11 R12", laid=2, run="R11 R12", bag="Y2")
    match.play(0, "give G6")
    assert all("G6" in imagined(match, 0, seed)[1] for seed in range(20))
    assert not all("G6" in imagined(match, 2, seed)[1] for seed in range(20))
    match.play(1, "N13=R13")
    match.play(1, "R14")
    assert match.position()["given"] == ["G6", "", ""]
    match.play(1, "give B4")
    assert match.position()["given"] == ["", "B4", ""]
    assert match.position()["astray"] == ["G6", "", ""]
    deals = [imagined(match, 0, seed) for seed in range(40)]
    assert {seat for hands in deals for seat in (1, 2) if "G6" in hands[seat]} == {1, 2}
    assert all("G6" in hands[1] or "G6" in hands[2] for hands in deals)


@rule("BOA-9")
def test_of_several_tiles_passed_on_one_at_most_is_thought_to_have_gone_further() -> None:
    match = board("Y5", "G6 G8 B4", "B2 B9", table="R11", astray=["G6 G8", "", ""])
    for seed in range(30):
        _, left, further = imagined(match, 0, seed)
        assert {"G6", "G8"} <= set(left + further)
        assert {"G6", "G8"} & set(left)


@rule("BOA-9")
def test_what_is_known_of_a_tile_ends_when_such_a_tile_is_laid_or_comes_back() -> None:
    match = board("G9", "B4 G6", table="G5", turn=1, given=["G6", ""])
    match.play(1, "G6")
    assert match.position()["given"] == ["", ""]
    match = board("G9", "B9 G6", table="R11 R12", turn=1, laid=2, run="R11 R12", given=["G6", ""])
    match.play(1, "give G6")
    assert match.position()["given"] == ["", "G6"]
    match = board("G9", "B9", "Y1 G6", table="G5", turn=2, astray=["G6", "", ""])
    match.play(2, "G6")
    assert match.position()["astray"] == ["", "", ""]


@rule("BOA-9", "BOA-10")
def test_who_gets_a_tile_may_hold_one_that_was_excluded_but_no_more() -> None:
    turn: dict[str, Any] = {"table": "Y11 R12 R13", "laid": 2, "run": "R12 R13"}
    match = board("R10 G5", "B4 B6", "Y2 Y4", excluded=["", "Y10 Y12", ""], **turn)
    match.play(0, "give G5")
    hands = [set(imagined(match, 2, seed)[1]) for seed in range(600)]
    assert any({"Y10", "Y12"} & hand for hand in hands)
    assert not any({"Y10", "Y12"} <= hand for hand in hands)
