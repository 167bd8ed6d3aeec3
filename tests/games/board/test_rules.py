"""The board game: tiles, start, turn, draw, end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import parse_cards
from elfer.core.chance import Chance
from elfer.games.board.rules import Board
from elfer.match import AnyMatch
from tests.games.board.positions import board, happened, imagined, refused
from tests.positions import seen
from tests.rules import rule


def deals(seats: int, **options: Any) -> list[AnyMatch]:
    return [elfer.start("board", seats=seats, seed=seed, **options) for seed in range(120)]


def elevens(hands: list[tuple[str, ...]]) -> list[int]:
    return [sum(name[1:] == "11" for name in hand) for hand in hands]


def dealt(match: AnyMatch) -> list[tuple[str, ...]]:
    return [parse_cards(hand) for hand in match.position()["hands"]]


@rule("BOA-1")
def test_there_are_64_coloured_tiles_and_four_grey_ones_of_3_7_13_and_17() -> None:
    deck = Counter(Board().deck(2))
    assert {name: n for name, n in deck.items() if name[0] == "N"} == {"N3": 4, "N7": 4, "N13": 4, "N17": 4}
    coloured = {name for name in deck if name[0] != "N"}
    assert len(coloured) == 64
    assert {int(name[1:]) for name in coloured} == set(range(1, 21)) - {3, 7, 13, 17}
    assert deck.total() == 80


@rule("BOA-2")
@pytest.mark.parametrize(("seats", "size"), [(2, 20), (3, 20), (4, 15)])
def test_each_seat_draws_its_tiles_hidden(seats: int, size: int) -> None:
    match = next(m for m in deals(seats) if len(set(seen(m, 0).sizes)) == 1)
    view = seen(match, 0)
    assert view.sizes == (size,) * seats
    assert view.bag == 80 - seats * size
    assert [hand is None for hand in view.hands] == [False] + [True] * (seats - 1)
    assert seen(match, None).hands == (None,) * seats


@rule("BOA-3")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_seat_from_the_youngest_on_that_holds_an_11_starts(first: int) -> None:
    starters = Counter[int]()
    for match in deals(3, first=first):
        if set(seen(match, None).sizes) == {20}:
            held = elevens(dealt(match))
            order = [(first + i) % 3 for i in range(3)]
            assert match.actors == (next(seat for seat in order if held[seat]),)
            starters[match.actors[0]] += 1
    assert set(starters) == {0, 1, 2}
    assert starters[first] > 60


@rule("BOA-3")
def test_if_no_hand_has_an_11_all_draw_in_turn_until_one_comes() -> None:
    drawn = [match for match in deals(2, first=1) if seen(match, None).bag < 40]
    assert drawn
    for match in drawn:
        starter, view = match.actors[0], seen(match, None)
        assert elevens(dealt(match))[starter] == 1
        assert elevens(dealt(match))[1 - starter] == 0
        assert view.sizes[1] - view.sizes[0] == (1 if starter == 1 else 0)
        assert sum(view.sizes) == 80 - view.bag


@rule("BOA-3", "BOA-4")
def test_the_starter_opens_with_an_11_and_may_lay_two_more() -> None:
    match = board("R11 R12 G11 B10 B5", "Y1")
    assert match.moves(0) == ("R11", "G11")
    assert refused(match, "R12") == "board_must_open"
    match.play(0, "R11")
    assert match.moves(0) == ("R12", "G11", "end")
    match.play(0, "R12")
    match.play(0, "G11")
    assert match.moves(0) == ("give B5", "give B10", "end")


@rule("BOA-3")
def test_in_every_imagined_deal_the_starter_can_start_and_those_asked_before_could_not() -> None:
    for match in deals(3)[:60]:
        starter, drew = match.actors[0], len(set(seen(match, None).sizes)) > 1
        for copy in (match, elfer.load(match.position())):
            for seat in {0, 1, 2} - {starter}:
                held = elevens(imagined(copy, seat, 7))
                assert held[starter] >= 1
                assert not any(held[:starter])
                assert not drew or sum(held) == 1


@rule("BOA-4")
def test_a_turn_lays_at_least_one_tile_and_three_at_most() -> None:
    match = board("R12 R14 Y10 Y9 Y8", "B1", table="R11 Y11 R13")
    assert match.moves(0) == ("R12", "R14", "Y10")
    assert {refused(match, move) for move in ("end", "draw", "pass")} == {"board_must_lay"}
    match.play(0, "R14")
    match.play(0, "Y10")
    assert match.moves(0) == ("R12", "Y9", "end")
    match.play(0, "R12")
    assert match.moves(0) == ("end",)
    assert refused(match, "Y9") == "board_end"
    match.play(0, "end")
    assert match.actors == (1,)


@rule("BOA-5")
def test_a_tile_needs_a_neighbour_in_its_row_and_an_11_needs_nothing() -> None:
    match = board("R10 R14 Y10 G11", "B2", table="R11")
    assert match.moves(0) == ("R10", "G11")
    assert refused(match, "R14") == "board_needs"
    assert refused(match, "Y10") == "board_needs"


@rule("BOA-5")
def test_a_grey_tile_goes_on_any_field_of_its_number_that_fits_and_copies_are_one() -> None:
    match = board("N13 N13 N7 Y1", "B2", table="R12 G12 G13 G14 B14")
    assert match.moves(0) == ("N13=R13", "N13=B13")
    assert refused(match, "N13") == refused(match, "N13=Y13") == "board_which"
    assert refused(match, "N7=R8") == "board_where"
    assert refused(match, "N7=R7") == "board_needs"
    assert refused(match, "R13") == "board_grey"
    assert refused(match, "N3=R3") == "board_not_yours"
    match.play(0, "N13=B13")
    assert "B13" in seen(match, 1).table
    assert match.position()["hands"][0] == "Y1 N7 N13"


@rule("BOA-6")
@pytest.mark.parametrize(("number", "beside"), [(1, 2), (20, 19)])
def test_once_one_lies_the_others_of_a_connection_area_fit(number: int, beside: int) -> None:
    """The booklet's example: the yellow 1 is laid, and so the blue 1 fits."""
    match = board(f"Y{number} B{number} G9", f"R{number}", table=f"Y{beside}")
    assert refused(match, f"B{number}") == "board_needs"
    match.play(0, f"Y{number}")
    match.play(0, f"B{number}")
    match.play(0, "end")
    assert match.moves(1) == (f"R{number}",)


