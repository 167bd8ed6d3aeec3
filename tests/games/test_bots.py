"""What holds for the bots of every game: they are fair, see only what they may, and come to an end."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

import elfer
from elfer.bots import LEVELS, Observation
from elfer.core.cards import LANE, LETTERS, Cards, union
from elfer.core.chance import Chance
from elfer.core.game import Move, State
from elfer.games import registry
from elfer.match import AnyMatch, Match
from elfer.study.simulate import decide

SEARCHING = ("classic", "false-start", "three-starts", "any-start", "junior", "master", "board", "collect")
"""The games in which *expert* plays on in imagined worlds."""
LAST = 4
"""So many moves of a round are left when *expert* takes over where it takes its time."""
OPTIONS: dict[str, dict[str, Any]] = {"connect": {"attention": True}}
"""Without these a game has next to nothing to decide."""


def tables() -> list[tuple[str, int]]:
    """Every game with the fewest seats, with a middle number of them, and with the most."""
    found = []
    for id, game in registry().items():
        fewest, most = game.seats[0], game.seats[-1]
        found += [(id, seats) for seats in sorted({fewest, (fewest + most) // 2, most})]
    return found


each_table = pytest.mark.parametrize(("id", "seats"), tables())
each_level = pytest.mark.parametrize("level", LEVELS)


def searches(id: str, level: str) -> bool:
    return level == "expert" and id in SEARCHING


def costly(id: str, level: str) -> bool:
    """Whether a level takes its time: searching, or with much to reckon."""
    return searches(id, level) or (level == "expert" and id in ("guess", "highest"))


def started(id: str, seats: int) -> AnyMatch:
    return elfer.start(id, seats=seats, seed=11, **OPTIONS.get(id, {}))


def on(match: AnyMatch, level: str) -> AnyMatch:
    """The match played to its end by bots of a level."""
    bots, rng = [elfer.bot(level, seed=seat) for seat in range(match.seats)], Chance(7)
    while not match.over:
        match.play(*decide(match, bots, rng))
    return match


@cache
def course(id: str, seats: int) -> AnyMatch:
    """A whole match between bots of a middling level."""
    return on(started(id, seats), "medium")


@cache
def positions(id: str, seats: int) -> list[tuple[AnyMatch, int]]:
    """About 12 positions of that match in which a seat has a choice, and that seat."""
    steps, match, found, due = course(id, seats).history, started(id, seats), [], 0
    for number, step in enumerate(steps):
        able = [s for s in match.actors if s >= 0 and (len(match.moves(s)) > 1 or id == "duel")]
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
    """Each move is refused if it is not legal; only the end is played where a level takes its time."""
    start = started(id, seats)
    if costly(id, level):
        start = course(id, seats).at(course(id, seats).steps - LAST)
    first = course(id, seats) if level == "medium" else on(start.at(start.steps), level)
    assert first.over
    if seats == registry()[id].seats[0]:
        assert on(start, level).record() == first.record()


# What a bot is handed


@each_table
def test_the_seed_of_the_deal_betrays_nothing(id: str, seats: int) -> None:
    """A bot, or an imagined state, made from the very seed of the match knows no more than any other."""
    hidden = 0
    for seed in range(5):
        match = elfer.start(id, seats=seats, seed=seed)
        if match.imagine(0, Chance(2**100)) == match.state:
            continue  # at a table where all is open, any stream finds the truth
        hidden += 1
        for round, counter in product(range(3), range(3)):
            assert match.imagine(0, Chance(seed, round, counter)) != match.state
        for seat in match.actors:
            sight = elfer.bot("hard", seed=seed).observe(match, seat)
            assert sight.state != match.state
            assert sight.chance[0] != seed
    assert hidden == 5 or id == "highest"


@each_table
def test_what_is_handed_over_looks_to_the_seat_like_the_truth(id: str, seats: int) -> None:
    bot = elfer.bot("hard", seed=3)
    for match, seat in positions(id, seats):
        sight = bot.observe(match, seat)
        assert elfer.to_json(match.game.view(sight.state, seat)) == elfer.to_json(match.view(seat))
        assert match.game.moves(sight.state, seat) == match.moves(seat)


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
    for match, seat in positions(id, seats)[5 : 6 if costly(id, level) else 11]:
        states = [match.imagine(seat, Chance(chance)) for chance in (1, 2)]
        sights = [Observation(match.game, state, seat, (3, 4, 5)) for state in states]
        one, other = map(bot.decide, sights)
        assert one == other
        if seat not in match.awaited:
            call, another = map(bot.decide_call, sights)
            assert call == another


# Nobody is singled out

ROWS = ("hands", "excluded")
FIELDS = {
    "master": ("hands", "excluded", "connections", "bonus", "known_jokers"),
    "board": ("hands", "excluded", "given", "astray"),
    "connect": ("hands", "piles", "ranks", "callers"),
    "cheat": ("hands", "laid", "accepted", "excluded"),
    "guess": ("hands", "guesses", "won"),
    "duel": ("hands", "open", "won", "turned"),
    "collect": ("hands", "known"),
    "snap": ("hands", "piles", "quartets", "schnapp", "schnipp", "called", "known", "excluded"),
    "old-maid": ("hands", "pairs", "places", "excluded"),
    "highest": ("hands", "chosen", "played"),
} | dict.fromkeys(("classic", "false-start", "three-starts", "any-start", "junior"), ROWS)
"""The fields of a state that have a part for each seat, in this order; `turn` and `placer` are seats."""
KNOWERS = ("cheat", "old-maid")
"""Games in which `excluded` has for each seat what it knows of each seat."""


def moved(parts: tuple[Any, ...], seats: int) -> tuple[Any, ...]:
    """The parts of all seats, each one seat further; what belongs to no seat stays at the end."""
    return (parts[seats - 1], *parts[: seats - 1], *parts[seats:])


def rotated(id: str, state: State, seats: int) -> State:
    """The same table, every seat renamed to the next one."""
    fields = {name: moved(getattr(state, name), seats) for name in FIELDS[id]}
    if id in KNOWERS:
        fields["excluded"] = tuple(moved(known, seats) for known in fields["excluded"])
    if id == "highest":  # HIG-1: the colours belong to the seats
        fields = {name: tuple(_recoloured(part, seats) for part in parts) for name, parts in fields.items()}
    fields |= {
        name: (getattr(state, name) + 1) % seats for name in ("turn", "placer") if hasattr(state, name)
    }
    return replace(state, **fields)


def _recoloured(cards: Any, seats: int) -> Any:
    """The same cards in the colour of the next seat."""
    if isinstance(cards, tuple):
        return tuple(_recoloured(card, seats) for card in cards)
    lanes: list[Cards] = [cards >> colour * LANE & (1 << LANE) - 1 for colour in range(seats)]
    return union(lane << (colour + 1) % seats * LANE for colour, lane in enumerate(lanes))


def renamed(id: str, move: Move | None, seats: int) -> Move | None:
    """The same move at the rotated table."""
    if move and id == "connect" and move.startswith("pile "):
        return f"pile {(int(move[5:]) + 1) % seats}"
    if move and id == "highest":
        return LETTERS[(LETTERS.index(move[0]) + 1) % seats] + move[1:]
    return move


@pytest.mark.parametrize(
    ("id", "seats", "level"),
    [
        (*table, level)
        for table in tables()
        for level in LEVELS
        if table[1] == 2 or not searches(table[0], level)
    ],
)
def test_at_the_rotated_table_a_bot_moves_alike(id: str, seats: int, level: str) -> None:
    """No decision depends on who sits where, only on who sits how far to the left.

    With more than two seats a search imagines other hands at the rotated table, so it is left out there.
    """
    bot, tried = elfer.bot(level, seed=3), 0
    for match, seat in positions(id, seats)[3 : 4 if costly(id, level) else 11]:
        state = match.imagine(seat, Chance(1))
        sight = Observation(match.game, state, seat, (3, 4, 5))
        next_one = Observation(match.game, rotated(id, state, seats), (seat + 1) % seats, (3, 4, 5))
        assert sorted(renamed(id, move, seats) or "" for move in match.moves(seat)) == sorted(
            next_one.game.moves(next_one.state, next_one.seat)
        )
        assert renamed(id, bot.decide(sight), seats) == bot.decide(next_one)
        assert renamed(id, bot.decide_call(sight), seats) == bot.decide_call(next_one)
        tried += 1
    assert tried
