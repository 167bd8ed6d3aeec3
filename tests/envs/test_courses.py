"""The course of a game: told to each seat, imagined anew, and broken off when it lasts too long."""

from __future__ import annotations

import pickle
from copy import deepcopy

import numpy as np
import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.game import AnyGame
from elfer.envs.courses import ROW, Course, Table, table
from elfer.envs.encoding import Encoding
from elfer.envs.tiny import Tinier
from elfer.envs.tiny.solving import decisions
from elfer.games import registry
from elfer.games.cheat.rules import Cheat
from elfer.games.duel.rules import Duel
from elfer.games.snap.rules import Snap

GAMES = [kind() for kind in registry().values()]
LIMITED = [
    game
    for game in (*GAMES, Cheat(edition="star-wars"), Duel(to_the_end=True))
    if Encoding(game, game.seats[0]).longest
]
SHORT = 60


def begun(game: AnyGame, seed: int, most: int = SHORT, seats: int = 0) -> Course:
    course = Course(table(game, seats or game.seats[0], most))
    rng = Chance(seed, 1)
    while course.outcomes:
        course.choose(rng.below(course.outcomes))
    return course


def answer(course: Course, rng: Chance) -> None:
    assert course.turns is not None
    course.answer(course.table.code.ids[course.turns.moves[rng.below(len(course.turns.moves))]])


def past(course: Course, seat: int) -> bytes:
    rows = np.zeros((course.table.most, len(ROW)), np.float32)
    course.past(seat, rows)
    return rows.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_seat_cannot_tell_an_imagined_course_from_the_true_one(game: AnyGame) -> None:
    """Whatever it is shown is the same, and what others are told there is made of what it knows."""
    course, rng = begun(game, 1), Chance(2)
    while not course.over:
        assert course.turns is not None
        for seat in range(course.table.seats) if course.answers % 7 == 0 else ():
            twin = course.imagined(seat, rng)
            assert twin.turns is not None
            assert (twin.told(seat), past(twin, seat)) == (course.told(seat), past(course, seat))
            assert twin.turns.seat == course.turns.seat
            if seat == twin.turns.seat:
                assert twin.turns.moves == course.turns.moves
            again, first = (one.imagined(seat, Chance(3)) for one in (twin, course))
            for other in range(course.table.seats):
                assert again.told(other) == first.told(other)
            for _ in range(3):
                if not twin.over:
                    answer(twin, rng)
        answer(course, rng)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_seat_is_told_and_the_rows_of_its_past_say_the_same(game: AnyGame) -> None:
    """Two courses that differ in one differ in the other, as far as moves go."""
    found: dict[bytes, list[str]] = {}
    for seed in range(3):
        course, rng = begun(game, 5, most=25), Chance(seed)
        while not course.over:
            for seat in range(course.table.seats):
                told = [str(seat), *course.told(seat).split("\n")[1:-1]]
                assert found.setdefault(bytes([seat]) + past(course, seat), told) == told
            answer(course, rng)


def test_nobody_forgets_anything() -> None:
    """Perfect recall, in a whole tree: what a seat was told has what it was told and did before in it."""
    before: dict[str, tuple[object, ...]] = {}
    offered: dict[str, tuple[str, ...]] = {}

    def visit(course: Course, known: tuple[tuple[object, ...], ...]) -> None:
        if course.outcomes:
            for outcome in range(course.outcomes):
                after = deepcopy(course)
                after.choose(outcome)
                visit(after, known)
        elif not course.over and course.turns is not None:
            seat = course.turns.seat or 0
            told = course.told(seat)
            assert before.setdefault(told, known[seat]) == known[seat]
            assert offered.setdefault(told, course.turns.moves) == course.turns.moves
            for move in course.turns.moves:
                after = deepcopy(course)
                after.answer(course.table.code.ids[move])
                mine = (*known[seat], told, move)
                visit(after, (mine, known[1]) if seat == 0 else (known[0], mine))

    visit(Course(table(Tinier(), 2)), ((), ()))
    assert len(before) > 500


def test_a_game_that_lasts_too_long_is_broken_off() -> None:
    course, rng = begun(Snap(), 1, most=30), Chance(1)
    while not course.over:
        answer(course, rng)
    assert 30 in (course.answers, course.moves)
    assert course.result is None
    with pytest.raises(elfer.IllegalMove, match="over"):
        answer(course, rng)


def test_the_usual_length_leaves_room_for_every_course() -> None:
    most = Table(Tinier(), 2).most
    assert max(course.answers for course in decisions(Course(table(Tinier(), 2)))) < most - 1


@pytest.mark.parametrize("game", LIMITED, ids=repr)
def test_no_round_is_longer_than_its_rules_say(game: AnyGame) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        course, rng = begun(game, 3, most=1_000_000, seats=seats), Chance(4)
        while not course.over:
            answer(course, rng)
        assert max(course.answers, course.moves) <= (course.table.code.longest or 0)


def test_copies_go_their_own_ways_and_survive_pickling() -> None:
    course, rng = begun(Snap(), 1), Chance(1)
    answer(course, rng)
    copied, stored = deepcopy(course), pickle.dumps(course)
    answer(copied, rng)
    assert (copied.answers, course.answers) == (2, 1)
    found: Course = pickle.loads(stored)
    assert found.told(1) == course.told(1)
    assert found.table is course.table
    assert found.match == course.match
