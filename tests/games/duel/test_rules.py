from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.cards import parse_cards
from elfer.core.chance import Chance
from elfer.games.duel.state import Compared, StackRenewed
from elfer.match import AnyMatch
from elfer.positions import format_position
from tests.rules import rule


def duel(mine: str, other: str, to_the_end: bool = False, **keys: Any) -> AnyMatch:
    options = {"to_the_end": to_the_end}
    return elfer.load({"game": "duel", "options": options, "hands": [mine, other], **keys})


@rule("DUE-1")
def test_20_cards_each_of_red_and_blue() -> None:
    match = elfer.start("duel", seed=1)
    assert match.seats == 2
    stacks = [parse_cards(stack) for stack in match.position()["hands"]]
    assert [len(stack) for stack in stacks] == [20, 20]
    numbers = range(1, 21)
    assert {*stacks[0], *stacks[1]} == {f"R{n}" for n in numbers} | {f"B{n}" for n in numbers}


@rule("DUE-1")
@pytest.mark.parametrize("colours", [["green", "yellow"], ("green", "yellow")])
def test_other_colours_may_be_chosen(colours: Any) -> None:
    match = elfer.start("duel", seed=1, colours=colours)
    assert match.position()["options"]["colours"] == ["green", "yellow"]
    assert {name[0] for stack in match.position()["hands"] for name in parse_cards(stack)} == {"G", "Y"}
    assert elfer.replay(match.record()).position() == match.position()


@rule("DUE-1")
@pytest.mark.parametrize("colours", ["red", ["red"], ["red", "red"], ["red", "pink"], "red-blue", None, 3])
def test_colours_are_two_different_ones(colours: Any) -> None:
    with pytest.raises(BadInput, match="two different colours") as refused:
        elfer.start("duel", colours=colours)
    assert refused.value.code == "option_pair"


def test_the_option_is_offered_as_a_pair() -> None:
    option = elfer.games()["duel"].options["colours"]
    assert (option.type, option.default) == ("pair", ("red", "blue"))


@rule("DUE-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_turns_up_both_cards_and_the_higher_takes_them(seat: int) -> None:
    match = duel("R5 R6-20 B1-4", "B7 B6 B5 B8-20 R1-4")
    assert match.actors == (0, 1)
    events = match.play(seat, "reveal")
    assert events == (Compared(("R5", "B7"), 1, 2),)
    view: Any = match.view(seat)
    assert (view.open, view.taker, view.won) == ((("R5",), ("B7",)), 1, ((), ("B7", "R5")))
    assert view.stacks == (19, 19)


@rule("DUE-2")
def test_equal_cards_are_decided_by_the_next_ones() -> None:
    match = duel("R5 R6 R9 R1-4", "B5 B6 B8 B1-4", won=["R10-20 R7 R8", "B7 B9-20"])
    assert match.play(0, "reveal") == (Compared(("R5", "B5"), None, 0),)
    match.play(1, "reveal")
    assert match.view(0).taker is None
    assert match.play(0, "reveal") == (Compared(("R9", "B8"), 0, 6),)
    assert [len(pile) for pile in match.view(0).won] == [19, 13]


@rule("DUE-3")
def test_the_stacks_are_played_through_once_and_most_cards_win() -> None:
    match = duel("R5", "B7", won=["R1-4 R6-20", "B1-6 B8-20"])
    events = match.play(0, "reveal")
    assert type(events[-1]).__name__ == "RoundOver"
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((19, 21), (1,))
    assert match.result.reason == "played"


@rule("DUE-3")
def test_a_tie_of_the_last_cards_counts_for_nobody_and_equals_share() -> None:
    match = duel("R4 R5", "B4 B5", won=["R1-3 R6-20", "B1-3 B6-20"])
    match.play(0, "reveal")
    assert not match.over
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((18, 18), (0, 1))


@rule("DUE-3")
def test_20_comparisons_are_a_round() -> None:
    match = elfer.start("duel", seed=5)
    while match.actors:
        match.play(0, "reveal")
    assert match.steps == 20


@rule("DUE-4")
def test_won_cards_go_down_pair_by_pair_the_winners_first() -> None:
    match = duel("R5 R9 R1-4 R6-8", "B5 B20 B1-4 B6-8", True, won=["R10-20", "B9-19"])
    match.play(0, "reveal")
    match.play(0, "reveal")
    assert match.view(None).won[1][-4:] == ("B5", "R5", "B20", "R9")


@rule("DUE-4")
def test_a_used_up_stack_is_replaced_by_the_won_cards_the_earliest_on_top() -> None:
    match = duel("R5", "B7 B1-4", True, won=["R20 B20 R6-19", "R1-4 B5 B6 B8-19"])
    match.play(0, "reveal")
    assert match.view(0).stacks == (0, 4)
    events = match.play(1, "reveal")
    assert events == (StackRenewed(0, 16), Compared(("R20", "B1"), 0, 2))
    position = match.position()
    assert position["turned"] == [True, False]
    assert position["won"] == ["", "R1-4 B5 B6 B8-19 B7 R5"]


@rule("DUE-4")
def test_a_seat_turns_over_during_a_tie_without_the_tied_cards() -> None:
    match = duel("R7", "B7 B1-4", True, won=["R20 R1-6 R8-19", "B20 B5 B6 B8-19"])
    match.play(0, "reveal")
    events = match.play(0, "reveal")
    assert events == (StackRenewed(0, 19), Compared(("R20", "B1"), 0, 4))
    match.play(0, "reveal")
    assert match.position()["won"][0] == "R7 B7 R20 B1"


@rule("DUE-4")
def test_who_has_all_cards_wins() -> None:
    match = duel("R8", "B7", True, won=["R1-7 R9-20 B1-6 B8-20", ""])
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((40, 0), (0,))
    assert match.result.reason == "duel_all"


@rule("DUE-4")
def test_who_cannot_decide_a_tie_loses() -> None:
    match = duel("R7 R8", "B7", True, won=["R1-6 R9-20 B1-6 B8-20", ""])
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((40, 0), (0,))
    assert match.result.reason == "duel_tie"


@rule("DUE-4")
def test_if_neither_can_decide_a_tie_the_victory_is_shared() -> None:
    match = duel("R20", "B20", True, open=["R1-19", "B1-19"])
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.winners) == ((0, 0), (0, 1))


