from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.core.cards import union
from elfer.core.chance import Chance
from elfer.core.game import TABLE, RoundOver
from elfer.games.snap.rules import CAP, Snap
from elfer.games.snap.state import FOURS, AllFlipped, Flipped, State
from tests.games.snap.positions import call, lying, quartet, snap
from tests.positions import seen
from tests.rules import rule


def dealt(seats: int, seed: int, **options: Any) -> State:
    state = elfer.start("snap", seats=seats, seed=seed, **options).state
    assert isinstance(state, State)
    return state


def sizes(state: State) -> list[int]:
    """How many cards each seat was dealt, quartets included."""
    return [len(hand) + laid.bit_count() for hand, laid in zip(state.hands, state.quartets, strict=True)]


@rule("SNA-1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_all_cards_are_dealt_evenly_and_the_first_seats_get_the_extra_ones(seats: int) -> None:
    each, extra = divmod(80, seats)
    assert sizes(dealt(seats, 5)) == [each + (seat < extra) for seat in range(seats)]
    moved = sizes(dealt(seats, 5, first=seats - 1))
    assert moved == [each + ((seat + 1) % seats < extra) for seat in range(seats)]


@rule("SNA-1")
def test_four_of_a_number_in_the_deal_are_laid_aside_at_once() -> None:
    found = 0
    for seed in range(20):
        state = dealt(2, seed)
        for hand, quartets in zip(state.hands, state.quartets, strict=True):
            assert not any(union(hand) & four == four for four in FOURS.values())
            assert quartets == union(four for four in FOURS.values() if four & quartets)
            found += quartets.bit_count() // 4
    assert found > 20


@rule("SNA-2")
def test_a_seat_turns_up_its_top_card_onto_its_own_open_pile() -> None:
    match = snap(["R1 R2", "Y5 Y6", ""], ["G9", "", "B3"], under=2)
    assert match.awaited == (0,)
    (event,) = match.play(0, "reveal")
    assert event == Flipped(0, "R1", None)
    assert lying(match)["piles"] == ["R1 G9", "", "B3"]
    assert lying(match)["hands"][0] == "R2"
    assert match.awaited == (1,)


@rule("SNA-2")
def test_the_first_seat_begins_and_moves_on_from_round_to_round() -> None:
    assert elfer.start("snap", seats=3, seed=1, first=2).awaited == (2,)
    assert Snap(first=2).next_round(dealt(3, 1), 3).first == 0
    assert Snap(first="random").next_round(dealt(3, 1), 3).first == "random"


@rule("SNA-7")
def test_a_used_up_stack_is_replaced_by_the_shuffled_open_pile_at_the_next_turn() -> None:
    match = snap(["", "Y5"], ["R1 R3 R5 R7 R9", ""], under=1)
    assert seen(match, 0).stacks[0] == 0
    (event,) = match.play(0, "reveal")
    position = lying(match)
    assert event == Flipped(0, position["piles"][0], 5)
    both = f"{position['hands'][0]} {position['piles'][0]}"
    assert sorted(both.split()) == ["R1", "R3", "R5", "R7", "R9"]


@rule("SNA-7")
def test_the_shuffle_comes_from_the_generator_of_the_state() -> None:
    orders = set()
    for seed in range(20):
        match = snap(["", "Y5"], ["R1 R3 R5 R7 R9", ""], under=1, chance=[seed, 0, 0])
        again = elfer.load(match.position())
        match.play(0, "reveal")
        again.play(0, "reveal")
        assert match.position() == again.position()
        assert match.position()["chance"] == [seed, 0, 1]
        orders.add((match.position()["piles"][0], match.position()["hands"][0]))
    assert len(orders) > 15


@rule("SNA-8")
def test_a_seat_without_cards_is_skipped_and_may_call_schnipp_only() -> None:
    match = snap(["R1", "", "Y1"], ["", "", ""], under=2, middle="G8 G9")
    assert match.moves(1) == ("schnipp",)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "schnapp")
    assert refused.value.code == "snap_out"
    match.play(0, "reveal")
    assert match.awaited == (2,)


@rule("SNA-8")
def test_a_right_schnipp_brings_a_seat_back() -> None:
    match = snap(["R8", "", "Y1"], ["", "", ""], under=2, middle="G8 G9")
    match.play(0, "reveal")
    call(match, (1, "schnipp"))
    assert lying(match)["hands"][1] == "G9 G8"
    assert match.moves(1) == ("reveal",)
    assert match.awaited == (1,)


@rule("SNA-9")
def test_the_round_ends_with_the_last_quartet() -> None:
    numbers = quartet(*range(1, 20)).split()
    aside = [" ".join(numbers[:40]), " ".join(numbers[40:])]
    match = snap(["", ""], ["R20 Y20", "G20 B20"], quartets=aside)
    events = call(match, (0, "schnapp"))
    assert match.over
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((11, 9), (0,))
    assert match.result.reason == "snap_done"
    assert events[-1] == RoundOver((11, 9), (0,), "snap_done")


@rule("SNA-9")
def test_the_round_ends_when_one_seat_has_all_cards_and_the_middle_is_empty() -> None:
    match = snap(["R1 Y3", "", ""], ["R7", "G7", ""], under=0)
    assert not match.over
    call(match, (0, "schnapp"))
    assert match.result is not None
    assert match.result.points == (20, 0, 0)
    assert seen(match, None).hands == ((), (), ())


