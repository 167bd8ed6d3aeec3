"""Reasons for moves: their texts have all their parameters in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

import elfer
from elfer.bots import Drawback, Estimate, Reason
from elfer.bots.play import next_move
from elfer.bots.why import best_first
from elfer.core.chance import Chance
from elfer.core.game import package_of
from elfer.core.texts import LANGUAGES, Words
from elfer.games import registry
from elfer.match import AnyMatch
from tests.games.board.positions import board
from tests.games.connect.positions import at, overlooked
from tests.games.master.positions import master
from tests.games.snap.positions import snap
from tests.positions import table

FAMILIES = tuple({package_of(kind): id for id, kind in registry().items()}.values())
"""A game of each family."""


def reasons(match: AnyMatch, move: str, seat: int = 0) -> list[str]:
    """The reasons for a move, in English."""
    (found,) = (one for one in elfer.bot("expert", seed=1).evaluate(match, seat) if one.move == move)
    return [reason.tell(Words("en")) for reason in found.why]


def positions(id: str, every: int) -> Iterator[tuple[AnyMatch, int]]:
    """Positions of a game, and whose turn it is there."""
    match, rng = elfer.start(id, seats=min(3, max(registry()[id].seats)), seed=4), Chance(4)
    bots = [elfer.bot("medium", seed=seat) for seat in range(match.seats)]
    while not match.over and match.steps < 30:
        seat, move = next_move(match, bots, rng)
        if match.steps % every == 0 and seat in match.awaited and seat >= 0:
            yield match, seat
        match.play(seat, move)


@pytest.mark.parametrize("id", FAMILIES)
def test_every_move_has_a_reason_that_can_be_said(id: str) -> None:
    for match, seat in positions(id, every=7):
        for found in elfer.bot("hard", seed=1).evaluate(match, seat):
            assert found.why or "end" in match.moves(seat)
            assert all(reason.tell(Words(lang)) for lang in LANGUAGES for reason in found.why)


@pytest.mark.parametrize("id", FAMILIES)
def test_the_same_position_gets_the_same_advice(id: str) -> None:
    for match, seat in positions(id, every=11):
        first, second = (elfer.bot("expert", seed=seed).evaluate(match, seat) for seed in (1, 2))
        assert first == second


RAW = re.compile(r"[=<>+]|\b[RYGBNJ]\d|\d[a-z]|\bgive\b")
"""Notation, which no text may contain."""


@pytest.mark.parametrize("id", FAMILIES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_are_said_in_words(id: str, lang: str) -> None:
    words = Words(lang)
    for match, seat in positions(id, every=1):
        said = [match.game.say(move, words) for move in match.moves(seat)]
        assert [text for text in said if RAW.search(text)] == []
        assert len(set(said)) == len(said)


def test_the_only_move_is_called_so() -> None:
    match = master("R20", "Y1 Y2 Y3 Y4", laid=1, connections=[0, 0])
    assert match.moves(0) == ("end",)
    assert reasons(match, "end") == ["There is no other move."]


def test_a_last_card_goes_out() -> None:
    assert reasons(master("R12", "Y1 Y2 Y3 Y4"), "R12") == ["You get rid of everything this turn."]


def test_a_pair_and_what_is_opened_are_named() -> None:
    match = board("R10 R9 Y16", "Y1 Y2 Y4 Y5", table="R11", run="R11", laid=1)
    pair, way = reasons(match, "R10")
    assert pair == "It makes a pair: then you may pass on a tile."
    assert way == "It opens the way for your red 9."


def test_a_best_move_with_drawbacks_only_is_called_best_anyway() -> None:
    best = Estimate("J=R10", 0.5, 1.0, (Drawback("master_spends_joker"),))
    other = Estimate("draw", 0.4, 9.0, (Drawback("opens", {"cards": ("R8",)}),))
    assert [[reason.code for reason in one.why] for one in best_first((other, best))] == [
        ["master_spends_joker", "best_anyway"],
        ["opens"],
    ]
    for match, seat in (found for id in ("classic", "master") for found in positions(id, every=6)):
        first = elfer.bot("hard", seed=1).evaluate(match, seat)[0]
        assert not all(isinstance(reason, Drawback) for reason in first.why) or not first.why


def test_a_colour_that_becomes_the_best_one_is_named() -> None:
    """The best colour is yellow with 20; red 17 makes red 24."""
    match = table("collect", "R7 Y1 Y19 G1", "R1 R2 R3 R4", piles=["R17", "Y9", "Y2", "B3"])
    assert reasons(match, "pile 1") == ["Red 17 makes red your best colour, with 4 points more than before."]
    assert reasons(match, "pile 2") == ["Yellow 9 adds 9 points to your best colour."]
    assert reasons(match, "pile 4") == ["Blue 3 adds nothing to your best colour."]


def test_a_guess_is_compared_with_the_middle() -> None:
    found = elfer.bot("expert", seed=1).evaluate(elfer.start("guess", seats=4, seed=3), 0)
    nearest, beside = found[0].why
    assert beside.code == "guess_beside"
    assert beside.params["percent"] < nearest.params["percent"]
    (middle,) = (one for one in found if one.move == str(beside.params["sum"]))
    assert [reason.code for reason in middle.why] == ["guess_nearest", "guess_middle"]
    assert middle.why[0].params["percent"] == beside.params["percent"]


def test_an_estimate_without_reasons_is_written_as_ever() -> None:
    assert msgspec.json.encode(Estimate("R9", 0.5, 1.0)) == b'{"move":"R9","win":0.5,"points":1.0}'
    told = msgspec.json.decode(
        msgspec.json.encode(Estimate("R9", 0.5, 1.0, (Reason("opens", {"cards": ("R8",)}),))), type=Estimate
    )
    assert told.why[0].tell(Words("de")) == "Das öffnet anderen den Weg: Rot 8."


def test_who_called_and_why_not() -> None:
    match = snap(["Y1", "G1"], ["R7 R2", "B7"])
    assert reasons(match, "schnapp") == ["Open piles show the same number: 7."]
    assert reasons(match, "schnipp") == ["That is not true: your open pile (2) would go to the middle."]
    assert reasons(match, "reveal") == ["There is something to call right now!"]
    match = snap(["Y1", "G1"], ["R7", "B8"], middle="Y8")
    assert reasons(match, "schnipp") == ["An open pile shows 8, just like the middle."]
    assert reasons(snap(["Y1", "G1"], ["R7", "B8"]), "reveal") == [
        "Nothing is the same, so play simply goes on."
    ]


def test_where_a_card_belongs() -> None:
    match = at("R1 R9", "Y5 Y7", "G5", attention=True, piles=["R3", "Y20", "G20"], middle="B4")
    match.play(0, "reveal")
    assert reasons(match, "pile 2") == [
        "It goes to seat 2, with only 2 cards left.",
        "Red 1 fits on green 20.",
    ]
    assert reasons(match, "pile 1") == ["Red 1 fits on yellow 20."]
    assert reasons(match, "own") == ["Red 1 does not belong there."]
    assert reasons(overlooked(), "stopp", seat=1) == ["The last card was put in the wrong place by seat 0."]


def test_what_a_card_takes() -> None:
    played = ["R1 R2 R4 R5 R6 R7 R8 R10 R11", "Y2 Y1 Y5 Y4 Y7 Y6 Y9 Y11 Y10"]
    match = elfer.load({"game": "highest", "hands": ["R3 R9", "Y3 Y8"], "played": played})
    assert reasons(match, "R9") == ["Nobody can play higher: the trick is yours."]
    assert "It keeps red 9 for later." in reasons(match, "R3")


def test_luck_is_called_luck() -> None:
    (only,) = elfer.bot("hard", seed=1).evaluate(elfer.start("duel", seed=1), 0)
    assert [reason.code for reason in only.why] == ["duel_luck"]
