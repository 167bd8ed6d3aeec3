"""The clauses of Ladder, one by one, at positions written by hand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import elfer
import pytest
from elfer.core.cards import names, rows
from elfer.core.events import Drew
from elfer.core.texts import LANGUAGES, sentences
from elfer.sheets import sheet

from elfer_ladder.state import Climbed, Dropped, Fell

FOLDER = Path(__file__).parent / "elfer_ladder"
CARDS = names(rows(range(1, 12)))


def table(*hands: str, ladders: tuple[str, ...], stock: str | None = None, motley: bool = False) -> Any:
    """A match at a position: the remaining cards are the stock, or fallen if that is given."""
    used = " ".join([*hands, *ladders, stock or ""]).split()
    rest = " ".join(card for card in CARDS if card not in used)
    piles = {"stock": rest} if stock is None else {"stock": stock, "fallen": rest}
    options = {"motley": motley}
    return elfer.load({"game": "ladder", "options": options, "hands": hands, "ladders": ladders, **piles})


def refusal(match: Any, move: str) -> str:
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    return str(refused.value)


@pytest.mark.rule("LAD-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_cards_each_and_the_rest_is_the_stock(seats: int) -> None:
    match = elfer.start("ladder", seats=seats, first=1)
    view: Any = match.view(0)
    assert view.sizes == (5,) * seats
    assert view.stock == 44 - 5 * seats
    assert match.actors == (1,)
    for hand in (3, 5, 7):
        assert elfer.start("ladder", seats=seats, hand=hand).view(0).sizes == (hand,) * seats


@pytest.mark.rule("LAD-2")
def test_a_rung_is_higher_than_the_one_below() -> None:
    match = table("R3 Y7", "B1", ladders=("", ""))
    assert match.moves(0) == ("R3", "Y7", "drop R3", "drop Y7")
    match = table("R3 R7 B7 G8", "B1", ladders=("Y7 Y2", ""))
    assert match.moves(0)[0] == "G8"
    assert refusal(match, "R7") == "Red 7 is too low: the top rung of your ladder is yellow 7."
    assert refusal(match, "B1") == "Blue 1 is not in your hand."
    assert match.play(0, "G8")[0] == Climbed(0, "G8")
    assert match.view(1).ladders[0] == ("G8", "Y7", "Y2")


@pytest.mark.rule("LAD-3")
def test_the_same_number_knocks_off_top_rungs() -> None:
    match = table("R8", "B1", "B2", "B3", ladders=("", "Y8 Y1", "G8", "G9 B8"))
    events = match.play(0, "R8")
    assert events[:3] == (Climbed(0, "R8"), Fell(1, "Y8"), Fell(2, "G8"))
    view = match.view(None)
    assert view.ladders == (("R8",), ("Y1",), (), ("G9", "B8"))
    assert view.fallen == ("Y8", "G8")


@pytest.mark.rule("LAD-4")
def test_a_card_put_away_is_a_secret() -> None:
    match = table("R3 Y7", "B1", ladders=("", ""), stock="")
    event = match.play(0, "drop Y7")[0]
    assert event.seen_by(0) == Dropped(0, "Y7")
    assert event.seen_by(1) == event.seen_by(None) == Dropped(0, None)
    assert (match.view(0).dropped, match.view(1).dropped) == ((("Y7",), None), (None, ()))
    match.play(1, "B1")
    match.play(0, "R3")
    assert match.view(1).dropped == (("Y7",), ())


@pytest.mark.rule("LAD-5")
def test_the_hand_is_filled_up_while_the_stock_lasts() -> None:
    match = table("R3", "B1", ladders=("", ""), stock="G4")
    drawn = match.play(0, "R3")[1]
    assert drawn.seen_by(0) == Drew(0, ("G4",))
    assert drawn.seen_by(1) == Drew(0, (None,))
    assert match.view(0).hands == (("G4",), None)
    assert match.actors == (1,)
    assert match.play(1, "B1") == (Climbed(1, "B1"),)


@pytest.mark.rule("LAD-6")
def test_the_longest_ladder_wins_when_the_hands_are_played() -> None:
    match = table("R3", "B1", ladders=("R2", ""), stock="")
    match.play(0, "R3")
    assert not match.over
    match.play(1, "B1")
    assert match.result == elfer.Result((2, 1), (0,), (1, 2), "played")


@pytest.mark.rule("LAD-7")
def test_a_motley_ladder_changes_colour() -> None:
    match = table("R3 Y3", "B1", ladders=("R2", ""), motley=True)
    assert match.moves(0)[0] == "Y3"
    assert "same colour" in refusal(match, "R3")
    assert table("R3 Y3", "B1", ladders=("R2", "")).moves(0)[:2] == ("R3", "Y3")


def test_both_languages_have_the_same_sentences_and_no_other_game_says_them() -> None:
    english, german = (
        tomllib.loads((FOLDER / f"texts.{lang}.toml").read_text("utf-8")) for lang in LANGUAGES
    )
    assert english.keys() == german.keys()
    for group, said in english.items():
        assert said.keys() == german[group].keys()
        assert said == {key: sentences("en")[f"{group}.{key}"] for key in said}


def test_both_sheets_have_the_same_clauses() -> None:
    english, german = (re.findall(r"\*\*(LAD-\d+)\*\*", sheet("ladder", lang)) for lang in LANGUAGES)
    assert english == german == [f"LAD-{number}" for number in range(1, 8)]
