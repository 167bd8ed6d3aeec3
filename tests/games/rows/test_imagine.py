"""Imagined deals against all deals: every one that agrees with the public history, and each equally often."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import BIT, parse_cards
from elfer.core.chance import Chance
from elfer.match import AnyMatch, Match
from tests.games.rows.deals import ME, all_deals, public, scenario, where
from tests.rules import rule

CASES = [
    ("classic", {}),
    ("classic", {"edition": "star-wars"}),
    ("false-start", {}),
    ("three-starts", {}),
    ("any-start", {}),
    ("junior", {"edition": "star-wars"}),
]


@rule("CLA-7", "CLA-8")
@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_every_deal_that_agrees_is_imagined_equally_often(game: str, options: dict[str, Any]) -> None:
    drawn = 0
    for seed in range(12):
        match, history, rng = scenario(game, options, seed), [], Chance(seed, 1)
        start = Match(match.game, match.state, 3, 1, None)
        for _ in range(2 + rng.below(8)):
            seat = match.actors[0]
            moves = match.moves(seat)
            move = moves[rng.below(len(moves))]
            if seat == ME and "end" in moves:
                move = "end"
            before = match.at(match.steps)
            seen = public(match, seat, move)
            if match.over:
                match = before
                break
            history.append((seat, move, seen))
        drawn += sum(move in ("draw", "pass") for seat, move, _ in history if seat != ME)
        expected = all_deals(start, history)
        if 1 < len(expected) <= 300:
            compare(match, expected)
    assert drawn > 3


def compare(match: AnyMatch, expected: Counter[tuple[Any, ...]]) -> None:
    """Chi-squared: the same deals, as often as their number says; fixed seeds, so this cannot flicker."""
    tries = 40 * len(expected)
    found = Counter(where(match.imagine(ME, Chance(7, i))) for i in range(tries))
    assert set(found) <= set(expected)
    total = sum(expected.values())
    chi = sum((found[key] - tries * n / total) ** 2 / (tries * n / total) for key, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5


@rule("THR-2", "CLA-7")
def test_a_card_that_fitted_once_may_be_drawn_later() -> None:
    """B12 may open its row until B10 does: then a hand known not to hold it may draw it and keep it."""
    hands = ["G3 G4 B2-9 B11 B14-20", "G1 G2", "B1 B10"]
    table = {"table": "R1-20 Y1-20 G6-20", "stock": "G5 B12 B13", "turn": 1}
    match = elfer.load({"game": "three-starts", "hands": hands, **table})
    start = Match(match.game, match.state, 3, 1, None)
    moves = [(1, "draw"), (2, "B10"), (2, "end"), (0, "B9"), (0, "end"), (1, "draw")]
    history = [(seat, move, public(match, seat, move)) for seat, move in moves]
    state: Any = match.state
    assert [held for held, _ in state.excluded[1].odds] == [0, BIT["B12"]]
    compare(match, all_deals(start, history))


@rule("CLA-3")
def test_before_the_first_card_the_starter_is_imagined_with_an_eleven() -> None:
    match = elfer.start("classic", seats=3, seed=5)
    (starter,) = match.actors
    for seat in (*range(3), None):
        elevens: set[int] = set()
        for i in range(60):
            state: Any = match.imagine(seat, Chance(i))
            assert match.game.starter(state.hands, Chance(0)) == starter  # type: ignore[attr-defined]
            elevens.add(state.hands[starter] & sum(BIT[f"{c}11"] for c in "RYGB"))
        assert len(elevens) > 1 or seat == starter


@rule("CLA-3")
def test_who_starts_with_yellow_shows_that_red_is_in_the_stock() -> None:
    hands = ["Y11 B1-19", "G1-19 B20", "R1-10 Y1-10"]
    rest = "R11 R12-20 Y12-20 G20"
    match = elfer.load({"game": "classic", "hands": hands, "stock": rest})
    match.play(0, "Y11")
    assert match.position()["excluded"] == ["R11"] * 3
    for i in range(50):
        state: Any = match.imagine(1, Chance(i))
        assert BIT["R11"] in state.stock


@rule("CLA-7")
def test_who_drew_is_never_imagined_with_a_card_that_fitted() -> None:
    hands = ["R1-8 Y1-8", "G1-10 B1-10", "R12-20 Y12-20"]
    rest = "R9 R10 Y9 Y10 Y11 G11-20 B11-20"
    match = elfer.load({"game": "classic", "hands": hands, "stock": rest, "table": "R11", "turn": 0})
    match.play(0, "draw")
    assert match.position()["excluded"] == ["R12 Y11 G11 B11", "", ""]
    excluded = sum(BIT[name] for name in parse_cards(match.position()["excluded"][0]))
    for i in range(100):
        state: Any = match.imagine(1, Chance(i))
        assert not state.hands[0] & excluded


def test_true_hidden_cards_are_not_imagined_more_often_than_chance() -> None:
    """Of 40 unseen cards in two places, a true place is guessed half the time, not more."""
    hits = cards = 0
    for seed in range(60):
        match = elfer.start("classic", seats=2, seed=seed, without="blue")
        true, guess = (s.hands[1] for s in (match.state, match.imagine(0, Chance(seed, 5))))
        hits += (true & guess).bit_count()
        cards += 20
    assert abs(hits / cards - 0.5) < 0.04
