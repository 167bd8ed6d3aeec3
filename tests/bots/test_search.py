"""Looking ahead, shown with a game that is nothing but numbers: who takes the last stick wins."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.bots import search
from elfer.bots.search import Estimate, best_move, estimate, play_out, worth
from elfer.core.chance import Chance
from elfer.core.game import Event, Move, Result, Seat
from tests.bots.nim import GAME, Nim, Sticks, taking


def test_a_playout_ends_with_the_result() -> None:
    result = play_out(GAME, Sticks(3), taking, Chance(1))
    assert result
    assert result.winners == (0,)
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

    assert play_out(Endless(), Sticks(1), search.random, Chance(1)) is None
