"""The bots on tiny as OpenSpiel's policies, with the exact odds of every move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from elfer.envs.courses import Course
from elfer.envs.openspiel import Game
from elfer.envs.tiny.bot import odds
from elfer.envs.tiny.rules import Tiny

BOTS = ("random", "greedy", "easy", "medium", "hard")
"""Those that do not search, so that their odds are known."""


def bot_policies(game: Game, bots: Sequence[str] = BOTS) -> dict[str, Any]:
    """Each of these bots as a policy for every point at which a seat of this game is asked."""
    import pyspiel  # not above: where it is missing, `elfer.envs.openspiel` says what to do

    rules = game.table.game
    assert isinstance(rules, Tiny), "only tiny's bots have known odds"
    tables: dict[str, dict[str, list[tuple[int, float]]]] = {name: {} for name in bots}
    known: set[str] = set()
    for course in decisions(Course(game.table)):
        assert course.turns is not None
        key = course.told(course.turns.seat or 0)
        if key not in known:
            known.add(key)
            for name, found in tables.items():
                likely = odds(name, rules, course.match.state)
                found[key] = sorted((game.table.code.ids[move], chance) for move, chance in likely.items())
    return {name: pyspiel.TabularPolicy(found) for name, found in tables.items()}


def decisions(start: Course) -> Iterator[Course]:
    """Every point of a game's tree from here on at which a seat is asked."""
    todo = [start]
    while todo:
        course = todo.pop()
        if course.outcomes:
            todo += (after(course, outcome) for outcome in range(course.outcomes))
        elif not course.over and course.turns:
            yield course
            todo += (after(course, course.table.code.ids[move]) for move in course.turns.moves)


def after(course: Course, action: int) -> Course:
    """The course after a choice of chance or an answer."""
    copied = deepcopy(course)
    if copied.outcomes:
        copied.choose(action)
    else:
        copied.answer(action)
    return copied
