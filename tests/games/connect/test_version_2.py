"""Version 2 of Überall anschließen: its records and matches go on by their own rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.games import game_type, registry
from elfer.games.connect.rules import Connect
from elfer.games.connect.state import StoppCalled
from elfer.games.connect.version_2 import Connect2
from elfer.match import AnyMatch
from tests.games.connect.positions import at, tags
from tests.positions import seen
from tests.rules import rule

KEPT = Path(__file__).parents[2] / "kept"
FIRST = """[Game "connect"]
[Version 1]
[Options {"attention": true, "first": 0}]
[Seats 2]
[Rounds 1]
[Seed 245]
[Result "*"]

0: reveal, middle
1: stopp, reveal, own
0: stopp, reveal, pile 1
*
"""
"""Written when a wrong Stopp cost nothing."""


def before(*stacks: str, **keys: Any) -> AnyMatch:
    """A position under the rules of version 2."""
    return elfer.replay(at(*stacks, attention=True, **keys).record().replace("[Version 3]", "[Version 2]"))


def test_only_the_present_version_is_offered() -> None:
    assert game_type("connect") is registry()["connect"] is Connect
    assert type(elfer.start("connect").game) is Connect
    assert (game_type("connect", 2), game_type("connect", 3)) == (Connect2, Connect)


@rule("CON-7")
def test_a_record_from_when_a_wrong_stopp_was_free_is_refused() -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.replay(FIRST)
    assert (refused.value.code, refused.value.params["known"]) == ("record_version", (2, 3))


@pytest.mark.parametrize("version", ["2", 2.0, [2], 0, 4])
def test_a_version_that_cannot_be_is_refused(version: object) -> None:
    text = (
        elfer.start("connect", seed=1).record().replace("[Version 3]", f"[Version {elfer.to_json(version)}]")
    )
    with pytest.raises(elfer.BadInput, check=lambda refused: refused.code == "record_version"):
        elfer.replay(text)


@pytest.mark.parametrize("name", ["connect-2", "connect-2-position"])
def test_a_record_replays_by_its_own_rules_and_is_written_as_it_was(name: str) -> None:
    text = (KEPT / f"{name}.txt").read_text("utf-8")
    match = elfer.replay(text)
    assert type(match.game) is Connect2
    assert match.record() == text
    with pytest.raises(elfer.BadInput):
        elfer.replay(text.replace("[Version 2]", "[Version 3]"))


def test_a_match_goes_on_by_its_own_rules_from_round_to_round() -> None:
    text = elfer.start("connect", seats=2, seed=4, rounds=2, attention=True).record()
    match = elfer.replay(text.replace("[Version 3]", "[Version 2]"))
    while match.round == 0:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
    assert type(match.game) is Connect2
    assert "[Version 2]" in match.record()
    assert elfer.replay(match.record()) == match


@rule("CON-7")
def test_a_position_has_no_version_and_is_played_by_the_present_rules() -> None:
    match = elfer.load(before("R6 R9", "Y5 Y13").position())
    assert type(match.game) is Connect


@rule("CON-7")
def test_a_wrong_call_cost_the_caller_a_card_of_its_own() -> None:
    match = before("R1", "Y5 Y13", "G5")
    match.play(0, "reveal")
    match.play(0, "middle")
    assert match.play(1, "stopp") == (StoppCalled(1, accused=0),)
    assert seen(match, 0).ranks == (0, 0, 0)
    assert tags(match.play(2, "stopp")) == ["StoppCalled", "RanOut"]
    assert match.position()["hands"] == ["G5 Y13", "Y5", ""]


@rule("CON-7")
def test_a_card_went_only_where_it_fitted_or_on_the_own_pile() -> None:
    match = before("R1 R9", "Y5", "Y7", piles=["", "B20", "G4"], middle="Y20")
    match.play(0, "reveal")
    assert match.moves(0) == ("middle", "pile 1", "own")
    assert seen(match, 0).moves == ("middle", "pile 1", "pile 2", "own")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "pile 2")
    assert refused.value.code == "connect_not_there"


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_bots_play_it_to_its_end(level: str) -> None:
    text = elfer.start("connect", seats=3, seed=7, attention=True).record()
    match, bot = elfer.replay(text.replace("[Version 3]", "[Version 2]")), elfer.bot(level, seed=1)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, bot.choose(match, seat))
    assert elfer.replay(match.record()) == match


def test_a_record_without_a_version_is_refused() -> None:
    text = elfer.start("connect", seed=1).record().replace("[Version 3]", "[Version null]")
    with pytest.raises(elfer.BadInput, check=lambda refused: refused.code == "record_lacks"):
        elfer.replay(text)
