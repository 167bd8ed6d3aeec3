from __future__ import annotations

from collections import Counter
from statistics import mean, stdev

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.bots.snap import LEVELS as SENSES
from elfer.bots.snap import notices, reaction
from elfer.chance import Chance
from elfer.simulate import simulate
from tests.games.snap_positions import snap


@pytest.mark.parametrize("level", LEVELS)
def test_reactions_are_as_quick_as_a_level_is(level: str) -> None:
    times = [reaction(level, Chance(seed)) for seed in range(2000)]
    assert mean(times) == pytest.approx(SENSES[level].mean, rel=0.05)
    assert stdev(times) == pytest.approx(SENSES[level].spread, rel=0.1)
    assert min(times) >= 180


@pytest.mark.parametrize(
    ("piles", "middle", "word"),
    [(["R7", "Y7", ""], "", "schnapp"), (["R7", "", ""], "Y7", "schnipp")],
)
@pytest.mark.parametrize("level", LEVELS)
def test_bots_notice_what_lies_there_unless_they_miss_it(
    level: str, piles: list[str], middle: str, word: str
) -> None:
    match = snap(["R1", "Y2", "G3"], piles, under=1, middle=middle)
    said = Counter(notices(level, match.game, match.state, 2, Chance(seed)) for seed in range(300))  # type: ignore[arg-type]
    assert set(said) <= {word, None}
    assert said[None] / 300 == pytest.approx(SENSES[level].misses / 1000, abs=0.06)


def test_the_lower_levels_rarely_call_falsely() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y9", ""], under=1)
    for level, most in (("easy", 15), ("expert", 0)):
        said = [notices(level, match.game, match.state, 2, Chance(seed)) for seed in range(800)]  # type: ignore[arg-type]
        assert len([word for word in said if word]) <= most
    assert any(notices("easy", match.game, match.state, 2, Chance(seed)) for seed in range(800))  # type: ignore[arg-type]


def test_one_seat_is_the_quickest_and_each_as_often() -> None:
    """Of bots that never miss, exactly one calls, whoever is asked first."""
    quickest: Counter[int] = Counter()
    for number in range(1, 21):
        for turned in range(10):
            tops = [f"R{number}", f"Y{number}", f"G{number % 20 + 1}"]
            match = snap(["B1", "B2", "B3"], tops, under=1, turned=turned)
            calls = [seat for seat in (1, 2) if elfer.bot("expert", seed=7).calls(match, seat)]
            if elfer.bot("expert", seed=7).choose(match, 0) != "reveal":
                calls.append(0)
            assert len(calls) <= 1
            quickest.update(calls)
    assert all(45 < quickest[seat] < 90 for seat in range(3))


def test_a_higher_level_wins_oftener() -> None:
    report = simulate("snap", seats=2, bots="expert,easy", games=12, seed=1, duplicate=True)
    assert report.bots[0].wins.value > 0.6
