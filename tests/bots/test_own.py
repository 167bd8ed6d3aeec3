from __future__ import annotations

import gc
import pickle
import runpy
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer import BadInput, BotError
from elfer.bots import AnyBot, Observation, OwnBot, next_move
from elfer.games import registry
from tests.bots import own_bots
from tests.games.snap.positions import snap
from tests.positions import table

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MODULE = own_bots.__name__


@pytest.mark.parametrize(
    ("who", "name"),
    [
        (own_bots.Lowest, "Lowest"),
        (own_bots.Lowest(), "Lowest"),
        (own_bots.first, "first"),
        (f"{MODULE}:Lowest", f"{MODULE}:Lowest"),
        (f"{MODULE}:first", f"{MODULE}:first"),
        ("hard", "hard"),
        (elfer.bot("easy", seed=1), "easy"),
        (elfer.bot(own_bots.first), "first"),
    ],
)
def test_every_kind_of_bot_has_a_name(who: Any, name: str) -> None:
    match = table("classic", "R10 R12", "G1", table="R11")
    assert elfer.bot(who).name == elfer.bot(who, 5).name == name
    assert elfer.bot(who, 5).seed == 5
    assert elfer.bot(who, 5).choose(match, 0) in match.moves(0)


def test_a_class_makes_a_bot_for_every_seat_and_an_object_is_one() -> None:
    one = own_bots.Curious()
    elfer.play_match(elfer.start("junior", seats=2, seed=1), [one, own_bots.Curious], seed=1)
    assert {seen.seat for seen in one.seen} == {0}
    first, second = (elfer.bot(own_bots.Curious, seed) for seed in (1, 2))
    assert isinstance(first, OwnBot)
    assert isinstance(second, OwnBot)
    assert first.own is second.own
    assert first.with_seed(2).seed == 2


@pytest.mark.parametrize("game", registry())
def test_own_bots_play_every_game(game: str) -> None:
    """They call and doubt as well; the same seed plays the same match."""
    matches = [elfer.start(game, seed=4) for _ in range(2)]
    for match in matches:
        bots: list[AnyBot] = [own_bots.Lowest(), own_bots.first, "greedy"]
        elfer.play_match(match, bots[: match.seats], seed=2)
        assert match.over
    assert matches[0] == matches[1]


# What they are shown


@pytest.mark.parametrize("game", registry())
def test_an_observation_is_what_the_seat_may_know(game: str) -> None:
    match, player = elfer.start(game, seed=4), own_bots.Curious()
    bots = [OwnBot(player, seed=seat) for seat in range(match.seats)]
    rng, asked = elfer.Chance(1), 0
    while not match.over and match.steps < 60:
        seat, move = next_move(match, bots, rng)
        if len(player.seen) > asked:
            seen, asked = player.seen[-1], len(player.seen)
            assert (seen.seat, seen.seats, seen.game) == (seat, match.seats, match.game)
            assert elfer.to_json(seen.view) == elfer.to_json(match.view(seat))
            assert seen.moves == match.moves(seat)
            assert seen.history == match.events(seat)
            world = seen.imagine(1)
            assert world == seen.imagine(1)
            assert elfer.to_json(world.view(seat)) == elfer.to_json(match.view(seat))
            assert world.play(seat, move)
        match.play(seat, move)


@pytest.mark.parametrize("game", ["classic", "cheat", "snap", "old-maid", "highest"])
def test_the_truth_is_nowhere_in_an_observation(game: str) -> None:
    match = elfer.start(game, seed=4)
    seat = max(match.actors)
    found, left = {id(match.state)}, [elfer.bot(own_bots.first, seed=4).observe(match, seat)]
    reached: set[int] = set()
    while left:
        thing: object = left.pop()
        if id(thing) not in reached and not isinstance(thing, type):
            reached.add(id(thing))
            fields = getattr(thing, "__struct_fields__", ())
            left += [getattr(thing, name) for name in fields] + gc.get_referents(thing)
            assert not isinstance(thing, elfer.Match)
    assert not found & reached


def test_chance_goes_on_within_a_decision_and_is_the_same_again() -> None:
    match = elfer.start("classic", seats=3, seed=4)
    one, other = (elfer.bot(own_bots.first, seed=7).observe(match, match.actors[0]) for _ in range(2))
    assert [one.rng.below(10**9) for _ in range(3)] == [other.rng.below(10**9) for _ in range(3)]
    assert one.rng.below(10**9) != one.rng.below(10**9)
    assert pickle.loads(pickle.dumps(one)) == one == other


# What goes wrong


