"""The search, tested with Nim: the player who takes the last stick wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import pytest

from elfer.bots import search
from elfer.bots.search import (
    Estimate,
    behind,
    best_move,
    estimate,
    likely,
    play_out,
    playing_on,
    wins_surely,
    worth,
)
from elfer.core.chance import Chance
from elfer.core.game import Event, Move, Result, Seat
from tests.bots.nim import GAME, Nim, Sticks, taking


def test_a_playout_ends_with_the_result() -> None:
    result, steps = play_out(GAME, Sticks(3), taking, Chance(1))
    assert result
    assert (result.winners, steps) == ((0,), 1)
    assert worth(result, 0) == (1.0, 10)
    assert worth(result, 1) == (0.0, 0)
    assert worth(None, 0) == (0.0, 0)


def test_a_shared_victory_counts_its_share() -> None:
    assert worth(Result.of((5, 5), "out"), 1) == (0.5, 5)


def test_an_estimate_is_right_where_the_policy_is() -> None:
    found = estimate(GAME, Sticks(6), 0, Chance(1), policy=taking, worlds=40)
    assert [move.move for move in found] == ["1", "2", "3", "luck"]
    by_move = {move.move: move for move in found}
    assert by_move["2"] == Estimate("2", 1.0, 10.0)
    assert by_move["1"].win == by_move["3"].win == 0.0
    assert 0.2 < by_move["luck"].win < 0.8


def test_an_estimate_of_some_moves_leaves_out_the_others() -> None:
    (found,) = estimate(GAME, Sticks(6), 0, Chance(1), moves=["3"], policy=search.greedy, worlds=3)
    assert found.move == "3"


def test_the_best_move_is_found_wherever_it_stands() -> None:
    for moves in ["1", "2", "3"], ["2", "3", "1"], ["3", "1", "luck", "2"]:
        assert best_move(GAME, Sticks(6), 0, Chance(2), moves=moves, policy=taking, steps=400) == "2"


def test_the_first_move_stays_unless_another_beats_it_clearly() -> None:
    assert best_move(GAME, Sticks(4), 0, Chance(1), moves=["3", "1", "2"], policy=taking, steps=200) == "3"
    assert best_move(GAME, Sticks(4), 0, Chance(1), moves=["2"], policy=taking, steps=200) == "2"


def test_a_merit_of_ones_own_decides() -> None:
    def losing(result: Result | None, seat: Seat) -> float:
        return 1 - worth(result, seat)[0]

    found = best_move(GAME, Sticks(6), 0, Chance(1), moves=["2", "1"], policy=taking, steps=200, merit=losing)
    assert found == "1"


def test_a_trial_of_ones_own_is_paid_by_its_steps() -> None:
    calls = []

    def trial(
        _game: Nim, _state: Sticks, _seat: Seat, moves: Sequence[Move], _rng: Chance
    ) -> tuple[list[Result | None], int]:
        calls.append(list(moves))
        return [Result.of((int(move), 2), "trial") for move in moves], 10

    assert best_move(GAME, Sticks(9), 0, Chance(1), moves=["1", "3"], trial=trial, steps=50) == "3"
    assert calls == [["1", "3"]] * 5
    found = estimate(GAME, Sticks(9), 0, Chance(1), moves=["1", "3"], trial=trial, worlds=2)
    assert found == (Estimate("1", 0.0, 1.0), Estimate("3", 1.0, 3.0))


def test_a_playout_without_end_is_given_up() -> None:
    class Endless(Nim, frozen=True):
        def play(self, state: Sticks, seat: Seat, move: Move) -> tuple[Sticks, tuple[Event, ...]]:
            return state, ()

    assert play_out(Endless(), Sticks(1), search.random, Chance(1)) == (None, search.MOST_MOVES)


@pytest.mark.parametrize(
    ("leads", "chosen"),
    [
        ([1], "3"),
        ([1, 0], "1"),
        ([1] + [0] * 9, "1"),
        ([1, 1] + [0] * 8, "3"),
        ([1, 1, 1, -1, 0, 0, 0], "3"),
        ([1, 1, 1, -1, 0, 0, 0, 0], "1"),
        ([0] * 10, "1"),
    ],
)
def test_another_move_must_lead_by_a_standard_error(leads: list[int], chosen: str) -> None:
    """The mean lead minus sqrt(variance / worlds) must be positive, with 0.5 added to the squares."""
    left = iter(leads)

    def trial(
        _game: Nim, _state: Sticks, _seat: Seat, moves: Sequence[Move], _rng: Chance
    ) -> tuple[list[Result | None], int]:
        lead = next(left)
        return [Result.of((lead if move == "3" else 0, 0), "trial") for move in moves], 1

    def points(result: Result | None, seat: Seat) -> float:
        return float(result.points[seat]) if result else 0.0

    found = best_move(
        GAME, Sticks(9), 0, Chance(1), moves=["1", "3"], trial=trial, steps=len(leads), merit=points
    )
    assert found == chosen


def test_half_of_the_rivals_drop_out_after_each_round() -> None:
    tried: list[int] = []

    def trial(
        _game: Nim, _state: Sticks, _seat: Seat, moves: Sequence[Move], _rng: Chance
    ) -> tuple[list[Result | None], int]:
        tried.append(len(moves))
        return [Result.of((int(move), 5), "trial") for move in moves], 4

    moves = [str(i) for i in range(1, 8)]
    assert best_move(GAME, Sticks(9), 0, Chance(1), moves=moves, trial=trial, steps=24) == "6"
    assert tried == [7, 7, 4, 4, 2, 2]


def test_an_estimate_tries_the_best_three_more_often_and_stops_after_its_steps() -> None:
    tried: list[int] = []

    def trial(
        _game: Nim, _state: Sticks, _seat: Seat, moves: Sequence[Move], _rng: Chance
    ) -> tuple[list[Result | None], int]:
        tried.append(len(moves))
        return [Result.of((int(move), 3), "trial") for move in moves], 10

    moves = ["1", "2", "3", "4"]
    found = estimate(GAME, Sticks(9), 0, Chance(1), moves=moves, trial=trial, worlds=2, closer=9, steps=30)
    assert tried == [4, 4, 3, 3, 3, 3]
    assert [one.move for one in found] == moves
    assert [one.win for one in found] == [0.0, 0.0, 0.5, 1.0]


def test_a_gap_of_one_divides_the_odds_by_e_and_few_trials_are_smoothed() -> None:
    assert behind(Estimate("1", 0.5, 7.0), "2", 1.0) == Estimate("2", 1 / (1 + exp(1)), 6.0)
    assert likely(3, 5, 2) == 3.5 / 6


def test_a_sure_win_is_one_in_every_world() -> None:
    def trial(
        _game: Nim, _state: Sticks, _seat: Seat, moves: Sequence[Move], rng: Chance
    ) -> tuple[list[Result | None], int]:
        return [Result.of((int(rng.below(8) < int(move)), 0), "trial") for move in moves], 1

    assert wins_surely(GAME, Sticks(9), 0, "8", Chance(1), trial)
    assert not wins_surely(GAME, Sticks(9), 0, "4", Chance(1), trial)


def test_moves_meet_the_same_luck_and_worlds_another_one() -> None:
    def any_number(_game: Nim, state: Sticks, _seat: Seat, rng: Chance) -> Move:
        return str(1 + rng.below(min(3, state.left)))

    trial, rng = playing_on(any_number), Chance(1)
    ends = [trial(GAME, Sticks(9), 0, ["1", "1"], rng)[0] for _ in range(40)]
    assert all(first == second for first, second in ends)
    assert {first.winners for first, _ in ends if first} == {(0,), (1,)}
