from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import elfer
from elfer.bots.play import next_move
from elfer.core.cards import BIT, names
from elfer.core.chance import Chance
from elfer.games.cheat.bot.odds import lie, uses
from elfer.games.cheat.rules import Cheat
from elfer.match import AnyMatch
from elfer.study.simulate import simulate
from tests.games.cheat.positions import at

LEVELS = pytest.mark.parametrize("level", ["medium", "hard", "expert"])


def chosen(match: AnyMatch, level: str, seat: int) -> set[str]:
    return {elfer.bot(level, seed=seed).choose(match, seat) for seed in range(20)}


@LEVELS
def test_what_cannot_be_true_is_doubted(level: str) -> None:
    keys: dict[str, Any] = {"said": 6, "last": "R8", "laid": ["R4", "Y1 G2", "R3 Y3"], "turn": 1}
    match = at("R5 R7 R9", "Y6 R6 G6 B6 Y9 B9", "G3 G4 G5", star_wars=True, **keys)
    assert lie(match.game, match.imagine(1, Chance(1)), 1) == 1  # type: ignore[arg-type]
    assert chosen(match, level, 1) == {"doubt"}


@LEVELS
def test_a_number_that_is_not_in_the_game_is_doubted(level: str) -> None:
    keys: dict[str, Any] = {"said": 10, "last": "R5", "laid": ["R1 R4 G2", "Y1 Y4 G3", "R3 Y3 Y6"], "turn": 1}
    match = at("R6 R7", "Y8 Y9 B1", "G6 G9", **keys)
    assert chosen(match, level, 1) == {"doubt"}


@LEVELS
def test_a_lay_that_empties_a_hand_is_always_doubted(level: str) -> None:
    match = at("R1", "Y2 Y3 Y4", "G5 G6 G7")
    match.play(0, "R1")
    assert chosen(match, level, 1) == {"doubt"}


@LEVELS
def test_the_last_card_is_laid_when_it_is_true(level: str) -> None:
    match = at("R1", "Y2 Y3 Y4", "G5 G6 G7")
    assert chosen(match, level, 0) == {"R1"}


def test_the_card_that_comes_next_is_kept() -> None:
    """With three seats the one that says one will say four, and may win with it."""
    match = at("R1 R4", "Y2 Y3 Y4 Y9", "G5 G6 G7 G9")
    assert chosen(match, "expert", 0) == {"R1"}
    match = at("R4 R8", "Y2 Y3 Y4 Y9", "G5 G6 G7 G9")
    assert chosen(match, "expert", 0) == {"R8"}


def test_only_the_colour_that_is_true_is_of_use() -> None:
    match = at("R4 Y4", "Y2 Y3", "G5 G6", options={"colour": "red"})
    found = uses(match.game, match.state, BIT["R4"] | BIT["Y4"], 1)  # type: ignore[arg-type]
    assert {names(card)[0]: use > 0 for card, use in found.items()} == {"R4": True, "Y4": False}


def test_a_claim_is_the_likelier_the_fewer_of_its_cards_are_seen() -> None:
    chances = []
    for own in ("Y5 Y6 Y7 Y8", "Y1 Y6 Y7 Y8", "Y1 G1 Y7 Y8", "Y1 G1 B1 Y8"):
        match = at("R1 R5 R6 R7 R8", own, "G2 G3 G4 G5")
        match.play(0, "R1")
        chances.append(lie(match.game, match.imagine(1, Chance(1)), 1))  # type: ignore[arg-type]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


def test_estimates_of_a_last_lay_leave_hope_to_a_doubt_alone() -> None:
    match = at("R1", "Y2 Y3 Y4", "G5 G6 G7")
    match.play(0, "R1")
    doubt, accept = elfer.bot("hard", seed=1).evaluate(match, 1)
    assert (doubt.move, accept.move, accept.win) == ("doubt", "accept", 0)
    assert 0 < doubt.win < 0.5


def test_estimates_like_the_card_that_wins() -> None:
    match = at("R1", "Y2 Y3 Y4", "G5 G6 G7")
    (found,) = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert found.win > 0.8


def test_a_sure_lie_is_worth_a_doubt_and_no_victory() -> None:
    keys: dict[str, Any] = {"said": 6, "last": "R8", "laid": ["R4", "Y1 G2", "R3 Y3"], "turn": 1}
    match = at("R5 R7 R9", "Y6 R6 G6 B6 Y9 B9", "G3 G4 G5", star_wars=True, **keys)
    best, *others = elfer.bot("hard", seed=1).evaluate(match, 1)
    assert best.move == "doubt"
    assert max(other.win for other in others) < best.win < 0.6


def test_a_higher_level_wins_oftener() -> None:
    for bots, least in (("hard,easy", 0.5), ("expert,medium", 0.45)):
        report = simulate("cheat", seats=3, bots=bots, games=60, seed=1, duplicate=True)
        assert report.bots[0].wins.value > least


def decisions(level: str, rounds: int) -> Iterator[tuple[AnyMatch, int, str]]:
    """Every decision in some rounds among bots of a level."""
    for seed in range(rounds):
        match, rng = elfer.start("cheat", seats=3, seed=seed), Chance(seed)
        bots = [elfer.bot(level, seed=seat) for seat in range(3)]
        while not match.over:
            seat, move = next_move(match, bots, rng)
            yield match, seat, move
            match.play(seat, move)


@LEVELS
def test_whoever_holds_all_cards_of_a_number_doubts_it(level: str) -> None:
    met = 0
    for match, seat, move in decisions(level, 20):
        game, state = match.game, match.state
        assert isinstance(game, Cheat)
        true = game.true(3, state.said)
        if seat in game.doubters(state) and true and true & state.hands[seat] == true:
            met += 1
            assert move == "doubt"
    assert met > 10


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_nobody_accepts_a_last_lay(level: str) -> None:
    assert all(move != "accept" for _, _, move in decisions(level, 8))


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_rounds_do_not_drag(level: str) -> None:
    assert sum(1 for _ in decisions(level, 24)) / 24 < 250
