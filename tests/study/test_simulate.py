"""Simulations: what is played, the same wherever it is, and that it stops cleanly."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.bots import Bot, BotError, Observation
from elfer.bots.play import next_move
from elfer.core.chance import Chance
from elfer.core.refusals import Refused
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.study.simulate import simulate
from elfer.study.tally import SHARES_PER_WIN


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("game", "games", "way"), [("junior", 20_000, "compiled"), ("highest", 40, "library")]
)
def test_the_number_of_jobs_changes_nothing(game: str, games: int, way: str, duplicate: bool) -> None:
    reports = [
        simulate(game, seats=3, bots="greedy,random", games=games, seed=7, duplicate=duplicate, jobs=jobs)
        for jobs in ((1, 2, 3) if way == "compiled" else (1, 3))  # where each job is a process of its own
    ]
    assert all(report.to_dict() == reports[0].to_dict() for report in reports)
    assert reports[0].games == (-(-games // 3) * 3 if duplicate else games)
    assert reports[0].played == way


def test_another_seed_gives_other_games() -> None:
    lengths = {simulate("junior", games=20, seed=seed).tally.length.total for seed in range(4)}
    assert len(lengths) > 1


def test_a_seed_that_was_not_given_can_be_given_again() -> None:
    first = simulate("junior", games=10)
    assert simulate("junior", games=10, seed=first.plan.seed) == first


def test_what_a_game_is_counted_as() -> None:
    """The shares of a game's victory are one whole; bots' and seats' figures are the same games."""
    report = simulate("junior", seats=3, bots="greedy,random", games=60, seed=7, duplicate=True, rounds=2)
    tally = report.tally
    for sides in (tally.bots, tally.seats):
        assert sum(side.shares.total for side in sides) == SHARES_PER_WIN * report.games
        assert all(sum(side.points.counts.values()) == report.games for side in sides)
    points = [sum(side.points.total for side in sides) for sides in (tally.bots, tally.seats)]
    assert points[0] == points[1] < 0
    assert [line.seat for line in report.bots] == [None] * 3
    assert [line.bot for line in report.seats] == [None] * 3
    assert tally.length.total > tally.draws.total > tally.passes.total


class Caller(Bot):
    """A bot that calls whenever it may."""

    def calls(self, match: AnyMatch, seat: int) -> str | None:
        return match.moves(seat)[0]

    def choose(self, match: AnyMatch, seat: int) -> str:
        return next(move for move in match.moves(seat) if move != "doubt")


def test_chance_says_who_calls_first() -> None:
    """When several seats may doubt a claim in cheat, none of them has the advantage of its number."""
    match = elfer.start("cheat", seats=4, seed=1, edition="star-wars")
    bots = [Caller("greedy", seat) for seat in range(4)]
    while len(free := set(match.actors) - set(match.awaited)) < 2:
        match.play(match.awaited[0], bots[0].choose(match, match.awaited[0]))
    first = [next_move(match, bots, Chance(seed)) for seed in range(60)]
    assert {seat for seat, _ in first} == free
    assert {move for _, move in first} == {"doubt"}


def test_chance_says_who_of_those_awaited_moves_first() -> None:
    match = elfer.start("highest", seats=4, seed=1)
    bots = [elfer.bot("random", seat) for seat in range(4)]
    assert {next_move(match, bots, Chance(seed))[0] for seed in range(60)} == {0, 1, 2, 3}


def test_the_table_moves_at_once() -> None:
    match = elfer.start("snap", seats=3, seed=1, together=True)
    assert next_move(match, [elfer.bot("random", seat) for seat in range(3)], Chance(1)) == (
        elfer.TABLE,
        "go",
    )


@pytest.mark.parametrize("id", registry())
def test_every_game_can_be_simulated(id: str) -> None:
    for seats in (registry()[id].seats[0], registry()[id].seats[-1]):
        report = simulate(id, seats=seats, bots="random", games=2, seed=1)
        assert report.complete
        assert sum(line.wins.value for line in report.bots) == pytest.approx(1)
        assert report.length.value > 0


