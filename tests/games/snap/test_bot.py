from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.core.chance import Chance
from elfer.games.snap.bot import LEVELS as SENSES
from elfer.games.snap.bot import notices
from elfer.games.snap.rules import Snap
from elfer.games.snap.state import State
from elfer.match import AnyMatch
from elfer.study.simulate import simulate
from tests.games.snap.positions import snap


def noticed(match: AnyMatch, level: str, seed: int) -> str | None:
    """What a bot of a level in seat 2 would call."""
    assert isinstance(match.game, Snap)
    assert isinstance(match.state, State)
    return notices(level, match.game, match.state, 2, Chance(seed))


@pytest.mark.parametrize(
    ("piles", "middle", "word"),
    [(["R7", "Y7", ""], "", "schnapp"), (["R7", "", ""], "Y7", "schnipp")],
)
@pytest.mark.parametrize("level", LEVELS)
def test_bots_notice_what_lies_there_unless_they_miss_it(
    level: str, piles: list[str], middle: str, word: str
) -> None:
    match = snap(["R1", "Y2", "G3"], piles, under=1, middle=middle)
    said = Counter(noticed(match, level, seed) for seed in range(300))
    assert set(said) <= {word, None}
    assert said[None] / 300 == pytest.approx(SENSES[level].misses / 1000, abs=0.06)


def test_the_lower_levels_rarely_call_falsely() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y9", ""], under=1)
    for level, most in (("easy", 15), ("expert", 0)):
        said = [noticed(match, level, seed) for seed in range(800)]
        assert len([word for word in said if word]) <= most
    assert any(noticed(match, "easy", seed) for seed in range(800))


def callers(tops: list[str], turn: int, turned: int) -> list[int]:
    """Which of three bots that never miss call, each asked by itself."""
    match, bot = (
        snap(["B1", "B2", "B3"], tops, under=1, turned=turned, turn=turn),
        elfer.bot("expert", seed=7),
    )
    return [s for s in range(3) if (bot.choose(match, s) != "reveal" if s == turn else bot.calls(match, s))]


def test_one_seat_is_the_quickest_and_each_as_often() -> None:
    """Of bots that never miss exactly one calls, in any order of asking, and each seat equally often."""
    quickest: Counter[int] = Counter()
    for number, turned, turn in product(range(1, 21), range(10), range(3)):
        found = callers([f"R{number}", f"Y{number}", f"G{number % 20 + 1}"], turn, turned)
        assert len(found) == 1
        quickest[found[0]] += 1
    assert (
        sum((count - 200) ** 2 / 200 for count in quickest.values()) < 13.8
    )  # chi-squared, one in a thousand


def test_who_is_the_quickest_does_not_depend_on_who_sits_where() -> None:
    for number, turned in product(range(1, 21), range(5)):
        tops = [f"R{number}", f"Y{number}", f"G{number % 20 + 1}"]
        (here,), (there,) = callers(tops, 0, turned), callers(tops[2:] + tops[:2], 1, turned)
        assert there == (here + 1) % 3


@pytest.mark.parametrize(("piles", "best"), [(["R7", "Y7", ""], "schnapp"), (["R7", "Y9", ""], "reveal")])
def test_estimates_know_a_right_call_from_a_false_one(piles: list[str], best: str) -> None:
    match = snap(["R1", "Y2", "G3"], piles, under=1)
    found = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert found[0].move == best
    assert found[0].win > found[1].win > 0


def test_estimates_know_a_late_call_from_a_false_one() -> None:
    match = snap(["R1", "Y2", "G3"], ["", "Y9", ""], under=1, turn=1, schnapp_won=True)
    worth = {found.move: found.win for found in elfer.bot("hard", seed=1).evaluate(match, 1)}
    assert worth["reveal"] == worth["schnapp"] > worth["schnipp"]


def test_a_higher_level_wins_oftener() -> None:
    report = simulate("snap", seats=2, bots="expert,easy", games=12, seed=1, duplicate=True)
    assert report.bots[0].wins.value > 0.6
