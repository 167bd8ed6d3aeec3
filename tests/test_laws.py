"""Laws that hold for every game and seat count. A new game gets them by being in the registry."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import nullcontext
from copy import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import elfer
from elfer.core.cards import NAME
from elfer.core.chance import Chance
from elfer.core.game import TABLE, AnyGame, replaced_at
from elfer.games import registry
from elfer.match import AnyMatch
from tests.broken import Show
from tests.laws import honours_events, same_for
from tests.variants import VARIANTS

LONG = bool(os.environ.get("ELFER_LONG"))
STEPS_LOOKED_AT = 10**9 if LONG else 60
"""The first steps of a match, which are all looked at; of those after them one in thirty."""
MOST_STEPS = 200_000


each_variant = pytest.mark.parametrize(("id", "seats", "options"), VARIANTS, ids=str)
each_game = pytest.mark.parametrize(
    ("id", "seats", "options"),
    [v for v in VARIANTS if v[1] in (registry()[v[0]].seats[0], registry()[v[0]].seats[-1])],
    ids=str,
)
seeds = st.integers(0, 2**64 - 1)
law = settings(
    max_examples=100 if LONG else 3,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
law_of_whole_matches = settings(law, max_examples=100 if LONG else 2)


def pick(match: AnyMatch, rng: Chance) -> tuple[int, str]:
    """A seat and one of its legal moves, at random."""
    seat = match.actors[rng.below(len(match.actors))]
    moves = match.moves(seat)
    return seat, moves[rng.below(len(moves))]


def step(match: AnyMatch, rng: Chance) -> tuple[int, str, tuple[elfer.Event, ...]]:
    """One random legal move."""
    seat, move = pick(match, rng)
    return seat, move, match.play(seat, move)


def played(id: str, seats: int, options: dict[str, Any], seed: int, rounds: int = 1) -> AnyMatch:
    """A whole match at random."""
    match, rng = elfer.start(id, seats=seats, seed=seed, rounds=rounds, **options), Chance(seed, 99)
    while match.actors:
        step(match, rng)
        assert match.steps < MOST_STEPS
    return match


def middle(id: str | type[AnyGame], seats: int, options: dict[str, Any], seed: int) -> AnyMatch:
    """A match somewhere in its only round, and not at its end."""
    match, rng = elfer.start(id, seats=seats, seed=seed, **options), Chance(seed, 98)
    for _ in range(rng.below(60)):
        foreseen = match.foresee(*pick(match, rng))
        if foreseen.over:
            break
        match.take(foreseen)
    return match


def ahead(match: AnyMatch, rng: Chance) -> list[tuple[int, str]]:
    """One or two random legal moves from here; they are not played."""
    later, found = match.copy(), list[tuple[int, str]]()
    for _ in range(1 + rng.below(2)):
        if later.actors:
            found.append(pick(later, rng))
            later.play(*found[-1])
    return found


@each_variant
@law_of_whole_matches
@given(seed=seeds)
def test_play_is_sound(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    """Moves are there until the end, unique, playable; cards are conserved; the input state is unchanged."""
    match, rng = elfer.start(id, seats=seats, seed=seed, **options), Chance(seed, 97)
    deck = Counter(match.game.deck(seats))
    while match.actors:
        assert match.steps < MOST_STEPS
        if match.steps > STEPS_LOOKED_AT and rng.below(30):
            step(match, rng)
            continue
        for seat in range(TABLE, seats):
            moves = match.moves(seat)
            assert bool(moves) == (seat in match.actors)
            assert len(set(moves)) == len(moves)
        assert set(match.awaited) <= set(match.actors)
        assert match.awaited
        if rng.below(8) == 0:
            position = elfer.to_json(match.position())
            for seat in match.actors:
                for move in match.moves(seat):
                    match.game.play(match.state, seat, move)
            assert elfer.to_json(match.position()) == position
            assert elfer.to_json(elfer.load(_parsed(position)).position()) == position
        assert Counter(match.state.all_cards()) == deck
        step(match, rng)
    result = match.result
    assert match.over
    assert result is not None
    assert len(result.points) == len(result.ranks) == seats
    assert result.winners == tuple(s for s, rank in enumerate(result.ranks) if rank == 1) != ()
    assert result.reason


@each_game
@law
@given(seed=seeds)
def test_what_is_foreseen_has_not_happened(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    """Foreseeing changes nothing; taking what was foreseen is playing, over several rounds."""
    match, rng = elfer.start(id, seats=seats, seed=seed, rounds=2, **options), Chance(seed, 91)
    twin = copy(match)
    while not match.over and match.steps < 300:
        seat, move = pick(match, rng)
        before = match.state
        foreseen = match.foresee(seat, move)
        assert (match.state, match.steps) == (before, twin.steps)
        assert match.take(foreseen) == foreseen.events == twin.play(seat, move)
        assert (match.state, match.actors, match.over) == (twin.state, twin.actors, foreseen.over)
    assert match.record() == twin.record()


def _parsed(text: str) -> Any:
    import msgspec

    return msgspec.json.decode(text)


@each_game
@law
@given(seed=seeds, text=st.text(max_size=8))
def test_what_is_not_listed_is_refused(
    id: str, seats: int, options: dict[str, Any], seed: int, text: str
) -> None:
    match = middle(id, seats, options, seed)
    wrong = [
        text,
        "",
        "R99",
        "end",
        "pass",
        "draw",
        "keep",
        "deal",
        "R11",
        "R1",
        "B20",
        "J",
        "give R5",
        "r11",
    ]
    before, steps = elfer.to_json(match.position()), len(match.history)
    for seat in range(TABLE, seats):
        for move in wrong:
            if move not in match.moves(seat):
                with pytest.raises(elfer.IllegalMove) as refused:
                    match.play(seat, move)
                assert refused.value.code
                assert str(refused.value)
    assert elfer.to_json(match.position()) == before
    assert len(match.history) == steps


@each_game
@law_of_whole_matches
@given(seed=seeds)
def test_same_seed_and_moves_give_the_same_match(
    id: str, seats: int, options: dict[str, Any], seed: int
) -> None:
    """Replay equals live, over several rounds; the record round-trips."""
    match = played(id, seats, options, seed, rounds=2)
    again = elfer.start(id, seats=seats, seed=seed, rounds=2, **options)
    for then in match.history:
        assert again.play(then.seat, then.move) == then.events
    copy = elfer.replay(match.record())
    for other in (again, copy):
        assert other.record() == match.record()
        assert other.history == match.history
        assert other.state == match.state
        assert other.result == match.result


@each_game
@law
@given(seed=seeds)
def test_unfinished_records_and_positions_go_on(
    id: str, seats: int, options: dict[str, Any], seed: int
) -> None:
    match = middle(id, seats, options, seed)
    assert elfer.replay(match.record()).position() == match.position()
    loaded = elfer.load(match.position())
    rng = Chance(seed, 96)
    for _ in range(20):
        assert loaded.actors == match.actors
        if match.over:
            break
        assert [loaded.moves(s) for s in range(seats)] == [match.moves(s) for s in range(seats)]
        seat, move, events = step(match, rng)
        assert loaded.play(seat, move) == events
    assert elfer.replay(loaded.record()).record() == loaded.record()


@each_variant
@law
@given(seed=seeds)
def test_hidden_is_hidden(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    """A seat sees the same bytes whatever the cards it cannot see: view, events, moves."""
    match, rng = middle(id, seats, options, seed), Chance(seed, 95)
    compared = 0
    for seat in (*range(seats), None):
        twin_state = match.imagine(seat, rng)
        same_for(match, twin_state, seat)
        for actor in match.actors:
            possible = match.game.moves(twin_state, actor)
            if actor in (seat, TABLE):
                assert possible == match.moves(actor)
            for move in set(match.moves(actor)) & set(possible):  # another's moves may depend on hidden cards
                compared += 1
                here, events = match.game.play(match.state, actor, move)
                there, others = match.game.play(twin_state, actor, move)
                assert len(events) == len(others)
                seen = [elfer.to_json(event.seen_by(seat)) for event in events]
                if seen == [elfer.to_json(event.seen_by(seat)) for event in others]:
                    over = match.game.result(here) is not None
                    assert over == (match.game.result(there) is not None)
                    if not over:
                        _differ_by_own_cards(match.game.view(here, seat), match.game.view(there, seat), seat)
    assert compared >= sum(len(match.moves(actor)) for actor in match.actors)


def _differ_by_own_cards(here: elfer.View, there: elfer.View, seat: int | None) -> None:
    """Two views are equal, but for cards of one's own that have just come to light (GUE-2)."""
    for name in here.__struct_fields__:
        mine, other = getattr(here, name), getattr(there, name)
        if mine != other:
            assert seat is not None
            assert isinstance(mine, tuple)
            assert {mine[seat], other[seat]} <= set(NAME.values())
            assert replaced_at(mine, seat, None) == replaced_at(other, seat, None)


