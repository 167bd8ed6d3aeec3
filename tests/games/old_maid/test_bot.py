from __future__ import annotations

import elfer
from elfer.bots import LEVELS


def test_any_card_is_drawn_at_any_level() -> None:
    match = elfer.start("old-maid", seats=3, seed=1)
    (seat,) = match.actors
    for level in LEVELS:
        assert len({elfer.bot(level, seed=seed).choose(match, seat) for seed in range(20)}) > 3


def test_all_cards_offered_are_worth_the_same() -> None:
    match = elfer.start("old-maid", seats=3, seed=1)
    found = elfer.bot("hard", seed=1).evaluate(match, match.actors[0])
    assert len({(estimate.win, estimate.points) for estimate in found}) == 1
