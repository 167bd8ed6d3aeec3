"""What holds for the bots of every game: they are fair, see only what they may, and come to an end."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import elfer
from elfer.bots import LEVELS, Observation
from elfer.bots.play import next_move
from elfer.core.chance import Chance
from elfer.core.game import Seat, part_of_game
from elfer.core.options import options_of
from elfer.games import registry
from elfer.match import AnyMatch, Match
from tests.games.rotation import Rotation

LAST_MOVES = 4
"""How many moves of a round are left when *expert*, which takes its time, takes over."""


def tables() -> list[tuple[str, int]]:
    """Every game with the fewest seats, with a middle number of them, and with the most."""
    found = []
    for id, game in registry().items():
        fewest, most = game.seats[0], game.seats[-1]
        found += [(id, seats) for seats in sorted({fewest, (fewest + most) // 2, most})]
    return found


each_table = pytest.mark.parametrize(("id", "seats"), tables())
each_level = pytest.mark.parametrize("level", LEVELS)


def started(id: str, seats: int) -> AnyMatch:
    """A match with all that can be switched on: then there is most to decide."""
    switches = [name for name, option in options_of(registry()[id]).items() if option.type == "bool"]
    return elfer.start(id, seats=seats, seed=11, **dict.fromkeys(switches, True))


def on(match: AnyMatch, level: str) -> AnyMatch:
    """The match played to its end by bots of a level."""
    bots, rng = [elfer.bot(level, seed=seat) for seat in range(match.seats)], Chance(7)
    while not match.over:
        match.play(*next_move(match, bots, rng))
    return match


@cache
def course(id: str, seats: int) -> AnyMatch:
    """A whole match between bots of a middling level."""
    return on(started(id, seats), "medium")


@cache
def positions(id: str, seats: int) -> list[tuple[AnyMatch, Seat]]:
    """About 12 positions of that match in which a seat has a choice, if any has ever, and that seat."""
    return _positions(id, seats, 2) or _positions(id, seats, 1)


def _positions(id: str, seats: int, choices: int) -> list[tuple[AnyMatch, Seat]]:
    """The same, with at least that many moves to choose from."""
    steps, match, found, due = course(id, seats).history, started(id, seats), [], 0
    for number, step in enumerate(steps):
        able = [s for s in match.actors if s >= 0 and len(match.moves(s)) >= choices]
        if able and number >= due:
            seat = step.seat if step.seat in able else able[number % len(able)]
            found.append((Match(match.game, match.state, seats, 1, None), seat))
            due = number + max(1, len(steps) // 12)
        match.play(step.seat, step.move)
    return found


# Every level plays every game


@each_level
@each_table
def test_every_level_plays_to_the_end_and_the_same_again(id: str, seats: int, level: str) -> None:
    """Each move is refused if it is not legal; *expert* plays only the end."""
    start = started(id, seats)
    if level == "expert":
        start = course(id, seats).at(course(id, seats).steps - LAST_MOVES)
    first = course(id, seats) if level == "medium" else on(start.at(start.steps), level)
    assert first.over
    if seats == registry()[id].seats[0]:
        assert on(start, level).record() == first.record()


# What a bot is handed


def shuffled_tables() -> list[tuple[str, int]]:
    """The tables at which not every deal is the same."""
    return [
        (id, seats)
        for id, seats in tables()
        if elfer.start(id, seats=seats, seed=0).state != elfer.start(id, seats=seats, seed=1).state
    ]


@pytest.mark.parametrize(("id", "seats"), shuffled_tables())
def test_the_seed_of_the_deal_betrays_nothing(id: str, seats: int) -> None:
    """A bot, or an imagined state, made from the very seed of the match knows no more than any other."""
    for seed in range(5):
        match = elfer.start(id, seats=seats, seed=seed)
        for round, counter in product(range(3), range(3)):
            assert match.imagine(0, Chance(seed, round, counter)) != match.state
        for seat in match.actors:
            seen = elfer.bot("hard", seed=seed).observe(match, seat)
            assert seen.state != match.state
            assert seen.chance[0] != seed


@each_table
def test_what_is_handed_over_looks_to_the_seat_like_the_truth(id: str, seats: int) -> None:
    bot = elfer.bot("hard", seed=3)
    for match, seat in positions(id, seats):
        seen = bot.observe(match, seat)
        assert elfer.to_json(match.game.view(seen.state, seat)) == elfer.to_json(match.view(seat))
        assert match.game.moves(seen.state, seat) == match.moves(seat)


@each_table
def test_what_is_handed_over_depends_on_what_the_seat_knows_alone(id: str, seats: int) -> None:
    """Two matches that differ in what is hidden, but not to the seat, are handed over alike."""
    bot, differing = elfer.bot("hard", seed=3), 0
    for match, seat in positions(id, seats):
        twin = Match(match.game, match.imagine(seat, Chance(9)), seats, 1, None)
        assert bot.observe(twin, seat) == bot.observe(match, seat)
        differing += twin.state != match.state
    assert differing


@each_level
@each_table
def test_a_decision_depends_on_what_the_seat_knows_alone(id: str, seats: int, level: str) -> None:
    """Nor does it matter which state of all those was imagined."""
    bot = elfer.bot(level, seed=3)
    for match, seat in positions(id, seats)[5 : 6 if level == "expert" else 11]:
        states = [match.imagine(seat, Chance(chance)) for chance in (1, 2)]
        observations = [Observation(match.game, state, seat, (3, 4, 5)) for state in states]
        one, other = map(bot.decide, observations)
        assert one == other
        if seat not in match.awaited:
            call, another = map(bot.decide_call, observations)
            assert call == another


# All opponents are treated alike


def imagines_by_itself(id: str, level: str) -> bool:
    """Whether a search deals the hidden cards in compiled code, seat by seat, and so differently there."""
    return level == "expert" and hasattr(part_of_game(registry()[id], "compiled"), "sample")


@pytest.mark.parametrize(
    ("id", "seats", "level"),
    [
        (*table, level)
        for table, level in product(tables(), LEVELS)
        if table[1] == 2 or not imagines_by_itself(table[0], level)
    ],
)
def test_at_the_rotated_table_a_bot_moves_alike(
    id: str, seats: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No decision depends on who sits where, only on who sits how far to the left.

    A search is shown the same world at both tables.
    """
    bot, some = elfer.bot(level, seed=3), positions(id, seats)[3 : 4 if level == "expert" else 11]
    assert some
    monkeypatch.setattr(registry()[id], "imagine", lambda _game, state, _seat, _rng: state)
    for match, seat in some:
        one = Observation(match.game, match.state, seat, (3, 4, 5))
        rotation = Rotation(match.game, seats)
        other = Observation(rotation.game, rotation.state(match.state), (seat + 1) % seats, (3, 4, 5))
        assert set(map(rotation.move, match.moves(seat))) == set(other.game.moves(other.state, other.seat))
        for asked in (bot.decide, bot.decide_call):
            assert rotation.move(asked(one)) == asked(other)
