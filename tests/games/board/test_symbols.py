"""The board game with symbol tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from elfer.games.board.rules import Board
from elfer.match import AnyMatch
from tests.games.board.positions import TWO_BONUSES, board, happened, refused
from tests.positions import seen
from tests.rules import rule


def with_symbols(*hands: str, layout: str | None = None, **keys: Any) -> AnyMatch:
    return board(*hands, options={"symbols": True, "layout": layout}, **keys)


@rule("BOA-20")
def test_two_symbol_tiles_of_each_colour_join_the_bag() -> None:
    deck = Counter(Board(symbols=True).deck(2))
    assert {name: deck[name] for name in ("RS", "YS", "GS", "BS")} == {"RS": 2, "YS": 2, "GS": 2, "BS": 2}
    assert deck.total() == 88
    assert seen(board("R5", "B1", table="R11"), 0).symbols is None


@rule("BOA-21")
def test_a_symbol_tile_fits_beside_an_end_number_that_lies_and_counts_to_the_three() -> None:
    match = with_symbols("RS YS G5", "B5", table="R1 R20 Y19")
    assert match.moves(0) == ("RS=R1", "RS=R20")
    assert refused(match, "end") == "board_must_lay"
    assert refused(match, "RS") == refused(match, "RS=Y1") == "board_which"
    assert refused(match, "YS=Y20") == "board_needs_end"
    assert refused(match, "YS=Y5") == "board_where"
    event = happened(match, 0, "RS=R20")
    assert (event.tile, event.end) == ("RS", "R20")
    assert match.position()["symbols"] == "R20"
    assert match.position()["laid"] == 1
    assert match.position()["run"] == ""
    assert seen(match, 1).symbols == ("R20",)


@rule("BOA-21")
def test_a_filled_symbol_field_takes_no_more() -> None:
    match = with_symbols("RS Y12", "B5", table="R1 Y11", symbols="R1")
    assert match.moves(0) == ("Y12",)
    assert refused(match, "RS=R1") == "board_symbol_filled"


@rule("BOA-21", "BOA-10")
def test_a_drawn_symbol_tile_that_fits_must_be_laid() -> None:
    match = with_symbols("G5", "B5", table="R1", bag="RS")
    event = happened(match, 0, "draw")
    assert (event.laid, event.place) == ("RS", "R1")
    assert match.position()["laid"] == 1
    assert match.moves(0) == ("G5", "skip")
    match = with_symbols("G5", "B5", table="R1 R20", bag="RS")
    match.play(0, "draw")
    assert match.moves(0) == ("RS=R1", "RS=R20")
    match.play(0, "RS=R20")
    assert (match.position()["laid"], match.position()["free"]) == (1, True)


@rule("BOA-22")
def test_after_a_symbol_tile_one_tile_may_be_laid_that_does_not_fit() -> None:
    match = with_symbols("RS BS G5 N7 N7 Y9", "B5", table="R1 B1 Y7")
    match.play(0, "RS=R1")
    assert match.moves(0) == ("Y9", "G5", "N7=R7", "N7=G7", "N7=B7", "skip")
    assert refused(match, "BS=B1") == refused(match, "end") == "board_free"
    assert refused(match, "N7=Y7") == "board_which"
    match.play(0, "G5")
    assert (match.position()["laid"], match.position()["free"]) == (1, False)
    assert match.position()["run"] == "G5"
    assert refused(match, "skip") == "board_no_free"


@rule("BOA-22")
def test_the_free_tile_comes_after_the_third_tile_too_and_may_be_skipped() -> None:
    match = with_symbols("RS G5 Y9", "B5", table="R1", laid=2)
    match.play(0, "RS=R1")
    assert match.position()["laid"] == 3
    assert "G5" in match.moves(0)
    happened(match, 0, "skip")
    assert match.moves(0) == ("end",)


@rule("BOA-22", "BOA-9")
def test_the_free_tile_earns_a_bonus_and_counts_for_passing_on() -> None:
    match = with_symbols("RS N13 G5", "B5", table="R1", bag="Y14")
    match.play(0, "RS=R1")
    assert happened(match, 0, "N13=Y13").bonus == ("Y14",)
    assert match.position()["laid"] == 1
    assert "give G5" in match.moves(0)


@rule("BOA-22")
def test_whether_a_free_tile_is_there_to_lay_is_not_shown() -> None:
    match = with_symbols("RS BS", "B5", table="R1")
    match.play(0, "RS=R1")
    assert match.moves(0) == ("skip",)


@rule("BOA-23")
def test_symbol_tiles_make_no_pair_but_may_be_passed_on() -> None:
    match = with_symbols("RS R1 G5", "B5", table="R2")
    match.play(0, "R1")
    match.play(0, "RS=R1")
    match.play(0, "skip")
    assert not any(move.startswith("give") for move in match.moves(0))
    match = with_symbols("RS RS G5", "B5", table="R11 R12", laid=2, run="R11 R12")
    assert match.moves(0) == ("give G5", "give RS", "end")
    match.play(0, "give RS")
    assert match.position()["hands"] == ["G5 RS", "B5 RS"]


@rule("BOA-24", "BOA-11")
def test_a_symbol_tile_left_counts_11_and_as_the_last_tile_triggers_nothing() -> None:
    match = with_symbols("RS", "B5 YS", table="R1")
    match.play(0, "RS=R1")
    assert match.result is not None
    assert match.result.points == (0, -16)
    assert match.position()["free"] is False


@rule("BOA-25")
def test_a_symbol_bonus_tile_goes_on_a_free_symbol_field_that_need_not_fit() -> None:
    match = with_symbols("N13 G5", "B5", table="Y12", bag="GS")
    match.play(0, "N13=Y13")
    assert match.moves(0) == ("GS=G1", "GS=G20")
    match.play(0, "GS=G20")
    assert match.position()["laid"] == 1
    assert match.moves(0) == ("G5", "skip")


@rule("BOA-25")
def test_with_one_symbol_field_left_the_bonus_tile_goes_there_at_once() -> None:
    match = with_symbols("N13 G5", "B5", table="Y12", symbols="G1", bag="GS")
    event = happened(match, 0, "N13=Y13")
    assert (event.bonus, event.places) == (("GS",), ("G20",))
    assert match.position()["free"] is True


@rule("BOA-25")
def test_a_symbol_tile_beside_an_empty_end_does_not_make_it_fit() -> None:
    assert with_symbols("G20 Y11", "B5", table="Y12", symbols="G20").moves(0) == ("Y11",)


@rule("BOA-13", "BOA-25")
def test_the_free_tile_comes_before_a_second_bonus() -> None:
    match = with_symbols("N13 G5", "B1", table="R12", bag="GS G9", symbols="G1", layout=TWO_BONUSES)
    match.play(0, "N13=R13")
    assert (match.position()["free"], match.position()["owed"]) == (True, 1)
    event = happened(match, 0, "skip")
    assert event.bonus == event.places == ("G9",)
    assert (match.position()["free"], match.position()["owed"]) == (False, 0)
