"""Redealt hidden cards: seen cards stay, known facts hold, and the deals that agree are equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import union
from elfer.core.chance import Chance
from elfer.games import registry
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import from_state, sample, sheet_of, stream, to_state
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from elfer.games.rows.three_starts import ThreeStarts
from elfer.match import AnyMatch
from tests.games.rows.compiled.variants import ROW_GAMES, TABLES, games
from tests.games.rows.deals import ME, all_deals, public, scenario, where

NESTED = [id for id in ROW_GAMES if not issubclass(registry()[id], ThreeStarts)]
"""The games in which exclusions are nested. THR-2"""


def sampled(game: RowGame, state: State, seat: int, index: int) -> State:
    array, stock = from_state(game, state, rng=stream(1, index))
    sample(array, sheet_of(game, len(state.hands)), stock, seat)
    return to_state(game, array, stock, len(state.hands))


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_what_is_seen_stays_and_what_is_known_is_honoured(id: str, seats: int) -> None:
    rng, changed = Random(f"{id} {seats}"), 0
    for i, game in enumerate(games(id, seats)):
        state = game.deal(seats, Chance(i))
        while actors := game.actors(state):
            for seat in (rng.randrange(seats), -1):
                guess = sampled(game, state, seat, rng.randrange(1000))
                check(game, state, guess, seat)
                changed += guess.hands != state.hands
            for _ in range(rng.randrange(1, 9)):
                if actors := game.actors(state):
                    state, _ = game.play(state, actors[0], rng.choice(game.moves(state, actors[0])))
    assert changed > 10


def check(game: RowGame, state: State, guess: State, seat: int) -> None:
    """A guess that this seat cannot tell from the truth."""
    assert sorted(guess.all_cards()) == sorted(state.all_cards())
    assert [hand.bit_count() for hand in guess.hands] == [hand.bit_count() for hand in state.hands]
    assert len(guess.stock) == len(state.stock)
    if seat >= 0:
        assert guess.hands[seat] == state.hands[seat]
    if seat == state.turn or not state.drawn:
        assert guess.drawn == state.drawn
    assert bool(guess.drawn) == bool(state.drawn)
    assert (guess.table, guess.turn, guess.laid) == (state.table, state.turn, state.laid)
    for other, belief in enumerate(state.excluded):
        if other != seat:
            assert not guess.hands[other] & belief.excluded


@pytest.mark.parametrize("id", NESTED)
def test_every_deal_that_agrees_is_equally_likely(id: str) -> None:
    """Where exclusions are nested: chi-squared against a count of all deals, with fixed seeds."""
    compared = 0
    for seed in range(12):
        match, history = random_history(id, seed)
        expected = all_deals(scenario(id, {}, seed), history)
        if 1 < len(expected) <= 300:
            compared += 1
            tries = 60 * len(expected)
            assert isinstance(match.game, RowGame)
            assert isinstance(match.state, State)
            found = Counter(where(sampled(match.game, match.state, ME, i)) for i in range(tries))
            assert set(found) <= set(expected)
            share = tries / sum(expected.values())
            chi = sum((found[key] - n * share) ** 2 / (n * share) for key, n in expected.items())
            assert chi < len(expected) - 1 + 5 * (2 * (len(expected) - 1)) ** 0.5
    assert compared > 2


def random_history(id: str, seed: int) -> tuple[AnyMatch, list[tuple[int, str, str]]]:
    """A match a few moves on from a scenario, and those moves as seat 0 saw them."""
    match, rng = scenario(id, {}, seed), Random(seed)
    history: list[tuple[int, str, str]] = []
    for _ in range(2 + rng.randrange(9)):
        (seat,) = match.actors
        moves = match.moves(seat)
        move = "end" if seat == ME and "end" in moves else rng.choice(moves)
        before = match.at(match.steps)
        seen = public(match, seat, move)
        if match.over:
            return before, history
        history.append((seat, move, seen))
    return match, history


def test_what_cannot_be_is_given_up() -> None:
    """A position may exclude more than there is; the hand is dealt all the same."""
    game = Classic()
    state = game.deal(3, Chance(1))
    unseen = union(state.hands) | union(state.stock)
    guess = sampled(game, replace(state, excluded=(Belief(unseen),) * 3), 0, 1)
    assert [hand.bit_count() for hand in guess.hands] == [20, 20, 20]
    assert sorted(guess.all_cards()) == sorted(state.all_cards())
