from __future__ import annotations

import elfer
from elfer.bots import LEVELS
from elfer.bots import duel as mind
from elfer.chance import Chance


def test_there_is_nothing_to_decide() -> None:
    match = elfer.start("duel", seats=2, seed=1)
    for level in LEVELS:
        assert mind.choose(level, match.game, match.state, 0, Chance(1)) == "reveal"  # type: ignore[arg-type]
        assert elfer.bot(level, seed=1).choose(match, 1) == "reveal"
        assert elfer.bot(level, seed=1).calls(match, 1) is None