def test_options_and_rounds_are_played() -> None:
    one = simulate("classic", games=5, seed=1, bots="random")
    assert simulate("classic", games=5, seed=1, bots="random", rounds=3).length.value > 2 * one.length.value
    other = simulate("classic", games=5, seed=1, bots="random", options={"edition": "star-wars"})
    assert other.length != one.length


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "clasic"}, "There is no game 'clasic'"),
        ({"seats": 7}, "It takes 2 to 6 seats"),
        ({"bots": "genius"}, "There is no bot 'genius'"),
        ({"bots": ["greedy"] * 5}, "5 bots do not fit a table of 4 seats"),
        ({"bots": []}, "0 bots do not fit"),
        ({"games": -1}, "cannot have -1 games"),
        ({"games": 2.5}, "'games' must be a whole number, not 2.5"),
        ({"jobs": 0}, "cannot run 0 jobs"),
        ({"rounds": 0}, "cannot have 0 rounds"),
        ({"seed": -1}, "The seed cannot be -1"),
        ({"options": {"edition": "gold"}}, "cannot be 'gold'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    wrong: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elfer.study.simulate.run", lambda *_, **__: pytest.fail("played"))
    asked: dict[str, Any] = {"game": "classic", "seats": 4} | wrong
    with pytest.raises(BadInput, match=message):
        simulate(**asked)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("game", ["junior", "highest"])
def test_ctrl_c_keeps_what_is_done(game: str, jobs: int) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise KeyboardInterrupt

    asked = 1_000_000_001
    before = set(threading.enumerate())
    report = simulate(game, seats=3, games=asked, seed=1, duplicate=True, jobs=jobs, progress=stop)
    assert told == [(0, asked + 1), (report.games, asked + 1)]
    assert not report.complete
    assert 0 < report.games < asked
    assert report.games % 3 == 0
    assert not multiprocessing.active_children()
    assert not set(threading.enumerate()) - before


def test_ctrl_c_before_the_first_game_is_over_is_passed_on() -> None:
    def interrupt(observation: Observation) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("junior", bots=[interrupt], games=5)


def test_the_death_of_a_process_is_noticed() -> None:
    def kill(done: int, total: int) -> None:
        if done:
            multiprocessing.active_children()[0].kill()

    with pytest.raises(Refused, match="died"):
        simulate("highest", games=1_000_000, seed=1, jobs=2, progress=kill)
    assert not multiprocessing.active_children()


# Users' bots


class Lazy:
    """A bot that lays the last card it may."""

    def choose(self, observation: Observation) -> str:
        return observation.moves[-1]


def lost(observation: Observation) -> str:
    """A bot that does not know what to do."""
    return "what now?"


def test_own_bots_play_beside_others_in_one_process_or_several() -> None:
    one, two = (
        simulate("junior", seats=3, bots=[Lazy(), "hard", Lazy], games=12, seed=1, jobs=jobs)
        for jobs in (1, 2)
    )
    assert one == two
    assert one.played == "library"
    assert [line.bot for line in one.bots] == ["Lazy", "hard", "Lazy"]


def test_a_bot_that_was_made_before_is_known_by_its_name() -> None:
    made = simulate("junior", bots=[elfer.bot("hard")], games=12, seed=1)
    assert made == simulate("junior", bots="hard", games=12, seed=1)
    assert made.played == "compiled"


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_an_own_bot_does_wrong_is_said(jobs: int) -> None:
    with pytest.raises(BotError, match="lost"):
        simulate("junior", bots=[lost], games=12, seed=1, jobs=jobs)
    assert not multiprocessing.active_children()


def test_a_bot_that_cannot_be_sent_to_a_process_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot be sent to another process"):
        simulate("junior", bots=[lambda observation: observation.moves[0]], games=12, jobs=2)


@pytest.mark.parametrize("where", ["if True:", "if __name__ == '__main__':"], ids=["notebook", "script"])
def test_a_bot_that_other_processes_do_not_find_is_refused(where: str, tmp_path: Path) -> None:
    """A class of a notebook, or of a part of a script that only runs once, is nowhere else."""
    script = f"""
from elfer.study.simulate import simulate
{where}
    class First:
        def choose(self, observation):
            return observation.moves[0]

    try:
        simulate("junior", bots=[First()], games=12, jobs=2)
    except ValueError as refused:
        print(refused)
"""
    file = tmp_path / "own.py"
    file.write_text(script)
    way = ["-c", script] if where == "if True:" else [str(file)]
    run = subprocess.run([sys.executable, *way], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("The bot 'First' cannot be sent to another process: ")
    assert (run.stdout.count("\n"), run.stderr) == (1, "")
