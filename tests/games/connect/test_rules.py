from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.games.connect.state import CardTurned, StoppCalled
from elfer.match import AnyMatch
from tests.positions import seen, table
from tests.rules import rule

ATTENTION = {"attention": True}


def at(*hands: str, attention: bool = False, middle: str = "B20", **keys: Any) -> AnyMatch:
    """A position whose other cards lie in the middle, below its top card."""
    options = ATTENTION if attention else {}
    return table("connect", *hands, rest="middle", options=options, middle=middle, **keys)


def tags(events: tuple[elfer.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def overlooked(**keys: Any) -> AnyMatch:
    """Seat 0 has just put its R1 on the own pile, though it fits in the middle."""
    match = at("R1 R9", "Y5 Y7", "G5 G7", attention=True, piles=["R3", "Y3", "G3"], **keys)
    match.play(0, "reveal")
    match.play(0, "own")
    return match


@rule("CON-1")
@pytest.mark.parametrize(
    ("seats", "first", "sizes"),
    [
        (2, 0, [40, 40]),
        (3, 0, [27, 27, 26]),
        (3, 1, [26, 27, 27]),
        (6, 5, [14, 13, 13, 13, 13, 14]),
    ],
)
def test_all_cards_are_dealt_and_the_extra_ones_go_from_first_on(
    seats: int, first: int, sizes: list[int]
) -> None:
    match = elfer.start("connect", seats=seats, seed=1, first=first)
    assert list(seen(match, 0).stacks) == sizes
    assert match.actors == (first,)


@rule("CON-1", "GEN-8")
def test_nobody_sees_a_stack() -> None:
    match = elfer.start("connect", seats=3, seed=1)
    for seat in (0, 1, 2, None):
        assert not {*elfer.to_json(match.view(seat)).split('"')} & set(match.game.deck(3))


@rule("CON-2")
def test_first_opens_the_middle_and_the_turn_passes() -> None:
    match = elfer.start("connect", seats=3, seed=1, first=2, attention=True)
    match.play(2, "reveal")
    card = seen(match, None).card
    assert match.moves(2) == ("middle",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "own")
    assert refused.value.code == "connect_first"
    match.play(2, "middle")
    assert (seen(match, 0).middle, seen(match, 0).turn) == (card, 0)


@rule("CON-2", "GEN-5")
def test_first_moves_one_seat_to_the_left_from_round_to_round() -> None:
    match = elfer.start("connect", seats=2, seed=4, rounds=2)
    while match.round == 0:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    assert match.actors == (1,)


@rule("CON-3")
def test_a_card_fits_on_one_lower_whatever_the_colour_and_1_on_20() -> None:
    match = at("R1 G2 B4", "Y9", middle="B20")
    assert match.play(0, "reveal") == (CardTurned(0, "R1"),)
    assert match.moves(0) == ("middle",)
    match.play(0, "middle")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)


@rule("CON-3")
def test_the_own_pile_does_not_count() -> None:
    match = at("R5", "Y9", piles=["G4", ""], middle="B20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "pile 0")
    assert refused.value.code == "connect_pile"


@rule("CON-4")
def test_the_middle_comes_first() -> None:
    match = at("R5 R9", "Y9", "Y12", piles=["", "G4", "B4"], middle="Y4")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)
    for move in ("pile 1", "own"):
        with pytest.raises(elfer.IllegalMove) as refused:
            match.play(0, move)
        assert refused.value.code == "connect_must_middle"


@rule("CON-4")
def test_else_the_player_chooses_a_pile_and_goes_on() -> None:
    match = at("R5 R9", "Y9", "Y12", piles=["", "G4", "B4"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("pile 1", "pile 2")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "own")
    assert refused.value.code == "connect_must_pile"
    match.play(0, "pile 2")
    assert seen(match, 1).tops == (None, "G4", "R5")
    assert (match.actors, match.moves(0)) == ((0,), ("reveal",))


@rule("CON-5")
def test_what_fits_nowhere_goes_on_the_own_pile_and_the_turn_ends() -> None:
    match = at("R5 R9", "Y9", piles=["G11", ""], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)
    match.play(0, "own")
    assert seen(match, 1).tops[0] == "R5"
    assert seen(match, 1).piles[0] == 2
    assert match.actors == (1,)


@rule("CON-6")
def test_a_used_up_stack_is_the_open_pile_turned_over_the_oldest_card_on_top() -> None:
    match = at("", "Y9", piles=["R7 G11 B3", ""], middle="Y20")
    assert seen(match, 1).tops[0] == "R7"
    assert match.play(0, "reveal") == (CardTurned(0, "B3", turned_over=3),)
    assert match.position()["hands"][0] == "G11 R7"
    assert seen(match, 1).tops[0] is None


@rule("CON-6")
def test_the_pile_is_turned_over_only_when_the_next_card_must_be_turned_up() -> None:
    match = at("R5", "Y6 Y13", piles=["", "B9"], middle="Y20")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "reveal")
    assert match.moves(1) == ("pile 0",)


@rule("CON-6")
def test_nobody_lays_on_an_empty_pile() -> None:
    match = at("R5 R8", "Y9", middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)


@rule("CON-6", "CON-8")
def test_who_has_no_cards_is_out_and_skipped_and_the_order_is_the_rank() -> None:
    match = at("R1", "Y1 Y3", "G3", middle="B20")
    match.play(0, "reveal")
    assert tags(match.play(0, "middle")) == ["Connected", "RanOut"]
    assert seen(match, 1).ranks == (1, 0, 0)
    for seat, move in ((1, "reveal"), (1, "own"), (2, "reveal"), (2, "own")):
        match.play(seat, move)
    assert match.actors == (1,)


@rule("CON-8")
def test_the_last_seat_plays_on_until_all_cards_lie_in_the_middle() -> None:
    match = at("R1", "Y3 Y2", middle="B20")
    for seat, move in ((0, "reveal"), (0, "middle"), (1, "reveal"), (1, "own"), (1, "reveal"), (1, "middle")):
        assert not match.over
        match.play(seat, move)
    match.play(1, "reveal")
    assert tags(match.play(1, "middle")) == ["Connected", "RanOut", "RoundOver"]
    assert match.result == elfer.Result((1, 0), (0,), (1, 2), "connect_done")
    assert seen(match, None).middle_size == 80


@rule("CON-8")
def test_points_are_the_seats_beaten() -> None:
    match = at("", "", "R1", turn=2, ranks=[2, 1, 0])
    match.play(2, "reveal")
    match.play(2, "middle")
    assert match.result is not None
    assert (match.result.points, match.result.ranks) == ((1, 2, 0), (2, 1, 3))


@rule("CON-7")
def test_without_attention_only_correct_placements_are_legal_and_nobody_calls() -> None:
    match = at("R1 R9", "Y5", middle="B20")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle",)
    match.play(0, "middle")
    assert match.actors == (0,)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "stopp")
    assert refused.value.code == "connect_no_attention"


