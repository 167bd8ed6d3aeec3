"""Mogeln: what a seat may know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import Cards, names
from elfer.core.chance import Chance
from elfer.games.cheat.state import (
    on_pile,
    total_size,
)
from elfer.match import AnyMatch
from tests.games.cheat.positions import at
from tests.positions import seen
from tests.rules import rule


def _places(state: Any) -> list[Cards]:
    return [hand | on_pile(state, s) for s, hand in enumerate(state.hands)] + [state.out]


def _twins(match: AnyMatch, seat: int | None) -> list[Any]:
    return [match.imagine(seat, Chance(number)) for number in range(30)]


def _hands(match: AnyMatch, seat: int | None, other: int) -> list[set[str]]:
    """What a seat may imagine another one to hold."""
    return [set(names(twin.hands[other])) for twin in _twins(match, seat)]


@rule("CHE-5", "GEN-8")
def test_a_seat_sees_what_it_has_laid_on_the_pile_and_nobody_else_does() -> None:
    match = at("R1 R3 R5 R6 Y1", "Y4 Y2", "G1 G2")
    for seat, move in ((0, "R5+R6"), (1, "Y4"), (2, "G1"), (0, "R1")):
        match.play(seat, move)
    laid = (("R1", "R5", "R6"), ("Y4",), ("G1",))
    for viewer in (0, 1, 2, None):
        assert seen(match, viewer).laid == tuple(own if s == viewer else None for s, own in enumerate(laid))
    opened: Any = match.open_view()
    assert opened.laid == laid
    match.play(1, "doubt")
    assert seen(match, 0).laid == ((), None, None)


@rule("CHE-8", "GEN-8")
def test_what_others_laid_stays_hidden_when_the_round_is_over() -> None:
    match = at("R5", "Y1 Y2", "G1 G2")
    match.play(0, "R5")
    match.play(1, "accept")
    assert match.over
    assert seen(match, 0).laid == (("R5",), None, None)
    assert seen(match, 1).laid == (None, (), None)


@rule("CHE-5", "GEN-8")
@pytest.mark.parametrize("edition", ["classic", "star-wars"])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_what_a_seat_knows_is_true_and_imagining_honours_it(edition: str, seats: int) -> None:
    match, rng = elfer.start("cheat", seats=seats, seed=5, edition=edition), Chance(seats)
    for _ in range(150):
        if match.over:
            break
        for viewer in (*range(seats), None):
            twin: Any = match.imagine(viewer, rng)
            state: Any = match.state
            known = state.excluded[seats if viewer is None else viewer]
            own = 0 if viewer is None else _places(state)[viewer]
            for some in (state, twin):
                assert not any(known[place] & cards & ~own for place, cards in enumerate(_places(some)))
            assert [total_size(twin, s) for s in range(seats)] == [total_size(state, s) for s in range(seats)]
            assert elfer.to_json(match.game.view(twin, viewer)) == elfer.to_json(match.view(viewer))
            assert match.game.imagine(twin, viewer, Chance(1)) == match.game.imagine(
                match.state, viewer, Chance(1)
            )
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        match.play(seat, "doubt" if "doubt" in moves and not rng.below(6) else moves[rng.below(len(moves))])


@rule("CHE-4", "GEN-8")
def test_a_lay_that_was_turned_up_is_known_to_be_with_the_taker_until_it_lays_again() -> None:
    match = elfer.start("cheat", seats=3, seed=1)
    lie = next(card for card in match.moves(0) if not card.endswith("1"))
    match.play(0, lie)
    match.play(1, "doubt")
    for viewer in (1, 2, None):
        assert all(lie in hand for hand in _hands(match, viewer, 0))
    match.play(1, match.moves(1)[0])
    match.play(2, match.moves(2)[0])
    match.play(0, next(card for card in match.moves(0) if card != lie))
    assert 0 < sum(lie in hand for hand in _hands(match, 2, 0)) < 30


@rule("CHE-4", "GEN-8")
def test_own_cards_in_a_pile_are_known_to_be_with_the_taker() -> None:
    match = at("R5 R6", "Y2 Y4 Y5", "G1 G2 B1 B2 B3")
    match.play(0, "R5")
    match.play(1, "Y4")
    match.play(2, "doubt")
    assert all({"R5", "Y4"} <= hand for hand in _hands(match, 0, 1))
    assert all("Y4" in hand for hand in _hands(match, 2, 1))
    assert not all("R5" in hand for hand in _hands(match, 2, 1))


@rule("CHE-7", "GEN-8")
def test_own_cards_that_left_the_game_are_known_to_be_out() -> None:
    laid = ["R4 R5 R6", "Y4-6", "G4 G5"]
    match = at("R1 R2 R3", "Y1 Y2", "G1 G2", star_wars=True, laid=laid, last="G6", said=9)
    match.play(0, "R1")
    for twin in _twins(match, 1):
        assert {"Y4", "Y5", "Y6"} <= set(names(twin.out))


@rule("CHE-5", "GEN-8")
def test_a_seat_imagines_secret_second_cards_of_others_but_not_of_its_own() -> None:
    match = at("R1-8", "Y1-8", "G1-8")
    match.play(0, "R5")
    match.play(1, "Y4+Y5")
    lasts = [twin.last.bit_count() for twin in _twins(match, 2)]
    assert set(lasts) == {1, 2}
    assert {twin.last.bit_count() for twin in _twins(match, 1)} == {2}


@rule("CHE-8", "GEN-8")
def test_an_empty_hand_is_imagined_empty() -> None:
    match = at("R5 R6", "Y1-8", "G1-8")
    match.play(0, "R5+R6")
    for twin in _twins(match, 2):
        assert twin.hands[0] == 0
        assert twin.last.bit_count() == 2


def test_a_position_whose_knowledge_contradicts_itself_can_still_be_imagined() -> None:
    nowhere = [["R1 R2"] * 4] * 4
    match = at("R1-3", "Y1 Y2", "G1 G2", excluded=nowhere)
    assert Counter(match.imagine(1, Chance(1)).all_cards()) == Counter(match.game.deck(3))