@each_game
@law
@given(seed=seeds)
def test_imagining_does_not_look(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    """What a seat imagines is a function of what it knows: from a twin it imagines the same state."""
    match = middle(id, seats, options, seed)
    for seat in range(seats):
        twin = match.imagine(seat, Chance(seed, 94))
        here, there = (match.game.imagine(state, seat, Chance(seed, 93)) for state in (match.state, twin))
        assert here == there


@each_game
@law
@given(seed=seeds)
def test_imagining_honours_events(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    """What a seat has seen happen rules out what it contradicts, also one move later."""
    match, rng = middle(id, seats, options, seed), Chance(seed, 90)
    honours_events(match, ahead(match, rng), (*range(seats), None)[rng.below(seats + 1)], rng)


@pytest.mark.parametrize("forgets", [False, True])
def test_a_game_that_forgets_a_shown_card_is_caught(forgets: bool) -> None:
    compared, caught = 0, list[str]()
    for seed in range(20):
        match, rng = middle(Show, 3, {"forgets": forgets}, seed), Chance(seed, 90)
        try:
            compared += honours_events(match, ahead(match, rng), 2, rng) > 0
        except AssertionError as broken:
            caught.append(str(broken))
    assert (compared > 5, len(caught) > 5) == (not forgets, forgets)
    assert all(re.search(r"seen .*Shown.* imagines \[\('[RY]", said) for said in caught)


@pytest.mark.parametrize("jumps", [False, True])
def test_a_game_whose_actors_depend_on_hidden_cards_is_refused_with_a_sentence(jumps: bool) -> None:
    with pytest.raises(AssertionError, match="make every seat") if jumps else nullcontext():
        for seed in range(10):
            match = elfer.start(Show, seats=3, seed=seed, jumps=jumps)
            same_for(match, match.imagine(None, Chance(seed)), None)


@each_game
@law
@given(seed=seeds)
def test_everything_is_json(id: str, seats: int, options: dict[str, Any], seed: int) -> None:
    match, rng = elfer.start(id, seats=seats, seed=seed, rounds=2, **options), Chance(seed, 92)
    for _ in range(200):
        if match.over:
            break
        _, _, events = step(match, rng)
        for seat in (*range(seats), None):
            assert elfer.to_json(match.view(seat))
            for event in events:
                seen = event.seen_by(seat)
                assert elfer.to_json(seen)
                assert type(seen) is type(event)


@each_game
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_play_to_the_end(id: str, seats: int, options: dict[str, Any], name: str) -> None:
    match = elfer.start(id, seats=seats, seed=3, **options)
    bots = {seat: elfer.bot(name, seed=seat) for seat in range(seats)}
    while match.actors:
        for seat in match.actors:
            if seat != TABLE and (call := bots[seat].calls(match, seat)):
                assert call in match.moves(seat)
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0] if seat == TABLE else bots[seat].choose(match, seat))
        assert match.steps < MOST_STEPS
    assert match.over