@rule("CON-7")
def test_with_attention_a_card_may_wrongly_go_on_the_own_pile_but_nowhere_else() -> None:
    match = at("R1 R9", "Y5", "Y7", attention=True, piles=["", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle", "own")
    match = at("R5 R9", "Y5", "Y7", attention=True, piles=["", "B4", "G9"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("pile 1", "own")
    match = at("R6 R9", "Y5", "Y7", attention=True, piles=["", "B4", "G9"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("own",)


@rule("CON-7")
def test_nobody_calls_before_the_card_is_placed() -> None:
    match = at("R1 R9", "Y5", "Y7", attention=True)
    match.play(0, "reveal")
    assert match.moves(1) == match.moves(2) == ()
    match.play(0, "own")
    assert match.actors == (1, 2)
    assert match.awaited == (1,)
    assert match.moves(1) == ("reveal", "stopp")
    assert match.moves(2) == ("stopp",)


@rule("CON-7")
def test_a_right_stopp_brings_the_culprit_the_bottom_cards_the_last_giver_on_top() -> None:
    match = overlooked()
    assert match.play(2, "stopp") == (StoppCalled(2, culprit=0, givers=(1, 2)),)
    assert match.position()["hands"] == ["G7 Y7 R9", "Y5", "G5"]
    assert seen(match, 1).tops[0] == "R1"
    assert match.awaited == (1,)


@rule("CON-7")
def test_the_cards_given_stay_hidden() -> None:
    match = overlooked()
    events = match.play(2, "stopp")
    assert not any(card in elfer.to_json(events) for card in ("Y7", "G7"))


@rule("CON-7")
def test_seats_without_a_face_down_stack_give_nothing() -> None:
    match = at("R1 R9", "", "G5 G7", attention=True, piles=["R3", "Y3 Y5", "G3"])
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    assert match.position()["hands"] == ["G7 R9", "", "G5"]
    assert seen(match, 0).piles == (2, 2, 1)


@rule("CON-7")
def test_after_a_right_call_the_matter_is_settled() -> None:
    match = overlooked()
    match.play(1, "stopp")
    assert match.actors == (1,)
    assert match.moves(1) == ("reveal",)


@rule("CON-7")
def test_a_wrong_call_changes_nothing_and_is_the_only_one_for_this_card() -> None:
    match = at("R6 R9", "Y5 Y13", "G5 G7", attention=True)
    match.play(0, "reveal")
    match.play(0, "own")
    before = match.position()
    assert match.play(2, "stopp") == (StoppCalled(2),)
    assert match.position() == before | {"callers": [False, True, False]}
    match.play(1, "stopp")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "stopp")
    assert refused.value.code == "connect_no_call"
    match.play(1, "reveal")
    match.play(1, "own")
    assert "stopp" in match.moves(2)


@rule("CON-7")
def test_a_correct_placement_may_be_called_too_and_the_call_is_wrong() -> None:
    match = at("R1 R9", "Y5 Y7", attention=True)
    match.play(0, "reveal")
    match.play(0, "middle")
    assert match.actors == (0, 1)
    assert match.awaited == (0,)
    match.play(1, "stopp")
    assert match.position()["hands"] == ["R9", "Y5 Y7"]


@rule("CON-7")
def test_the_next_card_turned_up_ends_the_calls() -> None:
    match = overlooked()
    match.play(1, "reveal")
    assert match.actors == (1,)
    match.play(1, "own")
    match.play(2, "stopp")
    assert match.position()["hands"] == ["R9", "Y7", "G5 G7"]


@rule("CON-7")
def test_givers_left_without_any_card_are_out_and_share_the_rank() -> None:
    match = at("R1 R9", "Y5", "G5", "B5 B7", attention=True, piles=["R3", "", "", ""])
    match.play(0, "reveal")
    match.play(0, "own")
    assert tags(match.play(3, "stopp")) == ["StoppCalled", "RanOut", "RanOut"]
    assert seen(match, 0).ranks == (0, 1, 1, 0)
    assert match.actors == (3,)
    assert match.position()["hands"] == ["B7 G5 Y5 R9", "", "", "B5"]


@rule("CON-7", "CON-8")
def test_a_stopp_may_leave_the_culprit_alone() -> None:
    match = at("R2 R1", "Y5", attention=True, piles=["R3", ""], middle="Y1")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    assert match.actors == (0,)
    assert match.position()["hands"] == ["Y5 R1", ""]
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.actors == (0,)


@rule("CON-7")
def test_seats_that_are_out_do_not_call() -> None:
    match = at("R1 R9", "", "G5 G7", attention=True, ranks=[0, 1, 0])
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.actors == (2,)


@rule("CON-9", "GEN-7")
def test_the_round_ends_when_2000_cards_in_a_row_did_not_go_to_the_middle() -> None:
    match = at("R5 R9", "Y9", "G5 G7 G9", attention=True, idle=1999, middle="Y4")
    match.play(0, "reveal")
    assert tags(match.play(0, "own")) == ["KeptOpen", "RoundOver"]
    assert match.result == elfer.Result((1, 2, 0), (1,), (2, 1, 3), "connect_cap")
    assert match.actors == ()


@rule("CON-9")
def test_seats_out_before_the_cap_beat_those_still_in_and_equal_counts_share() -> None:
    match = at("R5 R9", "", "G5 G7", idle=1999, ranks=[0, 1, 0], middle="Y20")
    match.play(0, "reveal")
    match.play(0, "own")
    assert match.result is not None
    assert match.result.ranks == (2, 1, 2)


@rule("CON-9")
def test_a_card_in_the_middle_begins_the_count_anew() -> None:
    match = at("R1 R9", "Y9", idle=1999)
    match.play(0, "reveal")
    match.play(0, "middle")
    assert not match.over
    assert seen(match, 0).idle == 0


@rule("CON-6", "GEN-8")
def test_what_lay_open_stays_known_and_the_rest_may_be_anything() -> None:
    match = at("G13 R9 R12 B17 B5", "Y9 G5 G7 Y2 B9", piles=["", "R7 Y13"])
    assert {tuple(_imagined(match, n)["hands"]) for n in range(5)} != {tuple(match.position()["hands"])}
    match = at("", "Y9 G5 G7", piles=["R7 B13 B3", ""])
    match.play(0, "reveal")
    for number in range(20):
        assert _imagined(match, number)["hands"][0] == "B13 R7"


@rule("CON-7", "GEN-8")
def test_a_known_card_given_away_stays_known() -> None:
    match = at("R1 R9", "", attention=True, piles=["R3", "Y13 G7 B3"], turn=1)
    match.play(1, "reveal")
    match.play(1, "own")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    for number in range(20):
        assert _imagined(match, number)["hands"] == ["Y13 R9", "G7"]


def _imagined(match: AnyMatch, number: int) -> dict[str, Any]:
    twin = match.imagine(0, Chance(number))
    copy = elfer.load(match.position())
    copy.state = twin
    return copy.position()


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("middle", "connect_reveal"),
        ("own", "connect_reveal"),
        ("pile 1", "connect_reveal"),
        ("stopp", "connect_no_call"),
        ("Reveal", "connect_unknown"),
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
        ({"stock": "R7"}, "position_key"),
        ({"piles": ["R5", ""]}, "card_twice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        at("R5 R9", "", **keys)
    assert refused.value.code == code
