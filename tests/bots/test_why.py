"""Reasons: what is said for a move, in words that fill their gaps in both languages."""

from __future__ import annotations

import msgspec
import pytest

import elfer
from elfer.bots import Estimate, Reason
from elfer.bots.play import next_move
from elfer.core.chance import Chance
from elfer.core.texts import LANGUAGES, Words
from elfer.match import AnyMatch
from tests.games.board.positions import board
from tests.games.master.positions import master

REASONED = ("classic", "master", "board", "cheat", "guess", "collect")
"""Games whose hints say why."""


def reasons(match: AnyMatch, move: str, seat: int = 0) -> list[str]:
    """What is said for a move, in English."""
    (found,) = (one for one in elfer.bot("expert", seed=1).evaluate(match, seat) if one.move == move)
    return [reason.tell(Words("en")) for reason in found.why]


@pytest.mark.parametrize("id", REASONED)
def test_every_move_has_a_reason_that_can_be_said(id: str) -> None:
    match, rng = elfer.start(id, seats=3, seed=4), Chance(4)
    bots = [elfer.bot("medium", seed=seat) for seat in range(3)]
    while not match.over and match.steps < 30:
        seat, move = next_move(match, bots, rng)
        if match.steps % 10 == 0 and seat in match.awaited and len(match.moves(seat)) > 1:
            for found in elfer.bot("hard", seed=1).evaluate(match, seat):
                assert found.why or "end" in match.moves(seat)
                assert all(reason.tell(Words(lang)) for lang in LANGUAGES for reason in found.why)
        match.play(seat, move)


def test_the_only_move_is_called_so() -> None:
    match = master("R20", "Y1 Y2 Y3 Y4", laid=1, connections=[0, 0])
    assert match.moves(0) == ("end",)
    assert reasons(match, "end") == ["There is no other move."]


def test_a_last_card_goes_out() -> None:
    assert reasons(master("R12", "Y1 Y2 Y3 Y4"), "R12") == ["Your whole hand goes in this turn."]


def test_a_pair_and_what_is_opened_are_named() -> None:
    match = board("R10 R9 Y16", "Y1 Y2 Y4 Y5", table="R11", run="R11", laid=1)
    pair, way = reasons(match, "R10")
    assert pair == "It makes a pair: then you may pass on a tile."
    assert way == "It opens the way for your red 9."


def test_an_estimate_without_reasons_is_written_as_ever() -> None:
    assert msgspec.json.encode(Estimate("R9", 0.5, 1.0)) == b'{"move":"R9","win":0.5,"points":1.0}'
    told = msgspec.json.decode(
        msgspec.json.encode(Estimate("R9", 0.5, 1.0, (Reason("opens", {"cards": ("R8",)}),))), type=Estimate
    )
    assert told.why[0].tell(Words("de")) == "Das öffnet anderen den Weg: Rot 8."


@pytest.mark.parametrize("id", ["classic", "master", "board", "guess"])
def test_the_same_position_gets_the_same_advice(id: str) -> None:
    match = elfer.start(id, seats=3, seed=2)
    seat = match.awaited[0]
    first, second = (elfer.bot("expert", seed=seed).evaluate(match, seat) for seed in (1, 2))
    assert first == second
