"""Every move has its id, ids stay what they are, and nothing hidden changes a byte of an observation."""

from __future__ import annotations

import json
import os
import pickle
from copy import copy
from typing import Any, ClassVar, cast

import numpy as np
import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.game import TABLE, Game
from elfer.envs.encoding import WAIT, Encoding, encoding, encoding_of
from elfer.games import registry
from elfer.match import AnyMatch
from tests.envs import kept
from tests.variants import VARIANTS

LONG = "ELFER_LONG" in os.environ
MATCHES = 6 if LONG else 1
MOST_STEPS = 500 if LONG else 60
each_variant = pytest.mark.parametrize(("id", "seats", "options"), VARIANTS, ids=str)
each_game = pytest.mark.parametrize("id", registry())


def pick(match: AnyMatch, rng: Chance) -> tuple[int, str]:
    seat = match.actors[rng.below(len(match.actors))]
    moves = match.moves(seat)
    return seat, moves[rng.below(len(moves))]


def looked_at(match: AnyMatch, code: Encoding) -> list[bytes]:
    """What each seat is told, in numbers."""
    return [code.observation(match, seat).tobytes() for seat in range(match.seats)]


@each_variant
def test_every_legal_move_has_an_id(id: str, seats: int, options: dict[str, Any]) -> None:
    """Over whole matches of two rounds, with observations that stay between 0 and 1."""
    code = encoding(id, seats=seats, **options)
    assert len(set(code.actions)) == len(code.actions) == len(code.ids)
    assert code.actions[-1] == WAIT
    out, mask = np.full(code.size, 7, np.float32), np.full(len(code.actions), 7, np.int8)
    for seed in range(MATCHES):
        match, rng = elfer.start(id, seats=seats, seed=seed, rounds=2, **options), Chance(seed, 5)
        while match.actors:
            for seat in match.actors:
                moves = match.moves(seat)
                if seat != TABLE:
                    assert [code.actions[i] for i in np.flatnonzero(code.mask(moves, mask))] == sorted(
                        moves, key=code.ids.__getitem__
                    )
            if match.steps < MOST_STEPS:
                seat = rng.below(seats)
                seen = code.observation(match, seat, out)
                assert seen is out
                assert 0 <= seen.min() <= seen.max() <= 1
                assert seen.any()
                assert seen.tobytes() == code.observation(match, seat).tobytes()
            match.play(*pick(match, rng))


def test_ids_and_fields_mean_what_they_have_meant() -> None:
    """Who changes them raises the game's VERSION, and keeps the new meaning with tests/envs/kept.py."""
    known, now = json.loads(kept.FILE.read_text("utf-8")), kept.meanings()
    changed = [key for key in known if key in now and known[key] != now[key]]
    silently = [key for key in changed if known[key]["version"] == now[key]["version"]]
    assert not silently
    assert known == now, "run: python -m tests.envs.kept"


def test_every_field_is_documented() -> None:
    assert kept.documented() in kept.GUIDE.read_text("utf-8"), "run: python -m tests.envs.kept"


@each_variant
def test_hidden_cards_change_no_byte(id: str, seats: int, options: dict[str, Any]) -> None:
    """A seat that cannot tell two matches apart gets the same numbers: now, and as long as that lasts."""
    code = encoding(id, seats=seats, **options)
    for seed in range(2 * MATCHES):
        match, rng = elfer.start(id, seats=seats, seed=seed, **options), Chance(seed, 6)
        for _ in range(rng.below(40)):
            foreseen = match.foresee(*pick(match, rng))
            if foreseen.over:
                break
            match.take(foreseen)
        for seat in range(seats):
            _stay_alike(copy(match), seat, code, rng)


def _stay_alike(match: AnyMatch, seat: int, code: Encoding, rng: Chance) -> None:
    twin = copy(match)
    twin._state = match.imagine(seat, rng)
    twin._asked = None
    for _ in range(12):
        assert code.observation(twin, seat).tobytes() == code.observation(match, seat).tobytes()
        assert code.mask(twin.moves(seat)).tobytes() == code.mask(match.moves(seat)).tobytes()
        actor, move = pick(match, rng)
        if move not in twin.moves(actor):
            return
        here, there = (side.play(actor, move) for side in (match, twin))
        seen = [[elfer.to_json(event.seen_by(seat)) for event in events] for events in (here, there)]
        views = [elfer.to_json(side.view(seat)) for side in (match, twin)]
        if match.over or twin.over or seen[0] != seen[1] or views[0] != views[1]:
            return


def test_a_leak_would_be_found() -> None:
    """An encoding that looks at another's hand does not pass what every encoding passes above."""
    match = elfer.start("classic", seats=3, seed=1)
    code = Encoding(match.game, 3)

    def peek(state: Any, seat: int, out: Any, numbers: Any) -> None:
        out[0] = state.hands[(seat + 1) % 3] % 9973 / 9973

    code._direct = peek
    with pytest.raises(AssertionError):
        _stay_alike(match, 0, code, Chance(1))


@each_variant
def test_the_fast_way_is_the_same(id: str, seats: int, options: dict[str, Any]) -> None:
    """What is read off a state directly is, byte for byte, what the view says."""
    game = elfer.start(id, seats=seats, seed=0, **options).game
    fast, plain = Encoding(game, seats), Encoding(game, seats, direct=False)
    if fast._direct is None:
        return
    for seed in range(4 * MATCHES):
        match, rng = elfer.start(id, seats=seats, seed=seed, rounds=2, **options), Chance(seed, 7)
        while match.actors:
            assert looked_at(match, fast) == looked_at(match, plain)
            match.play(*pick(match, rng))


