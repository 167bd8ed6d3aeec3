from __future__ import annotations

from statistics import mean, stdev

import pytest

import elfer
from elfer.bots import LEVELS
from elfer.bots.levels import QUICKEST_MS, REACTIONS_MS, reaction
from elfer.core.chance import Chance
from tests.games.snap.positions import snap


@pytest.mark.parametrize("level", LEVELS)
def test_reactions_are_as_quick_as_a_level_is(level: str) -> None:
    times = [reaction(level, Chance(seed)) for seed in range(2000)]
    assert mean(times) == pytest.approx(REACTIONS_MS[level][0], rel=0.05)
    assert stdev(times) == pytest.approx(REACTIONS_MS[level][1], rel=0.1)
    assert min(times) >= QUICKEST_MS


def test_with_a_clock_each_seat_calls_after_its_own_reaction_time() -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", ""], under=1)
    for seat in range(3):
        found = [
            bot.react(bot.observe(match, seat)) for bot in (elfer.bot("expert", seed) for seed in range(40))
        ]
        called = [reaction for reaction in found if reaction]
        assert len(called) > 30
        assert {move for _, move in called} == {"schnapp"}
        assert len({time for time, _ in called}) > 20


def test_without_reactions_the_seat_to_move_decides_in_turn() -> None:
    match = elfer.start("cheat", seats=3, seed=1)
    bot = elfer.bot("hard", seed=1)
    assert bot.react(bot.observe(match, match.awaited[0])) is None