@rule("BOA-7")
def test_a_bridge_lets_the_other_side_fit() -> None:
    """The booklet's example: the yellow 18 lies, and so the red 18 fits."""
    assert board("R18 B18 G18 R5", "B2", table="Y18").moves(0) == ("R18",)
    assert board("Y18 B2", "B1", table="R18").moves(0) == ("Y18",)


@rule("BOA-7")
def test_a_bonus_bridge_is_a_bridge_too() -> None:
    assert board("N17 B2", "B1", table="R17").moves(0) == ("N17=B17",)


@rule("BOA-10")
def test_a_seat_that_cannot_lay_draws_up_to_three_and_lays_the_first_that_fits() -> None:
    match = board("G5 R14", "B1", table="R11", bag="G2 R12 R10")
    assert match.moves(0) == ("draw",)
    assert {refused(match, move) for move in ("pass", "end")} == {"board_must_draw"}
    event = happened(match, 0, "draw")
    assert event.cards == ("G2", "R12")
    assert event.seen_by(1).cards == event.seen_by(None).cards == (None, "R12")
    assert match.position()["hands"][0] == "R14 G2 G5"
    assert match.position()["table"] == "R11 R12"
    assert match.position()["laid"] == 1
    assert refused(match, "draw") == "board_end_instead"


@rule("BOA-9", "BOA-10")
def test_after_the_drawn_tile_two_more_may_follow_and_one_may_be_passed_on() -> None:
    match = board("R10 R9 R8 G5", "B1", table="Y12", bag="R11")
    for move in ("draw", "R10", "R9"):
        match.play(0, move)
    assert match.position()["laid"] == 3
    assert match.moves(0) == ("give R8", "give G5", "end")


