"""Tournaments: pairings, scores and ratings, and resuming a stopped one with the same figures."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from elfer import BadInput
from elfer.bots import Observation, OwnBot
from elfer.study import tournament as module
from elfer.study.simulate import simulate
from elfer.study.standings import Standings
from elfer.study.tournament import pairings, tournament

BOTS = "random,greedy,easy,hard"


@pytest.fixture(scope="module")
def two() -> Standings:
    return tournament("classic", BOTS, deals=400, seed=1)


@pytest.fixture(scope="module")
def three() -> Standings:
    return tournament("classic", BOTS, seats=3, deals=200, seed=1)


def pairs(standings: Standings) -> list[tuple[str, str]]:
    return [(meeting.bot, meeting.against) for meeting in standings.meetings]


def test_each_meets_each_other(two: Standings, three: Standings) -> None:
    bots = BOTS.split(",")
    assert pairs(two) == list(combinations(bots, 2))
    assert sorted(pairs(three)) == sorted((a, b) for a in bots for b in bots if a != b)
    assert two.games == 6 * 400 * 2
    assert three.games == 12 * 200 * 3
    assert two.complete


def test_a_meeting_is_a_simulation_of_duplicate_deals(two: Standings, three: Standings) -> None:
    alone = simulate("classic", seats=3, bots="hard,easy", games=600, seed=1, duplicate=True)
    assert three.wins("hard", "easy") == alone.bots[0].wins
    wins = two.wins("hard", "easy"), two.wins("easy", "hard")
    assert wins[0]
    assert wins[1]
    assert wins[0].value + wins[1].value == pytest.approx(1)
    assert wins[0].low is not None
    assert wins[0].low < wins[0].value


def test_scores_are_even_between_equals_and_add_up(three: Standings) -> None:
    for one, other in combinations(BOTS.split(","), 2):
        scores = three.score(one, other), three.score(other, one)
        assert None not in scores
        assert sum(filter(None, scores)) == pytest.approx(1)
    assert sum(rating.score for rating in three.ratings) == pytest.approx(2)


def test_the_stronger_a_bot_is_the_higher_it_is_rated(two: Standings, three: Standings) -> None:
    for standings in (two, three):
        assert standings.ratings[0].bot == "hard"
        assert [rating.mu for rating in standings.ratings] == sorted(
            (rating.mu for rating in standings.ratings), reverse=True
        )
        best, worst = standings.ratings[0], standings.ratings[-1]
        assert best.mu - 3 * best.sigma > worst.mu + 3 * worst.sigma
        assert best.score > 0.6


def test_equal_bots_are_rated_equally() -> None:
    class One:
        def choose(self, observation: Observation) -> str:
            return observation.moves[0]

    class Other(One):
        pass

    standings = tournament("junior", [One, Other], seats=3, deals=20, seed=1)
    assert standings.score("One", "Other") == 0.5
    one, other = standings.ratings
    assert abs(one.mu - other.mu) < one.sigma + other.sigma


@pytest.mark.parametrize(("count", "seats"), [(4, 2), (5, 2), (5, 3)])
def test_in_a_swiss_tournament_nobody_meets_the_same_twice(count: int, seats: int) -> None:
    bots = ["random", "greedy", "easy", "medium", "hard"][:count]
    standings = tournament("junior", bots, seats=seats, deals=10, swiss=3, seed=1)
    met = [frozenset(pair) for pair in pairs(standings)]
    assert len(met) == 6 * (seats - 1 if seats < 3 else 2)
    assert len(set(met)) == 6
    played = [sum(bot in pair for pair in set(met)) for bot in bots]
    assert max(played) - min(played) <= 1


def test_those_who_do_equally_well_meet() -> None:
    bots = ["random", "hard", "greedy", "medium"]
    standings = tournament("classic", bots, seats=4, deals=100, swiss=2, seed=1)
    assert {frozenset(pair) for pair in pairs(standings)[:4]} == {
        frozenset(("random", "hard")),
        frozenset(("greedy", "medium")),
    }
    assert {frozenset(pair) for pair in pairs(standings)[4:]} == {
        frozenset(("hard", "medium")),
        frozenset(("random", "greedy")),
    }


def test_a_round_has_as_many_pairs_as_there_can_be() -> None:
    met = {frozenset(pair) for pair in ("ab", "cd", "ac")}
    assert pairings("abcd", met) == [("a", "d"), ("b", "c")]
    met |= {frozenset("ad")}
    assert pairings("abcd", met) == [("b", "c")]


class Stop(Exception):
    """The tournament is killed."""


@pytest.mark.parametrize("swiss", [None, 3])
def test_a_tournament_that_was_killed_goes_on_to_the_same_figures(swiss: int | None, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    asked: dict[str, Any] = {"seats": 3, "deals": 40, "swiss": swiss, "seed": 5}
    whole = tournament("junior", BOTS, **asked)
    kept: list[int] = []

    def kill(done: int, total: int) -> None:
        if done > (len(kept) + 1) * total / 4:
            kept.append(done)
            raise Stop

    for _ in range(3):
        with pytest.raises(Stop):
            tournament("junior", BOTS, resume=file, progress=kill, **asked)
    told: list[int] = []
    resumed = tournament(
        "junior", BOTS, resume=file, progress=lambda done, _: told.append(done), **(asked | {"seed": None})
    )
    assert resumed == whole
    assert resumed.to_dict() == whole.to_dict()
    assert told[-1] == whole.games
    assert len(json.loads(file.read_text())["meetings"]) == len(whole.meetings)


def test_ctrl_c_keeps_the_meetings_that_are_over() -> None:
    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    standings = tournament("junior", BOTS, deals=50, seed=1, progress=stop)
    assert not standings.complete
    assert 3 <= len(standings.meetings) < 6
    assert len(standings.ratings) == 4
    assert standings.wins("easy", "hard") is None


def test_ctrl_c_in_the_first_meeting_is_passed_on() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament("junior", BOTS, deals=50, progress=stop)


def test_json_and_csv_have_the_same_figures(three: Standings) -> None:
    plain = json.loads(json.dumps(three.to_dict()))
    rows = [line.split(",") for line in three.to_csv().splitlines()[1:]]
    wins = {(row[1], row[2]): float(row[3]) for row in rows if row[0] == "wins"}
    assert len(wins) == 12
    for meeting in plain["meetings"]:
        pair = meeting["bot"], meeting["against"]
        assert wins[pair] == meeting["wins"]["value"] == plain["matrix"][pair[0]][pair[1]]["value"]
        assert meeting["played"] == "compiled"
    rated = {row[1]: float(row[3]) for row in rows if row[0] == "rating"}
    assert rated == {rating["bot"]: rating["mu"] for rating in plain["ratings"]}


def test_the_number_of_jobs_changes_nothing(two: Standings) -> None:
    assert tournament("classic", BOTS, deals=400, seed=1, jobs=2) == two


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bots": "greedy"}, "at least two bots"),
        ({"bots": "greedy,hard,greedy"}, "Two bots are called 'greedy'"),
        ({"bots": "greedy,genius"}, "There is no bot 'genius'"),
        ({"deals": 0}, "cannot have 0 deals"),
        ({"deals": -3}, "cannot have -3 deals"),
        ({"swiss": 4}, "1 to 3"),
        ({"swiss": 0}, "cannot be 0 Swiss rounds"),
        ({"swiss": -1}, "cannot be -1 Swiss rounds"),
        ({"seats": 9}, "seats"),
        ({"jobs": 0}, "cannot run 0 jobs"),
        ({"game": "clasic"}, "There is no game 'clasic'"),
        ({"resume": "/nowhere/kept.json"}, "No such file"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    wrong: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "run", lambda *_, **__: pytest.fail("played"))
    asked: dict[str, Any] = {"game": "classic", "bots": BOTS, "seed": 1} | wrong
    with pytest.raises(BadInput, match=message):
        tournament(**asked)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    tournament("junior", "greedy,hard", deals=2, seed=1, resume=file)
    with pytest.raises(BadInput, match="there 'deals' is 2, here 3"):
        tournament("junior", "greedy,hard", deals=3, seed=1, resume=file)
    file.write_text("[1, 2]")
    with pytest.raises(BadInput, match="does not hold a tournament"):
        tournament("junior", "greedy,hard", deals=3, resume=file)


def test_without_openskill_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"pip install 'elfer\[tournament\]'"):
        tournament("junior", "greedy,hard")


class Nth:
    """Takes the same place among its moves, always."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, observation: Observation) -> str:
        return observation.moves[self.place % len(observation.moves)]


def test_two_bots_of_a_class_are_told_apart_by_name() -> None:
    with pytest.raises(BadInput, match=r"^Two bots are called 'Nth'\. .*OwnBot\(…, name='a'\)"):
        tournament("junior", [Nth(0), Nth(1)], deals=2)
    named = [OwnBot(Nth(0), name="first"), OwnBot(Nth(1), name="second")]
    standings = tournament("junior", named, deals=2, seed=1)
    assert standings.contest.bots == ("first", "second")
