"""Überall anschließen: a wrong Stopp costs the caller a card, and never pays."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.games.connect.rules import Connect
from elfer.games.connect.state import StoppCalled
from elfer.match import AnyMatch
from tests.games.connect.positions import at, tags
from tests.positions import seen
from tests.rules import rule


def placed(*stacks: str, place: str = "own", **keys: Any) -> AnyMatch:
    """Seat 0 has just put its top card where it belongs: R6 on the own pile, R1 in the middle."""
    match = at(*stacks, attention=True, **keys)
    match.play(0, "reveal")
    match.play(0, place)
    return match


@rule("CON-7")
def test_the_seat_called_on_gives_its_bottom_card_on_top_of_the_callers_stack() -> None:
    match = placed("R6 R9 R10", "Y5 Y13", "G5 G7")
    before = match.position()
    assert match.play(2, "stopp") == (StoppCalled(2, giver=0),)
    after = before | {"callers": [False, True, False], "hands": ["R9", "Y5 Y13", "R10 G5 G7"]}
    assert match.position() == after


@rule("CON-7")
def test_each_seat_has_one_call_for_each_card() -> None:
    match = placed("R6 R9 R10", "Y5 Y13", "G5 G7")
    match.play(2, "stopp")
    match.play(1, "stopp")
    assert match.position()["hands"] == ["", "R9 Y5 Y13", "R10 G5 G7"]
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "stopp")
    assert refused.value.code == "connect_no_call"
    match.play(1, "reveal")
    match.play(1, "own")
    assert "stopp" in match.moves(2)


@rule("CON-7")
def test_a_seat_without_a_stack_gives_nothing() -> None:
    match = placed("R6", "Y5 Y13", "G5", piles=["R3", "", ""])
    before = match.position()
    assert match.play(1, "stopp") == (StoppCalled(1),)
    assert match.position() == before | {"callers": [False, False, True]}


@rule("CON-7", "CON-6")
def test_a_wrong_call_does_not_bring_back_who_had_just_got_rid_of_the_last_card() -> None:
    match = placed("R1", "Y5 Y13", "G5 G7", place="middle")
    assert seen(match, 0).ranks == (1, 0, 0)
    assert match.play(2, "stopp") == (StoppCalled(2),)
    assert seen(match, 0).ranks == (1, 0, 0)
    assert match.position()["hands"] == ["", "Y5 Y13", "G5 G7"]


@rule("CON-7", "CON-6")
def test_a_caller_with_one_card_does_not_get_rid_of_it() -> None:
    match = placed("R1 R9 R10", "Y5 Y13", "G5", place="middle")
    assert tags(match.play(2, "stopp")) == ["StoppCalled"]
    assert seen(match, 0).ranks == (0, 0, 0)
    assert match.position()["hands"] == ["R9", "Y5 Y13", "R10 G5"]


@rule("CON-7", "CON-6")
def test_a_giver_left_without_any_card_is_out_and_its_turn_passes() -> None:
    match = placed("R1 R9", "Y5 Y13", "G5 G7", place="middle")
    assert match.awaited == (0,)
    assert tags(match.play(2, "stopp")) == ["StoppCalled", "RanOut"]
    assert (seen(match, 0).ranks, match.awaited) == ((1, 0, 0), (1,))
    assert match.play(1, "stopp") == (StoppCalled(1),)


@rule("CON-7", "CON-2")
def test_the_first_card_is_never_wrong() -> None:
    match = elfer.start("connect", seats=2, seed=1, attention=True)
    match.play(0, "reveal")
    match.play(0, "middle")
    assert match.play(1, "stopp") == (StoppCalled(1, giver=0),)
    assert seen(match, 0).stacks == (38, 41)


@rule("CON-7")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_card_given_stays_hidden(seat: int | None) -> None:
    match = placed("R6 R9 R10", "Y5 Y13", "G5 G7")
    events = match.play(2, "stopp")
    assert "R10" not in elfer.to_json([event.seen_by(seat) for event in events])
    assert "R10" not in elfer.to_json(match.view(seat))


@rule("CON-7")
@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("seats", [2, 4])
def test_who_always_calls_loses(seats: int, level: str) -> None:
    """Under version 2, in which the caller gave a card, that seat came first in every one of these rounds."""
    for seed in range(12):
        caller = seed % seats
        result = _always_called(seats, seed, caller, level).result
        assert result is not None
        assert result.ranks[caller] == seats


def _always_called(seats: int, seed: int, caller: int, level: str) -> AnyMatch:
    """A round in which one seat calls after every card; no wrong call empties it or brings anybody back."""
    match = elfer.start(Connect, seats=seats, seed=seed, attention=True)
    bots = [elfer.bot(level, seed=seat) for seat in range(seats)]
    while not match.over:
        state = match.state
        if "stopp" in match.moves(caller):
            match.play(caller, "stopp")
            assert match.state.ranks[caller] == 0
            ranks = zip(state.ranks, match.state.ranks, strict=True)
            assert state.missed or all(after for before, after in ranks if before)
            continue
        others = (seat for seat in match.actors if seat not in (caller, state.turn))
        calls = ((seat, bots[seat].calls(match, seat)) for seat in others)
        seat, move = next(((seat, call) for seat, call in calls if call), (state.turn, None))
        match.play(seat, move or bots[seat].choose(match, seat))
    return match