@pytest.mark.parametrize(
    ("own", "code", "message"),
    [
        (
            own_bots.Illegal,
            "bot_illegal",
            "'Illegal' in seat 0 answered 'R99', which is not one of",
        ),
        (own_bots.Silent, "bot_none", "'Silent' in seat 0 answered None instead of a move"),
        (own_bots.Raising, "bot_raised", "seat 0 raised KeyError: 'a line\\nand another' (own_bots.py, line"),
        (own_bots.Leaving, "bot_raised", "'Leaving' in seat 0 raised SystemExit: 3 (own_bots.py, line"),
        (own_bots.Hanging, "bot_slow", "'Hanging' in seat 0 had not answered after 0.2 seconds"),
        (f"{MODULE}:Silent", "bot_none", f"The bot '{MODULE}:Silent' in seat 0"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_position(own: Any, code: str, message: str) -> None:
    match = table("classic", "R10 R12", "G1", table="R11")
    bot = elfer.bot(own, seed=1)
    assert isinstance(bot, OwnBot)
    bot.seconds = 0.2 if code == "bot_slow" else None
    before = match.record()
    with pytest.raises(BotError) as failed:
        elfer.play_match(match, [bot], seed=1)
    assert failed.value.code == code
    assert message in str(failed.value)
    assert str(failed.value).endswith(f"Position: {elfer.to_json(match.position())}")
    assert "\n" not in str(failed.value)
    assert match.record() == before
    again = pickle.loads(pickle.dumps(failed.value))
    assert (type(again), str(again)) == (BotError, str(failed.value))
    with pytest.raises(BotError, match="Position: "):
        bot.decide(bot.observe(match, 0))


def test_a_call_must_be_a_move_too() -> None:
    match = elfer.start("snap", seats=3, seed=1)
    match.play(0, "reveal")
    with pytest.raises(BotError, match="answered 'hello'"):
        elfer.bot(own_bots.BadCaller).calls(match, 0)
    assert elfer.bot(own_bots.Lowest).calls(match, 0) is None
    assert elfer.bot(own_bots.Lowest).calls(match, 2) == "schnapp"
    assert elfer.bot(own_bots.first).calls(match, 2) is None


@pytest.mark.parametrize(
    ("who", "message"),
    [
        ("genius", "There is no bot 'genius'. Bots: random, greedy, "),
        (f"{MODULE}:Genius", f"the module '{MODULE}' has no 'Genius'"),
        (f"{MODULE}:nobody", "is not a bot: a bot has a method choose(observation)"),
        (f"{MODULE}:", "has no ''"),
        (":first", "cannot be loaded"),
        ("no_such_module:Bot", "says ModuleNotFoundError: No module named 'no_such_module'."),
        (own_bots.Demanding, "'Demanding' cannot be made: TypeError"),
        (3, "'int' is not a bot"),
        (None, "'NoneType' is not a bot"),
    ],
)
def test_anything_but_a_bot_is_refused_by_name(who: Any, message: str) -> None:
    with pytest.raises(BadInput) as refused:
        elfer.bot(who)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_time_limit_leaves_other_alarms_alone() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 300)
    try:
        match = table("classic", "R10 R12", "G1", table="R11")
        assert elfer.bot(own_bots.Lowest).choose(match, 0) == "R10"
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 300
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not rung


def test_own_bots_play_in_threads_too() -> None:
    match = elfer.start("junior", seats=2, seed=1)
    thread = threading.Thread(target=elfer.play_match, args=(match, [own_bots.Lowest()]))
    thread.start()
    thread.join()
    assert match.over


def test_a_module_is_found_in_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def mine(seen):\n    return seen.moves[0]\n")
    (tmp_path / "broken.py").write_text("def f(:\n")
    code = "import elfer; print(elfer.bot('mine:mine').name); elfer.bot('broken:f')"
    command = [sys.executable, "-P", "-c", code]  # -P: as the command line starts
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert out.stdout == "mine:mine\n"
    assert "The bot 'broken:f' cannot be loaded: the module 'broken' says SyntaxError" in out.stderr


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "own_bot.py"), run_name="__main__")
    assert "Dreamer won" in capsys.readouterr().out


def test_a_clock_waits_for_the_reaction_of_a_bot_that_calls() -> None:
    """With a clock, a user's bot calls after a reaction time of its own, or never."""

    class Caller:
        def choose(self, observation: Observation) -> str:
            return observation.moves[0]

        def call(self, observation: Observation) -> str | None:
            return "schnapp" if "schnapp" in observation.moves else None

    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", ""], under=1)
    times = set()
    for seed in range(20):
        player = elfer.bot(Caller, seed)
        reaction = player.react(player.observe(match, 2))
        assert reaction
        assert reaction[1] == "schnapp"
        times.add(reaction[0])
    assert len(times) > 10
    silent = elfer.bot(lambda seen: seen.moves[0], 1)
    assert silent.react(silent.observe(match, 2)) is None
