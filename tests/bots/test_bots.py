from __future__ import annotations

import pytest

import elfer
from elfer import BadInput
from elfer.bots import BOTS, strategy, warm_up
from elfer.games import registry
from elfer.games.rows.state import State
from tests.positions import table


def moves(name: str, seed: int) -> list[str]:
    """The moves of a whole match in which this bot has every seat."""
    match, bot = elfer.start("classic", seats=3, seed=4), elfer.bot(name, seed=seed)
    while match.actors:
        match.play(match.actors[0], bot.choose(match, match.actors[0]))
    return [step.move for step in match.history]


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    assert moves(name, 1) == moves(name, 1)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_another_seed_makes_other_choices(name: str) -> None:
    assert moves(name, 1) != moves(name, 2)


def test_greedy_lays_all_it_can() -> None:
    match = table("classic", "R10 R9 Y12 B3", "G1", table="R11 Y11")
    bot, chosen = elfer.bot("greedy", seed=1), []
    while match.actors == (0,):
        chosen.append(bot.choose(match, 0))
        match.play(0, chosen[-1])
    assert sorted(chosen) == ["R10", "R9", "Y12", "end"]


def test_a_bot_chooses_only_for_a_seat_that_may_act() -> None:
    match = table("classic", "R10 B3", "G1", table="R11")
    with pytest.raises(BadInput, match="not that seat's turn"):
        elfer.bot("random").choose(match, 1)


def test_imagined_hands_are_no_better_than_chance_at_the_true_ones() -> None:
    right = total = 0
    for seed in range(80):
        match = elfer.start("classic", seats=2, seed=seed, without="blue")
        (seat,) = match.actors
        shown, truth = elfer.bot("hard", seed=seed).observe(match, seat).state, match.state
        assert isinstance(shown, State)
        assert shown.hands[seat] == truth.hands[seat]
        right += (shown.hands[1 - seat] & truth.hands[1 - seat]).bit_count()
        total += 20
    assert abs(right / total - 0.5) < 0.04


def test_a_bot_observes_only_for_a_seat_that_may_act() -> None:
    match = table("classic", "R10 B3", "G1", table="R11")
    for asked in (elfer.bot("hard").observe, elfer.bot("hard").evaluate):
        with pytest.raises(BadInput, match="not that seat's turn"):
            asked(match, 1)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_simple_bots_never_call(name: str) -> None:
    match = elfer.start("snap", seats=3, seed=1)
    for seat in match.actors:
        if seat not in match.awaited:
            assert elfer.bot(name, seed=1).calls(match, seat) is None
            assert elfer.bot(name, seed=1).decide_call(elfer.bot(name, seed=1).observe(match, seat)) is None


def test_estimates_come_the_best_first() -> None:
    match = table("collect", "R15 R16 R17 Y2", "Y11 G12 B13 B14", piles=["R18", "B2", "B3", "G4"])
    found = elfer.bot("hard", seed=1).evaluate(match, 0)
    assert [move.win for move in found] == sorted((move.win for move in found), reverse=True)
    assert found[0].move == "pile 1"


def test_warming_up_asks_every_folder_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    for kind in registry().values():
        own = strategy(kind())
        monkeypatch.setattr(own, "warm_up", lambda own=own: asked.append(own), raising=False)
    warm_up()
    assert len(asked) == len(set(asked)) == len({strategy(kind()) for kind in registry().values()})


def test_a_game_that_cannot_warm_up_costs_the_others_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    (first, *_), others = registry().values(), {strategy(kind()) for kind in registry().values()}
    for own in others:
        monkeypatch.setattr(own, "warm_up", lambda own=own: asked.append(own), raising=False)
    monkeypatch.setattr(strategy(first()), "warm_up", lambda: 1 / 0)
    with pytest.warns(RuntimeWarning, match="division by zero"):
        warm_up()
    assert len(asked) == len(others) - 1
