"""Schnipp Schnapp when only one seat has cards: the table turns them up, as long as the middle can be won."""

from __future__ import annotations

import pytest

import elfer
from elfer.core.game import TABLE
from elfer.games.snap.rules import ALONE_MS
from elfer.games.snap.state import Flipped, TookMiddle
from elfer.match import AnyMatch
from tests.games.snap.positions import call, lying, quartet, snap
from tests.rules import rule


def alone() -> AnyMatch:
    """Seat 0 has all cards but one, which lies in the middle."""
    return snap(["R1 Y7", ""], ["", ""], under=0, middle="G7")


@rule("SNA-9")
def test_the_table_turns_up_the_cards_of_who_alone_has_any() -> None:
    match = alone()
    assert (match.awaited, match.moves(TABLE), match.due) == ((TABLE,), ("go",), ALONE_MS)
    assert match.moves(0) == ("schnapp", "schnipp")
    assert match.moves(1) == ("schnipp",)
    assert match.play(TABLE, "go") == (Flipped(0, "R1"),)
    assert match.play(TABLE, "go") == (Flipped(0, "Y7"),)
    assert match.awaited == (TABLE,)


@rule("SNA-9")
def test_who_alone_has_cards_need_not_turn_them_up() -> None:
    with pytest.raises(elfer.IllegalMove) as refused:
        alone().play(0, "reveal")
    assert refused.value.code == "snap_alone"


@rule("SNA-8", "SNA-9")
def test_who_comes_back_turns_up_cards_as_before() -> None:
    match = alone()
    for _ in range(2):
        match.play(TABLE, "go")
    assert call(match, (1, "schnipp")) == [TookMiddle(1, 7, ("G7",), None)]
    assert (match.awaited, match.due) == ((1,), None)
    assert "reveal" in match.moves(1)
    assert match.moves(TABLE) == ()


@rule("SNA-9")
@pytest.mark.parametrize("options", [{}, {"together": True}])
def test_the_round_ends_when_no_card_left_can_win_the_middle(options: dict[str, bool]) -> None:
    """All sevens lie in the middle; then one of them lies in the stack."""
    match = snap(["R1", ""], ["", ""], under=0, middle="G7 R7 Y7 B7", options=options)
    assert (match.over, match.actors) == (True, ())
    match = snap(["R1", ""], ["", ""], under=0, middle="G7 R7 Y7", options=options)
    assert (match.over, match.awaited) == (False, (TABLE,))


@rule("SNA-9")
def test_a_call_that_takes_the_last_way_to_the_middle_ends_the_round() -> None:
    """All eights lie in the middle, and after the call only seat 0 has cards."""
    match = snap(["R1", ""], ["R9", "Y9"], under=0, middle=quartet(8))
    assert match.awaited == (0,)
    call(match, (0, "schnapp"))
    assert match.over
    assert lying(match)["middle"] == "R8 Y8 G8 B8"


@rule("SNA-9", "SNA-11")
def test_together_the_count_stays_as_long_as_it_is() -> None:
    match = snap(["R1 Y7", ""], ["", ""], under=0, middle="G7", options={"together": True})
    assert match.due == 3000
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "reveal")
    assert refused.value.code == "snap_go"