@rule("SNA-9")
def test_the_round_ends_when_nobody_has_cards() -> None:
    match = snap(["", ""], ["R1", ""], middle="Y1 G1 B1 " + quartet(*range(2, 21)))
    call(match, (0, "schnapp"))
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((0, 0), (0, 1))


@rule("SNA-9")
def test_at_the_cap_the_round_ends_and_hidden_quartets_are_laid_aside() -> None:
    match = snap([f"R5 {quartet(3)} G5 B5", "R1"], ["Y5", ""], under=1, turned=CAP - 1)
    events: Any = match.play(0, "reveal")
    assert events[1].quartets[0] == (3, 5)
    assert match.result is not None
    assert match.result.reason == "cap"
    assert match.result.points == (2, 18)
    assert seen(match, 1).quartets[0] == (3, 5)


@rule("SNA-9")
def test_a_position_beyond_the_cap_is_over_and_scored_alike() -> None:
    match = snap([f"R5 {quartet(3)} G5 B5", "R1"], ["Y5", ""], under=1, turned=CAP)
    assert match.actors == ()
    assert match.result is not None
    assert match.result.points == (2, 18)


@rule("SNA-9")
def test_after_a_call_the_seat_after_the_last_one_turns_up_the_next_card() -> None:
    match = snap(["R1", "Y3", "G1"], ["", "", "B1"], under=1)
    match.play(0, "reveal")
    call(match, (2, "schnapp"))
    assert match.awaited == (1,)


@rule("SNA-11")
def test_together_all_turn_up_a_card_when_the_table_says_go() -> None:
    match = snap(["R1 R2", "", "Y1", ""], ["", "", "", "B5 B6"], under=2, options={"together": True})
    assert match.awaited == (TABLE,)
    assert match.moves(TABLE) == ("go",)
    assert match.due == 3000
    assert match.moves(0) == ("schnapp", "schnipp")
    (event,) = match.play(TABLE, "go")
    position = lying(match)
    assert (position["piles"][0], position["piles"][1], position["piles"][2]) == ("R1", "", "Y1")
    assert isinstance(event, AllFlipped)
    assert event.cards[:3] == ("R1", None, "Y1")
    assert event.shuffled == (None, None, None, 2)
    assert position["turned"] == 3
    call(match, (1, "schnipp"))
    assert match.moves(TABLE) == ("go",)


@rule("SNA-11")
def test_together_the_cards_count_and_the_middle_counts_for_nobody() -> None:
    match = snap(
        [f"R5 {quartet(3)} G5", "R1"],
        ["Y5", ""],
        under=1,
        turned=CAP - 1,
        middle="R9 Y9",
        options={"together": True},
    )
    match.play(TABLE, "go")
    assert match.result is not None
    assert match.result.points == (7, 71)
    assert match.result.winners == (1,)


def test_the_same_moves_give_the_same_match() -> None:
    a, b = (elfer.start("snap", seats=3, seed=11) for _ in range(2))
    rng = Chance(4)
    for _ in range(300):
        if a.over:
            break
        seat = a.actors[rng.below(len(a.actors))]
        move = a.moves(seat)[rng.below(len(a.moves(seat)))]
        assert a.play(seat, move) == b.play(seat, move)
    assert a.position() == b.position()


# Refusals


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, "reveal", "snap_turn"),
        (0, "stopp", "unknown_move"),
        (0, "", "unknown_move"),
        (0, "go", "unknown_move"),
        (TABLE, "go", "not_your_turn"),
        (TABLE, "resolve", "not_your_turn"),
    ],
)
def test_what_cannot_be_done_is_explained(seat: int, move: str, code: str) -> None:
    match = snap(["R1", "Y1"], ["", ""], under=1)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(seat, move)
    assert refused.value.code == code


def test_together_nobody_turns_up_a_card_alone() -> None:
    match = snap(["R1", "Y1"], ["", ""], under=1, options={"together": True})
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "reveal")
    assert refused.value.code == "snap_go"
    with pytest.raises(elfer.IllegalMove):
        match.play(TABLE, "resolve")


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"quartets": ["R7 Y7 G7", ""]}, "snap_quartets"),
        ({"schnapp": [1, 0]}, "snap_calls"),
        ({"schnapp": [2, 0], "called": [True, False]}, "snap_calls"),
        ({"schnapp": [1, 0], "schnipp": [2, 0], "called": [True, False]}, "snap_calls"),
        ({"schnapp": [1, 1], "called": [True, True]}, "snap_calls"),
        ({"middle": "R1"}, "card_twice"),
        ({"turn": 2}, "seat_range"),
        ({"turned": -1}, "position_value"),
        ({"called": [0, 1]}, "position_value"),
        ({"schnapp_won": 1}, "position_value"),
        ({"schnipp_late": 1}, "position_value"),
        ({"known": [1]}, "position_length"),
        ({"stock": ""}, "position_key"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        snap(["R1", ""], ["R1" if "middle" in keys else "", ""], under=1, **keys)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"together": 1}, "option_bool"),
        ({"first": 6}, "option_seat"),
        ({"edition": "classic"}, "unknown_option"),
        ({"seats": 7}, "seats"),
    ],
)
def test_options_are_checked(options: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("snap", **options)
    assert refused.value.code == code
