"""What is given to the public functions: whole numbers of any kind, and mistakes, each told in one line."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import elfer
from elfer.core.refusals import Refused
from elfer.envs.encoding import encoding, encoding_of
from elfer.envs.pettingzoo import parallel_env, raw_env
from elfer.games.rows import Classic
from elfer.study.simulate import simulate
from elfer.study.tournament import tournament
from tests.positions import table

NUMBERS: tuple[Callable[[int], Any], ...] = (int, np.int64, np.uint8, np.array)
NOT_WHOLE: tuple[Any, ...] = (
    np.zeros((40, 40)),
    "1",
    1.0,
    np.float64(1),
    True,
    np.True_,
    1j,
    b"1",
    [1],
    np.array([1, 2]),
    object(),
)
"""What is no whole number; `None` has a meaning of its own here and there."""


class Word(enum.StrEnum):
    DRAW = "draw"


@pytest.mark.parametrize("number", NUMBERS)
def test_whole_numbers_of_any_kind_make_the_same_match(number: Callable[[int], Any]) -> None:
    match = elfer.start("junior", seats=number(3), seed=number(5), rounds=number(2), first=number(1))
    bot = elfer.bot("easy", seed=number(4))
    for _ in range(12):
        seat = number(match.awaited[0])
        assert bot.calls(match, seat) is None
        assert {found.move for found in bot.evaluate(match, seat)} == set(match.moves(seat))
        match.play(seat, np.str_(bot.choose(match, seat)))
    assert {type(part) for step in match.history for part in (step.seat, step.move)} == {int, str}
    assert elfer.to_json(match.view(number(2))) == elfer.to_json(match.view(2))
    assert match.events(number(2)) == match.events(2)
    assert match.svg(number(2)) == match.svg(2)
    assert match.imagine(number(2), elfer.Chance(number(6))) == match.imagine(2, elfer.Chance(6))
    assert match.at(number(4)) == match.at(4)
    assert match.since(number(11)) == match.history[11:]
    if number is not np.array:  # which cannot be a key
        match.comments[number(2)] = "well played"
        assert "well played" in match.record()
        del match.comments[2]
    again = elfer.replay(match.record())
    assert again == match
    assert '[Options {"edition": "junior", "first": 1}]' in match.record()
    assert elfer.play_match(match, "greedy", seed=number(3)) == elfer.play_match(again, "greedy", seed=3)
    assert elfer.Chance(*map(number, (1, 2, 3))).mark() == (1, 2, 3)
    assert elfer.to_json(elfer.Chance(*map(number, (1, 2, 3))).mark()) == "[1,2,3]"


@pytest.mark.parametrize("number", NUMBERS)
def test_whole_numbers_of_any_kind_in_positions(number: Callable[[int], Any]) -> None:
    position = table("master", "R9 J", "G1", table="R10-12 Y11 G11 B11", turn=1).position()
    given = position | {"turn": number(1), "laid": number(0), "bonus": [number(1), number(2)]}
    assert elfer.to_json(elfer.load(given).position()) == elfer.to_json(position | {"bonus": [1, 2]})


@pytest.mark.parametrize("number", NUMBERS)
def test_whole_numbers_of_any_kind_in_studies_and_environments(
    number: Callable[[int], Any], tmp_path: Path
) -> None:
    plan = {"seats": number(2), "seed": number(3), "rounds": number(1), "jobs": number(1)}
    options = {"first": number(1)}
    report = simulate("junior", games=number(4), options=options, **plan)
    assert json.loads(elfer.to_json(report.plan))["options"] == {"first": 1}
    assert report.plan == simulate("junior", seats=2, seed=3, games=4, options={"first": 1}).plan
    file = tmp_path / "t.json"
    standings = tournament(
        "junior", "greedy, random", deals=number(2), swiss=number(1), options=options, resume=file, **plan
    )
    contest = standings.contest
    assert json.loads(file.read_text())["contest"] == json.loads(elfer.to_json(contest))
    assert (contest.seats, contest.deals, contest.options) == (2, 2, {"first": 1})
    code, match = encoding("junior", seats=number(3)), elfer.start("junior", seats=3, seed=1)
    assert code is encoding_of(match)
    assert code.observation(match, number(2)).tolist() == code.observation(match, 2).tolist()
    env = raw_env("junior", seats=number(3), max_cycles=number(9), rounds=number(1), first=number(2))
    env.reset(seed=number(7))
    assert env.match == elfer.start("junior", seats=3, seed=7, first=2)


def test_a_move_may_be_any_kind_of_text() -> None:
    match = table("classic", "R3", "G1", stock="R4 R5 R6", table="R11")
    match.play(0, Word.DRAW)
    assert type(match.history[0].move) is str
    assert "0: draw" in match.record()


DOORS: dict[str, Callable[[elfer.AnyMatch, Any], object]] = {
    "seats": lambda _, value: elfer.start("classic", seats=value),
    "seed": lambda _, value: elfer.start("classic", seed=value),
    "rounds": lambda _, value: elfer.start("classic", rounds=value),
    "seat of moves": lambda match, value: match.moves(value),
    "seat of play": lambda match, value: match.play(value, "draw"),
    "seat of foresee": lambda match, value: match.foresee(value, "draw"),
    "seat of view": lambda match, value: match.view(value),
    "seat of events": lambda match, value: match.events(value),
    "seat of svg": lambda match, value: match.svg(value),
    "seat of text": lambda match, value: match.text(value),
    "seat of imagine": lambda match, value: match.imagine(value, elfer.Chance(1)),
    "seat of choose": lambda match, value: elfer.bot("easy").choose(match, value),
    "seat of calls": lambda match, value: elfer.bot("easy").calls(match, value),
    "seat of evaluate": lambda match, value: elfer.bot("easy").evaluate(match, value),
    "seat of own choose": lambda match, value: elfer.bot(first).choose(match, value),
    "step": lambda match, value: match.at(value),
    "seed of chance": lambda _, value: elfer.Chance(value),
    "round of chance": lambda _, value: elfer.Chance(1, value),
    "seed of bot": lambda _, value: elfer.bot("easy", value),
    "seed of play_match": lambda match, value: elfer.play_match(match, "easy", seed=value),
    "turn": lambda match, value: elfer.load(match.position() | {"turn": value}),
    "games": lambda _, value: simulate("junior", games=value),
    "jobs": lambda _, value: simulate("junior", games=1, jobs=value),
    "deals": lambda _, value: tournament("junior", "easy,hard", deals=value),
    "swiss": lambda _, value: tournament("junior", "easy,hard", swiss=value),
    "seats of encoding": lambda _, value: encoding("junior", seats=value),
    "seat of observation": lambda match, value: encoding_of(match).observation(match, value),
    "max_cycles": lambda _, value: parallel_env("junior", max_cycles=value),
}
"""The functions that take a whole number, each by its argument."""
MAY_BE_NONE = re.compile(
    r"seats?|seed|swiss|max_cycles|(seat of (view|events|svg|text|imagine))|seed of .*|seats of .*"
)


def first(seen: elfer.Observation) -> str:
    return seen.moves[0]


def refusal(call: Callable[[], object]) -> str:
    """The one line that tells a mistake."""
    with pytest.raises(Refused) as refused:
        call()
    told = str(refused.value)
    assert told.splitlines() == [told]
    return told


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_whole_number_is_named_with_its_type(door: str) -> None:
    match = elfer.start("junior", seats=2, seed=1)
    before = match.record()
    for value in (*NOT_WHOLE, None):
        if value is None and MAY_BE_NONE.fullmatch(door) and door != "seed of chance":
            continue
        told = refusal(lambda value=value: DOORS[door](match, value))  # type: ignore[misc]
        assert told.startswith(f"'{door.partition(' ')[0]}' must be a whole number, not ")
        assert told.endswith(f"({type(value).__name__}).")
    assert match.record() == before


MISTAKES: dict[str, Callable[[elfer.AnyMatch], object]] = {
    "not by <class 'int'>": lambda _: elfer.start(int),  # type: ignore[arg-type]
    "not by <class 'elfer.core.game.Game'>": lambda _: elfer.start(elfer.Game),
    "not by None": lambda _: elfer.start(None),  # type: ignore[call-overload]
    "not by 3": lambda _: simulate(3),  # type: ignore[arg-type]
    "There is no game ''": lambda _: elfer.start(""),
    "Bots are a text such as 'hard, greedy', or a list, not NoneType.": lambda match: elfer.play_match(
        match,
        None,  # type: ignore[arg-type]
    ),
    "or a list, not int": lambda _: simulate("junior", bots=3),  # type: ignore[arg-type]
    "not function": lambda _: tournament("junior", first),  # type: ignore[arg-type]
    "0 bots do not fit": lambda match: elfer.play_match(match, []),
    "There is no bot ''": lambda match: elfer.play_match(match, ""),
    "'int' is not a bot": lambda match: elfer.play_match(match, [3]),  # type: ignore[list-item]
    "'NoneType' is not a bot": lambda _: elfer.bot(None),  # type: ignore[arg-type]
    "A bot plays a match, such as elfer.start('classic'), not NoneType.": lambda _: elfer.bot("hard").choose(
        None,  # type: ignore[arg-type]
        0,
    ),
    "not str": lambda _: elfer.bot("hard").choose("classic", 0),  # type: ignore[arg-type]
    "not dict": lambda match: elfer.bot(first).choose(match.position(), 0),  # type: ignore[arg-type]
    "not tuple": lambda match: elfer.bot("easy").calls(match.history, 0),  # type: ignore[arg-type]
    "not StructMeta": lambda _: elfer.bot("easy").evaluate(Classic, 0),  # type: ignore[arg-type]
    "not list": lambda match: elfer.play_match([match], "easy"),  # type: ignore[arg-type]
    "A move is a text such as 'R11', not 11.": lambda match: match.play(0, 11),  # type: ignore[arg-type]
    "A move is a text such as 'R11', not ['R11'].": lambda match: match.play(0, ["R11"]),  # type: ignore[arg-type]
    "A record is a text, not bytes": lambda _: elfer.replay(b"x"),  # type: ignore[arg-type]
    "A record is a text, not NoneType": lambda _: next(elfer.read_records(None)),  # type: ignore[arg-type]
    "A record is a text, not Match": lambda match: elfer.replay(match),  # type: ignore[arg-type]
    "A position is a dict, not str": lambda match: elfer.load(match.record()),  # type: ignore[arg-type]
    "There is no chance in None": lambda match: match.imagine(0, None),  # type: ignore[arg-type]
}
"""What people get wrong, by what they are told."""


@pytest.mark.parametrize("told", MISTAKES)
def test_a_mistake_is_told_in_one_line(told: str) -> None:
    match = elfer.start("junior", seats=2, seed=1)
    assert told in refusal(lambda: MISTAKES[told](match))


@pytest.mark.parametrize(
    "name", ["game", "state", "seats", "rounds", "seed", "results", "round", "actors", "stopped", "over"]
)
def test_a_match_changes_by_moves_alone(name: str) -> None:
    match = elfer.start("junior", seats=2, seed=1)
    with pytest.raises(AttributeError, match=f"'{name}' of 'Match' object has no setter"):
        setattr(match, name, 5)
    assert match == elfer.start("junior", seats=2, seed=1)