@rule("DUE-4", "GEN-7")
def test_after_2000_comparisons_most_cards_win() -> None:
    match = duel("R7 R8", "B6 B9", True, won=["R1-6 R9-20", "B1-5 B7 B8 B10-20"], comparisons=1998)
    match.play(0, "reveal")
    assert not match.over
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.reason) == ((20, 20), "cap")


@rule("DUE-4", "GEN-7")
def test_an_open_tie_counts_for_nobody_at_the_cap() -> None:
    match = duel("R7 R8", "B7", True, won=["R1-6 R9-19", "R20 B1-6 B8-20"], comparisons=1999)
    match.play(0, "reveal")
    assert match.result is not None
    assert (match.result.points, match.result.reason) == ((18, 20), "cap")


@rule("DUE-4")
def test_the_cap_is_for_play_to_the_end_only() -> None:
    match = duel("R7 R8", "B7 B8", won=["R1-6 R9-20", "B1-6 B9-20"], comparisons=5000)
    assert match.actors == (0, 1)


@rule("DUE-4", "GEN-8")
def test_the_dealt_order_is_unknown_and_the_order_of_won_cards_known() -> None:
    match = duel("R1-10", "B1-10", True, won=["R11-20", "B11-20"], turned=[True, False])
    imagined = [format_position(match.game, match.imagine(0, Chance(1, i))) for i in range(10)]
    assert {position["hands"][0] for position in imagined} == {"R1-10"}
    assert len({position["hands"][1] for position in imagined}) == 10
    assert {position["won"][1] for position in imagined} == {"B11-20"}


def test_nobody_sees_the_stacks() -> None:
    match = duel("R19 R1-18", "B20 B1-18", won=["R20 B19", ""])
    for seat in (0, 1, None):
        assert "R19" not in elfer.to_json(match.view(seat))


def test_only_reveal_is_a_move() -> None:
    match = elfer.start("duel", seed=1)
    with pytest.raises(IllegalMove, match=r"'R5' is not possible now\. Possible: reveal"):
        match.play(1, "R5")


def test_positions_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(BadInput, match="equally many cards"):
        duel("R1-20", "B2-20", open=["", "B1"])
    with pytest.raises(BadInput, match="G5 is not part of this game"):
        duel("R1-20", "B1-20 G5")
    with pytest.raises(BadInput, match="missing from the position: B20"):
        duel("R1-20", "B1-19")
    with pytest.raises(BadInput, match="'turned' cannot be 1"):
        duel("R1-20", "B1-20", turned=[1, 0])
    with pytest.raises(BadInput, match="2 to 2 seats"):
        elfer.start("duel", seats=3)
    with pytest.raises(BadInput, match="True or False"):
        elfer.start("duel", to_the_end="yes")
