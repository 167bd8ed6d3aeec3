from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.cards import parse_cards
from elfer.core.chance import Chance
from elfer.core.texts import Words
from elfer.games.guess.state import SumShown
from elfer.positions import format_position
from tests.games.guess.positions import guesses
from tests.positions import table
from tests.rules import rule


@rule("GUE-1")
@pytest.mark.parametrize(("seats", "each"), [(2, 20), (3, 13), (4, 10)])
def test_about_half_the_cards_are_dealt_evenly(seats: int, each: int) -> None:
    match = elfer.start("guess", seats=seats, seed=1)
    view: Any = match.view(0)
    assert view.stacks == (each - 1,) * seats
    assert len(parse_cards(match.position()["unused"])) == 80 - seats * each


@rule("GUE-1")
def test_the_unused_cards_are_never_seen() -> None:
    match = guesses("R5", "Y7")
    for number in ("2", "12"):
        match.play(match.actors[0], number)
    assert match.over
    for seat in (0, 1, None):
        assert "R6" not in elfer.to_json(match.view(seat))


@rule("GUE-2", "GEN-8")
def test_a_seat_sees_its_own_card_of_the_middle_only() -> None:
    match = guesses("R5 R6", "Y7 Y8", "G9 G10")
    views: list[Any] = [match.view(seat) for seat in (0, 1, 2, None)]
    assert [view.cards for view in views] == [
        ("R5", None, None),
        (None, "Y7", None),
        (None, None, "G9"),
        (None, None, None),
    ]


@rule("GUE-2")
def test_the_cards_under_the_top_one_are_unknown_to_their_owner_too() -> None:
    match = guesses("R5 R6 R7", "Y7 Y8 Y9")
    imagined = [match.imagine(0, Chance(1, i)) for i in range(20)]
    tops = {format_position(match.game, state)["hands"][0].split()[0] for state in imagined}
    unders = {format_position(match.game, state)["hands"][0].split()[1] for state in imagined}
    assert tops == {"R5"}
    assert len(unders) > 5


@rule("GUE-3")
def test_all_guess_in_turn_and_the_winner_begins_the_next_time() -> None:
    match = guesses("R5 R6", "Y7 Y8", "G9 G10", options={"first": 1}, turn=1)
    order: list[int] = []
    for number in ("40", "22", "30"):
        order += match.actors
        match.play(match.actors[0], number)
    assert order == [1, 2, 0]
    assert match.actors == (2,)


@rule("GUE-3", "GEN-4")
def test_first_begins() -> None:
    assert elfer.start("guess", seats=3, seed=1, first=2).actors == (2,)
    starters = {elfer.start("guess", seats=4, seed=seed, first="random").actors[0] for seed in range(40)}
    assert starters == {0, 1, 2, 3}


@rule("GUE-3", "GEN-5")
def test_first_moves_on_from_round_to_round() -> None:
    match = elfer.start("guess", seats=2, seed=1, rounds=2, first=1)
    while match.actors != (elfer.TABLE,):
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    match.play(elfer.TABLE, "deal")
    assert match.actors == (0,)


@rule("GUE-4")
@pytest.mark.parametrize(
    ("first", "second", "winner"), [("10", "12", 1), ("15", "14", 1), ("11", "14", 0), ("10", "14", 0)]
)
def test_the_nearest_guess_wins_above_or_below_and_of_equals_the_earlier(
    first: str, second: str, winner: int
) -> None:
    match = guesses("R5 R6", "Y7 Y8")
    match.play(0, first)
    events = match.play(1, second)
    assert events[-1] == SumShown(winner, ("R5", "Y7"), 12)
    view: Any = match.view(None)
    assert view.won[winner] == ("R5", "Y7")
    assert (view.last, view.total, view.taker) == (("R5", "Y7"), 12, winner)


@rule("GUE-4")
def test_earlier_counts_from_who_began() -> None:
    match = guesses("R5 R6", "Y7 Y8", turn=1)
    match.play(1, "13")
    match.play(0, "11")
    assert match.actors == (1,)


@rule("GUE-4")
def test_a_guess_is_not_repeated_in_its_round() -> None:
    match = guesses("R5 R6", "Y7 Y8")
    match.play(0, "12")
    assert "12" not in match.moves(1)
    with pytest.raises(IllegalMove, match="12 has been guessed already") as refused:
        match.play(1, "12")
    assert refused.value.code == "guess_repeated"
    match.play(1, "13")
    assert "12" in match.moves(0)


@rule("GUE-4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guesses_are_whole_numbers_from_n_to_20_n(seats: int) -> None:
    match = elfer.start("guess", seats=seats, seed=1)
    assert match.moves(0) == tuple(str(number) for number in range(seats, 20 * seats + 1))
    for wrong in (str(seats - 1), str(20 * seats + 1), "7.5", "07", "-7", "seven", "None", ""):
        with pytest.raises(IllegalMove) as refused:
            match.play(0, wrong)
        assert refused.value.code == "guess_range"
    assert refused.value.tell(Words("de")).endswith(f"von {seats} bis {20 * seats}.")


@rule("GUE-4")
def test_what_was_turned_up_is_known_to_all_and_never_imagined_elsewhere() -> None:
    match = guesses("R5 R6", "Y7 Y8")
    match.play(0, "12")
    match.play(1, "13")
    for i in range(20):
        position = format_position(match.game, match.imagine(1, Chance(1, i)))
        assert position["won"] == ["R5 Y7", ""]


@rule("GUE-5")
def test_most_cards_win() -> None:
    match = guesses("R5", "Y7", won=["B1-4", "G1 G2"])
    match.play(0, "30")
    events = match.play(1, "12")
    assert match.result is not None
    assert match.result.points == (4, 4)
    assert match.result.winners == (0, 1)
    assert match.result.reason == "played"
    assert [type(event).__name__ for event in events] == ["Guessed", "SumShown", "RoundOver"]


@rule("GUE-5")
def test_the_round_goes_on_while_cards_are_left() -> None:
    match = guesses("R5 R6", "Y7 Y8")
    for number in ("2", "12", "14", "2"):
        assert match.result is None
        match.play(match.actors[0], number)
    assert match.result is not None
    assert match.result.points == (0, 4)


def test_positions_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(BadInput, match="must be of one size, not 2, 1"):
        guesses("R5 R6", "Y7")
    with pytest.raises(BadInput, match="'guesses' cannot be '12'"):
        guesses("R5", "Y7", guesses=["12", None])
    with pytest.raises(BadInput, match="There is no seat 2"):
        guesses("R5", "Y7", turn=2)
    with pytest.raises(BadInput, match="R5 is there twice"):
        guesses("R5", "R5")
    with pytest.raises(BadInput, match="no key 'stock'"):
        table("guess", "R5", "Y7", rest="unused", stock="R1")


def test_bad_options_are_refused() -> None:
    with pytest.raises(BadInput, match="a seat of this table"):
        elfer.start("guess", seats=2, first=2)
    with pytest.raises(BadInput, match="2 to 4 seats"):
        elfer.start("guess", seats=5)
    with pytest.raises(BadInput, match="has no option 'edition'"):
        elfer.start("guess", edition="classic")
