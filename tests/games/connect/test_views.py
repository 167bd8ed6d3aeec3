"""Überall anschließen: what a seat may know."""

from __future__ import annotations

from typing import Any

import elfer
from elfer.core.chance import Chance
from elfer.match import AnyMatch
from tests.games.connect.positions import at
from tests.rules import rule


@rule("CON-1", "GEN-8")
def test_nobody_sees_a_stack() -> None:
    match = elfer.start("connect", seats=3, seed=1)
    for seat in (0, 1, 2, None):
        assert not {*elfer.to_json(match.view(seat)).split('"')} & set(match.game.deck(3))


def _imagined(match: AnyMatch, number: int) -> dict[str, Any]:
    twin = match.imagine(0, Chance(number))
    copy = elfer.load(match.position())
    copy._state = twin
    return copy.position()


@rule("CON-6", "GEN-8")
def test_what_lay_open_stays_known_and_the_rest_may_be_anything() -> None:
    match = at("G13 R9 R12 B17 B5", "Y9 G5 G7 Y2 B9", piles=["", "R7 Y13"])
    assert {tuple(_imagined(match, n)["hands"]) for n in range(5)} != {tuple(match.position()["hands"])}
    match = at("", "Y9 G5 G7", piles=["R7 B13 B3", ""])
    match.play(0, "reveal")
    for number in range(20):
        assert _imagined(match, number)["hands"][0] == "B13 R7"


@rule("CON-7", "GEN-8")
def test_a_known_card_given_away_stays_known() -> None:
    match = at("R1 R9", "", attention=True, piles=["R3", "Y13 G7 B3"], turn=1)
    match.play(1, "reveal")
    match.play(1, "own")
    match.play(0, "reveal")
    match.play(0, "own")
    match.play(1, "stopp")
    for number in range(20):
        assert _imagined(match, number)["hands"] == ["Y13 R9", "G7"]
