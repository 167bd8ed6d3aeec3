from __future__ import annotations

import elfer
from elfer.bots import LEVELS
from elfer.core.chance import Chance
from elfer.games.duel import bot as strategy
from elfer.games.duel.rules import Duel


def test_there_is_nothing_to_decide() -> None:
    match, game = elfer.start("duel", seats=2, seed=1), Duel()
    for level in LEVELS:
        assert strategy.choose(level, game, game.deal(2, Chance(1)), 0, Chance(1)) == "reveal"
        assert elfer.bot(level, seed=1).choose(match, 1) == "reveal"
        assert elfer.bot(level, seed=1).calls(match, 1) is None


def test_estimates_are_open_at_the_deal_and_sure_once_the_stacks_are_known() -> None:
    match = elfer.start("duel", seats=2, seed=1, to_the_end=True)
    (found,) = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert 0 < found.win < 1
    while not all(match.state.turned):
        match.play(0, "reveal")
    (found,) = elfer.bot("hard", seed=1).evaluate(match, 0)
    while not match.over:
        match.play(0, "reveal")
    assert match.result
    assert found.win == (match.result.winners == (0,))
