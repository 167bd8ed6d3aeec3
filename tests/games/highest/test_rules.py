from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.chance import Chance
from elfer.games.highest.state import TrickShown
from elfer.match import AnyMatch
from elfer.positions import format_position
from tests.rules import rule


def highest(*hands: str, played: list[str], **keys: Any) -> AnyMatch:
    return elfer.load({"game": "highest", "hands": list(hands), "played": played, **keys})


def lay(match: AnyMatch, *cards: str) -> tuple[elfer.Event, ...]:
    """Each seat lays a card, from seat 0 on; what happened at last."""
    events: tuple[elfer.Event, ...] = ()
    for seat, card in enumerate(cards):
        events = match.play(seat, card)
    return events


@rule("HIG-1")
def test_each_seat_has_1_to_11_of_its_colour() -> None:
    match = elfer.start("highest", seats=4, seed=1)
    assert match.position()["hands"] == ["R1-11", "Y1-11", "G1-11", "B1-11"]
    view: Any = match.view(2)
    assert len(view.hands[0]) == 11


@rule("HIG-2")
def test_all_lay_in_any_order_and_the_single_highest_takes_the_trick() -> None:
    match = elfer.start("highest", seats=3, seed=1)
    assert match.awaited == (0, 1, 2)
    match.play(1, "Y9")
    assert match.awaited == match.actors
    assert match.moves(1) == ()
    match.play(2, "G9")
    events = match.play(0, "R10")
    assert events[1] == TrickShown(("R10", "Y9", "G9"), 0, 3)
    assert match.actors == (0, 1, 2)
    view: Any = match.view(None)
    assert (view.last, view.taker, view.trick) == (("R10", "Y9", "G9"), 0, 1)
    assert view.won == (("R10", "Y9", "G9"), (), ())


@rule("HIG-2", "GEN-8")
def test_a_card_laid_face_down_is_secret() -> None:
    match = elfer.start("highest", seats=2, seed=1)
    (event,) = match.play(0, "R7")
    assert '"card":"R7"' in elfer.to_json(event.seen_by(0))
    views: list[Any] = [match.view(seat) for seat in (0, 1, None)]
    assert [view.chosen[0] for view in views] == ["R7", None, None]
    assert ["R7" in view.hands[0] for view in views] == [False, True, True]
    assert [view.ready for view in views] == [(True, False)] * 3
    other = elfer.start("highest", seats=2, seed=1)
    (same,) = other.play(0, "R8")
    for seat in (1, None):
        assert elfer.to_json(event.seen_by(seat)) == elfer.to_json(same.seen_by(seat))
        assert elfer.to_json(match.view(seat)) == elfer.to_json(other.view(seat))


@rule("HIG-2")
def test_any_card_of_the_hand_is_imagined_for_a_face_down_one() -> None:
    match = highest("R5-11", "Y5-11", played=["R1-4", "Y1-4"])
    match.play(0, "R7")
    imagined = [format_position(match.game, match.imagine(1, Chance(1, i))) for i in range(60)]
    assert {position["chosen"][0] for position in imagined} == {f"R{n}" for n in range(5, 12)}
    own = [format_position(match.game, match.imagine(0, Chance(1, i))) for i in range(20)]
    assert {position["chosen"][0] for position in own} == {"R7"}


@rule("HIG-2")
def test_a_choice_stands() -> None:
    match = elfer.start("highest", seats=2, seed=1)
    match.play(0, "R7")
    assert match.moves(0) == ()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "R8")
    assert refused.value.code == "not_your_turn"


@rule("HIG-3")
def test_a_highest_number_laid_twice_stays_aside_for_the_next_winner() -> None:
    match = elfer.start("highest", seats=3, seed=1)
    events = lay(match, "R9", "Y9", "G3")
    assert events[1] == TrickShown(("R9", "Y9", "G3"), None, 0)
    assert match.view(0).aside == ("R9", "Y9", "G3")
    lay(match, "R8", "Y8", "G8")
    events = lay(match, "R1", "Y2", "G5")
    assert events[1] == TrickShown(("R1", "Y2", "G5"), 2, 9)
    view: Any = match.view(0)
    assert [len(cards) for cards in view.won] == [0, 0, 9]
    assert view.aside == ()


@rule("HIG-3")
def test_equal_numbers_below_the_highest_do_not_matter() -> None:
    match = elfer.start("highest", seats=3, seed=1)
    assert '"seat":2' in elfer.to_json(lay(match, "R4", "Y4", "G5")[1])


@rule("HIG-4")
def test_what_lies_aside_at_the_end_counts_for_no_seat() -> None:
    match = highest("R11", "Y11", played=["R1 R3-5 R2 R6-10", "Y2 Y3-5 Y1 Y6-10"])
    lay(match, "R11", "Y11")
    assert match.result is not None
    assert match.result.points == (8, 2)


@rule("HIG-5")
def test_after_11_tricks_most_cards_win() -> None:
    match = highest("R11", "Y9", played=["R1-10", "Y10 Y1-8 Y11"])
    assert not match.over
    events = lay(match, "R11", "Y9")
    assert match.result is not None
    assert match.result.points == (18, 4)
    assert match.result.winners == (0,)
    assert match.result.reason == "played"
    assert [type(event).__name__ for event in events] == ["Chose", "TrickShown", "RoundOver"]


@rule("HIG-5")
def test_ties_share() -> None:
    match = highest("R11", "Y11", played=["R1-10", "Y1-10"])
    lay(match, "R11", "Y11")
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((0, 0), (0, 1))


def test_refusals_say_what_is_left() -> None:
    match = highest("R10 R11", "Y10 Y11", played=["R1-9", "Y1-9"])
    with pytest.raises(IllegalMove, match=r"Red 5 has been played already\. You have: R10, R11"):
        match.play(0, "R5")
    for wrong, code in [("Y10", "not_in_hand"), ("R12", "unknown_move"), ("G5", "unknown_move")]:
        with pytest.raises(IllegalMove) as refused:
            match.play(0, wrong)
        assert refused.value.code == code


def test_positions_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(BadInput, match="seat 1 cannot have red 2"):
        highest("R1 R3-11", "Y1-11 R2", played=["", ""])
    with pytest.raises(BadInput, match="equally many cards"):
        highest("R2-11", "Y1-11", played=["R1", ""])
    for chosen in (["R1", "Y1"], ["R1 R2", ""]):
        left = ["R3-11" if chosen[1] == "" else "R2-11", "Y1-11" if chosen[1] == "" else "Y2-11"]
        with pytest.raises(BadInput, match="not every seat has a card lying face down"):
            highest(*left, played=["", ""], chosen=chosen)
    with pytest.raises(BadInput, match="missing from the position: Y11"):
        highest("R1-11", "Y1-10", played=["", ""])
    with pytest.raises(BadInput, match="it has none at all"):
        elfer.start("highest", first=1)
