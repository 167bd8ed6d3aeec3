from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.bots import BOTS, CALLS
from elfer.chance import Chance
from tests.positions import table


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    def moves(seed: int) -> list[str]:
        match, bot = elfer.start("classic", seats=3, seed=4), elfer.bot(name, seed=seed)
        while match.actors:
            match.play(match.actors[0], bot.choose(match, match.actors[0]))
        return [step.move for step in match.history]

    assert moves(1) == moves(1) != moves(2)


def test_greedy_lays_all_it_can() -> None:
    match = table("classic", "R10 R9 Y12 B3", "G1", table="R11 Y11")
    bot, moves = elfer.bot("greedy", seed=1), []
    while match.actors == (0,):
        moves.append(bot.choose(match, 0))
        match.play(0, moves[-1])
    assert sorted(moves) == ["R10", "R9", "Y12", "end"]


def test_a_bot_chooses_only_for_a_seat_that_may_act() -> None:
    match = table("classic", "R10 B3", "G1", table="R11")
    with pytest.raises(BadInput, match="not that seat's turn"):
        elfer.bot("random").choose(match, 1)


def test_what_looks_further_is_handed_an_imagined_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many games the hands a bot is shown are no better than chance at the true ones."""
    shown: list[Any] = []

    def spy(game: Any, state: Any, seat: int, rng: Chance) -> None:
        shown.append(state)

    monkeypatch.setitem(CALLS, "classic", spy)
    right = total = 0
    for seed in range(80):
        match = elfer.start("classic", seats=2, seed=seed, without="blue")
        (seat,) = match.actors
        elfer.bot("greedy", seed=seed).choose(match, seat)
        truth: Any = match.state
        assert shown[-1].hands[seat] == truth.hands[seat]
        right += (shown[-1].hands[1 - seat] & truth.hands[1 - seat]).bit_count()
        total += 20
    assert abs(right / total - 0.5) < 0.04