def test_a_match_of_another_table_is_refused() -> None:
    """The starting seat changes from round to round without effect on the numbers."""
    code = encoding("classic", seats=4)
    for other in (
        elfer.start("junior", seats=4),
        elfer.start("false-start", seats=4),
        elfer.start("classic", seats=4, edition="star-wars"),
        elfer.start("classic", seats=3),
    ):
        with pytest.raises(elfer.BadInput, match=r"^This encoding is for 'classic' with 4 at the table;"):
            code.observation(other, 0)
    code, rng = encoding("junior", seats=3), Chance(1)
    match = elfer.start("junior", seats=3, seed=1, rounds=2, first=1)
    while match.actors:
        assert code.observation(match, 0).tobytes() == encoding_of(match).observation(match, 0).tobytes()
        match.play(*pick(match, rng))


def test_fields_say_what_the_view_says() -> None:
    match = elfer.start("classic", seats=3, seed=4)
    rng = Chance(1)
    for _ in range(20):
        match.play(*pick(match, rng))
    code = encoding_of(match)
    view, seen = match.view(1), code.observation(match, 1)

    def marked(name: str) -> list[str]:
        (field,) = (field for field in code.fields if field.name == name)
        return [field.columns[i] for i in np.flatnonzero(code.part(seen, name)[0])]

    hand = view.hands[1]
    assert hand is not None
    assert marked("hand") == list(hand)
    assert marked("table") == list(view.table)
    assert marked("turn") == [("own", "seat +1", "seat +2")[(view.turn - 1) % 3]]
    sizes = code.part(seen, "sizes")[0] * len(match.game.deck(3))
    assert sizes.round().tolist() == [view.sizes[1], view.sizes[2], view.sizes[0]]
    assert code.part(seen, "excluded").shape == (2, 80)


def test_what_a_seat_did_last_is_of_this_round() -> None:
    match, rng = elfer.start("junior", seats=2, seed=1, rounds=2), Chance(2)
    while match.round == 0:
        match.play(*pick(match, rng))
    code = encoding_of(match)
    assert not code.part(code.observation(match, 0), "did").any()
    (seat,) = match.actors
    match.play(seat, match.moves(seat)[0])
    assert code.part(code.observation(match, 1 - seat), "did").sum() == 1


@each_game
def test_an_encoding_can_be_pickled(id: str) -> None:
    code, match = encoding(id), elfer.start(id, seed=1)
    again = pickle.loads(pickle.dumps(code))
    assert again.observation(match, 0).tobytes() == code.observation(match, 0).tobytes()
    assert repr(again) == repr(code)


def test_an_encoding_says_what_it_is() -> None:
    assert repr(encoding("junior", seats=3)) == "<Encoding junior, 3 seats, 48 actions, 240 numbers>"


@each_game
def test_fields_are_named_once_and_explained(id: str) -> None:
    code = encoding(id)
    assert len(code.slices) == len(code.fields)
    assert code.size == sum(field.size for field in code.fields)
    assert all(field.about.endswith(".") and field.columns for field in code.fields)


class Bare(Game[Any, Any], frozen=True):
    """A game of another package that says nothing about its numbers."""

    id: ClassVar[str] = "bare"
    title: ClassVar[str] = "Bare"
    seats: ClassVar[range] = range(2, 3)


def test_what_cannot_be_is_refused_in_a_line() -> None:
    code, match = encoding("highest", seats=2), elfer.start("highest", seats=2)
    for wrong, said in (
        (lambda: encoding("whist"), "There is no game 'whist'."),
        (lambda: encoding("classic", seats=9), "'classic' cannot be played by 9."),
        (lambda: encoding("classic", jokers=True), "'classic' has no option 'jokers'."),
        (lambda: encoding(Bare, seats=2), "'bare' cannot be turned into numbers: its package has no"),
        (lambda: code.action(23), "There is no action 23. Actions go from 0 to 22."),
        (lambda: code.action(-1), "There is no action -1."),
        (lambda: code.action(cast("int", "R1")), "There is no action 'R1'."),
        (lambda: code.mask(["G1"]), "The move G1 of 'highest' has no id"),
        (lambda: code.observation(match, 9), "There is no seat 9"),
        (lambda: code.observation(match, -1), "There is no seat -1"),
        (lambda: code.observation(match, cast("int", None)), "'seat' must be a whole number, not None"),
        (
            lambda: code.observation(match, 0, cast("Any", np.zeros(code.size, np.int8))),
            f"The array to write to must have {code.size}",
        ),
        (lambda: code.observation(match, 0, np.zeros(3, np.float32)), "The array to write to must have"),
        (
            lambda: code.observation(match, 0, cast("Any", [0.0] * code.size)),
            "The array to write to must have",
        ),
        (
            lambda: code.mask((), np.zeros(3, np.int8)),
            "The array to write to must have 23 numbers of type int8.",
        ),
        (
            lambda: code.part(code.observation(match, 0), "x"),
            "There is no field 'x'.",
        ),
    ):
        with pytest.raises(elfer.BadInput) as refused:
            wrong()
        assert str(refused.value).startswith(said)
        assert "\n" not in str(refused.value)
    assert code.action(np.int64(1)) == "R2"