@rule("BOA-10")
def test_if_none_of_the_three_fits_the_turn_ends() -> None:
    match = board("G5", "B1", table="R11", bag="G2 B2 G4 R12")
    assert happened(match, 0, "draw").seen_by(1).cards == (None, None, None)
    assert match.actors == (1,)
    assert match.position()["hands"][0] == "G2 G4 G5 B2"


@rule("BOA-10")
def test_if_the_bag_runs_out_the_turn_ends_and_with_an_empty_bag_one_passes() -> None:
    match = board("G5", "", table="R11", bag="G2", rest="hand")
    match.play(0, "draw")
    assert match.actors == (1,)
    match = board("G5", "", table="R11", rest="hand")
    assert match.moves(0) == ("pass",)
    assert refused(match, "draw") == "board_must_pass"
    match.play(0, "pass")
    assert match.actors == (1,)


@rule("BOA-10", "BOA-13")
def test_a_drawn_grey_tile_goes_on_one_of_the_fields_that_fit() -> None:
    match = board("G5", "B1", table="R12 B12 Y2", bag="N13 R9")
    assert happened(match, 0, "draw").seen_by(1).shown == "N13"
    assert match.position()["drawn"] == "N13"
    assert match.moves(0) == ("N13=R13", "N13=B13")
    match.play(0, "N13=B13")
    assert match.position()["laid"] == 1
    assert match.position()["table"] == "R12 Y2 B12 B13"


@rule("BOA-8", "BOA-10")
def test_a_drawn_tile_with_one_place_is_laid_at_once_and_may_earn_a_bonus() -> None:
    match = board("G5", "B1", table="R12 Y2", bag="N13 R9")
    event = happened(match, 0, "draw")
    assert (event.laid, event.place, event.bonus) == ("N13", "R13", ("R9",))
    assert match.position()["table"] == "R9 R12 R13 Y2"


@rule("BOA-11")
def test_the_round_ends_with_the_last_tile_and_the_others_count_what_they_hold() -> None:
    match = board("R12", "B1 N13", "Y20 G2", table="R11")
    match.play(0, "R12")
    assert match.over
    assert match.result is not None
    assert match.result.points == (0, -14, -22)
    assert match.result.ranks == (1, 2, 3)
    assert seen(match, 2).hands[1] == ("B1", "N13")


@rule("BOA-13")
def test_end_is_said_even_after_three_tiles() -> None:
    match = board("R12 G5", "B1", table="R11", laid=2)
    match.play(0, "R12")
    assert match.actors == (0,)
    match.play(0, "end")
    assert match.actors == (1,)


@rule("BOA-10")
def test_a_seat_that_drew_is_imagined_without_tiles_that_fitted() -> None:
    match = board("G5 G2", "R5 R6 N7 Y2 Y4 B9", table="R11 G12 B12", bag="G9 B2 G6 N3")
    match.play(0, "draw")
    fits = {"R10", "R12", "Y11", "G11", "B11", "N13"}
    assert fits <= set(parse_cards(match.position()["excluded"][0]))
    for copy in (match, elfer.load(match.position())):
        hands = [imagined(copy, 1, seed)[0] for seed in range(40)]
        assert not any(fits & set(hand) for hand in hands)
        assert len(set(hands)) > 20


@rule("BOA-9", "BOA-10")
def test_what_is_known_of_a_hand_never_contradicts_it() -> None:
    for seed in range(6):
        match, rng = elfer.start("board", seats=2 + seed % 3, seed=seed, symbols=seed % 2 == 0), Chance(seed)
        while match.actors:
            moves = match.moves(match.actors[0])
            match.play(match.actors[0], moves[rng.below(len(moves))])
            state: Any = match.state
            for hand, belief in zip(state.hands, state.excluded, strict=True):
                assert hand & belief.tracked in dict(belief.odds)


def test_first_moves_on_from_round_to_round() -> None:
    match = elfer.start("board", seats=3, seed=1, rounds=2, first=2)
    while match.actors != (elfer.TABLE,):
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    match.play(elfer.TABLE, "deal")
    assert match.game == Board(first=0)
