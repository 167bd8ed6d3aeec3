"""The games in OpenSpiel: its own tests, its own algorithms, and what it is told when something is wrong."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

import elfer
from elfer.envs.encoding import WAIT
from elfer.envs.openspiel import Player, difference, name_of, parameters, register
from elfer.envs.tiny import Tinier, Tiny
from elfer.games import Kind, registry
from elfer.games.rows.classic import Classic
from elfer.games.rows.junior import Junior

KINDS: list[Kind] = [*registry().values(), Tiny, Tinier]
PRIVATE = [
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
]
EXAMPLES = Path(__file__).parents[2] / "examples"


def load(kind: Kind, seats: int, most: int) -> Any:
    """A game that does not take longer than a test may."""
    game = pyspiel.load_game(name_of(kind), {"seats": seats})
    longest = min(most, game.max_game_length())
    return pyspiel.load_game(name_of(kind), {"seats": seats, "max_game_length": longest})


def dealt(game: Any, seed: int = 1) -> Any:
    state, rng = game.new_initial_state(), np.random.RandomState(seed)
    while state.is_chance_node():
        state.apply_action(rng.randint(len(state.chance_outcomes())))
    return state


def play(game: Any, bots: list[Any], seed: int = 1) -> Any:
    state = dealt(game, seed)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return state


def test_every_game_is_registered() -> None:
    there = pyspiel.registered_names()
    assert {name_of(kind) for kind in KINDS} <= set(there)
    assert {"elfer_classic", "elfer_old_maid", "elfer_tiny"} <= set(there)


@pytest.mark.parametrize(("place", "most"), [(0, 250), (-1, 50)], ids=["fewest", "most"])
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_random_sim_test(kind: Kind, place: int, most: int) -> None:
    game = load(kind, kind.seats[place], most)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("options", ["edition=star-wars", "seats=2,without=red", "seats=6,edition=junior"])
def test_random_sim_test_with_options(options: str) -> None:
    game = pyspiel.load_game(f"elfer_classic({options})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_playthroughs_come_out_again(kind: Kind, tmp_path: Path) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough, replay  # with all of SciPy

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    game = f"{name_of(kind)}(max_game_length=15,seats={kind.seats[0]})"
    file = tmp_path / "playthrough.txt"
    file.write_text(playthrough(game, None, seed=1), "utf-8")
    original, again = replay(file)
    assert original == again
    assert "PrivateObservationString(1)" in original


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_resampling(kind: Kind) -> None:
    """What OpenSpiel's own test of resampling demands, and that the state can be played to its end."""
    game, sampler = load(kind, kind.seats[0], 40), pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
    state, rng = dealt(game), np.random.RandomState(1)
    while not state.is_terminal():
        for player in range(game.num_players()) if state.move_number() % 5 == 0 else ():
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.history() == []
            _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))
            assert str(stored) == str(other)
            other.apply_action(rng.choice(other.legal_actions()))
        state.apply_action(rng.choice(state.legal_actions()))


def test_what_is_private_is_what_others_do_not_see() -> None:
    match = elfer.start(Classic, seats=2, seed=1)
    hands = {seat: difference(match.view(seat), match.view(None))["hands"] for seat in (0, 1)}
    assert hands == {0: (match.view(0).hands[0], None), 1: (None, match.view(1).hands[1])}


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_a_game_and_its_states_can_be_pickled(kind: Kind) -> None:
    game = load(kind, kind.seats[-1], 30)
    state = dealt(game)
    there, point = pickle.loads(pickle.dumps((game, state)))
    assert (str(there), there.tree) == (str(game), game.tree)
    assert str(point) == str(state)


def test_a_pickled_game_is_found_in_another_process() -> None:
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).num_players())"
    game = pickle.dumps(pyspiel.load_game("elfer_classic(seats=5)"))
    run = subprocess.run([sys.executable, "-c", code], input=game, capture_output=True, check=True)
    assert run.stdout.split() == [b"5"]


def test_observers_of_every_kind() -> None:
    """Only what one player knows has arrays; the others are texts."""
    game = pyspiel.load_game("elfer_classic(seats=3)")
    state = dealt(game)
    state.apply_action(state.legal_actions()[0])
    match = state.node.match
    said = {}
    for public, recall, private in product((True, False), (True, False), PRIVATE):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        if recall and (not public or private == PRIVATE[2]):
            with pytest.raises(elfer.BadInput, match="An observer with perfect recall sees"):
                make_observation(game, kind)
            continue
        observer = make_observation(game, kind)
        observer.set_from(state, 1)
        assert (observer.tensor is not None) == (public and private == PRIVATE[1])
        said[public, recall, private.name] = observer.string_from(state, 1)
    assert said[True, False, "NONE"] == elfer.to_json(match.view(None))
    assert said[True, False, "SINGLE_PLAYER"] == elfer.to_json(match.view(1))
    assert said[True, False, "ALL_PLAYERS"] == elfer.to_json(match.open_view())
    assert said[False, False, "NONE"] == "{}"
    hidden = elfer.to_json({"hands": [None, match.view(1).hands[1], None]})
    assert hidden[:-1] in said[False, False, "SINGLE_PLAYER"]
    assert "null" not in said[False, False, "ALL_PLAYERS"]
    lines = said[True, True, "NONE"].splitlines()
    assert (len(lines), lines[-1]) == (3, said[True, False, "NONE"])


def test_parameters_are_the_options_that_are_single_values() -> None:
    assert parameters(Classic) == {"seats": 4, "max_game_length": 0, "edition": "classic", "without": ""}
    assert parameters(Junior)["first"] == 0
    game = pyspiel.load_game("elfer_junior(first=-1,edition=star-wars)")
    assert (game.tree.game.first, game.tree.game.edition) == ("random", "star-wars")
    assert pyspiel.load_game("elfer_classic(seats=2,without=blue)").tree.game.without == "blue"


class Sized(Junior, frozen=True):
    """A game with options whose choices are numbers."""

    id: ClassVar[str] = "sized"
    size: Literal[2, 3, 5] = 3
    limit: Literal[10, 20] | None = None
    mixed: Literal[2, "all"] = 2


def test_a_choice_that_is_a_number_is_a_parameter() -> None:
    register([Sized])
    assert parameters(Sized) == parameters(Junior) | {"size": 3, "limit": -1}  # a parameter has one type
    game = pyspiel.load_game("elfer_sized(seats=2,size=5,limit=20)")
    made = game.tree.game
    assert (made.size, made.limit, made.mixed) == (5, 20, 2)
    assert pickle.loads(pickle.dumps(game)).tree.game == made
    unset = pyspiel.load_game("elfer_sized(limit=-1)").tree.game
    assert (unset.size, unset.limit) == (3, None)
    assert dealt(game).returns() == [0.0, 0.0]
    with pytest.raises(elfer.BadInput, match=r"^Option 'size' cannot be 4\. Choose one of: 2, 3, 5\.$"):
        pyspiel.load_game("elfer_sized(size=4)")
    with pytest.raises(elfer.BadInput, match=r"^Option 'size' cannot be -1\. "):
        pyspiel.load_game("elfer_sized(size=-1)")


def test_the_winner_takes_what_the_others_lose() -> None:
    state = play(pyspiel.load_game("elfer_junior(seats=3)"), [Player("greedy", seed) for seed in range(3)])
    (winner,) = state.node.result.winners
    assert state.returns() == [1.0 if seat == winner else -0.5 for seat in range(3)]


def test_a_state_is_a_match_and_a_match_a_state() -> None:
    game = pyspiel.load_game("elfer_classic(seats=3)")
    state = dealt(game)
    state.apply_action(state.legal_actions()[0])
    match = elfer.replay(state.record())
    assert match.view(1) == state.node.match.view(1)
    assert game.state_of(match).information_state_string(1) != ""
    assert str(game.state_of(match)) == str(state)
    with pytest.raises(elfer.BadInput, match="not one round"):
        game.state_of(elfer.start("classic", seats=4))


def test_mcts_and_is_mcts() -> None:
    game, rng = pyspiel.load_game("elfer_junior(seats=2)"), np.random.RandomState(1)
    evaluator = RandomRolloutEvaluator(1, rng)
    hidden = ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=8, random_state=rng)
    open_hands = MCTSBot(game, 1.4, 8, evaluator, random_state=rng)
    assert sorted(play(game, [hidden, open_hands]).returns()) == [-1.0, 1.0]


@pytest.mark.parametrize("name", ["classic", "snap", "cheat", "old_maid", "highest"])
def test_is_mcts_searches_every_kind_of_game(name: str) -> None:
    """One decision each: hidden hands, calls, bluffs, chance later on, choices at the same time."""
    game, rng = pyspiel.load_game(f"elfer_{name}(seats=3,max_game_length=80)"), np.random.RandomState(1)
    evaluator = RandomRolloutEvaluator(1, rng)
    search = ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=6, random_state=rng)
    state = dealt(game)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    assert search.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("solver", "iterations"), [(ExternalSamplingSolver, 150), (OutcomeSamplingSolver, 600)]
)
def test_mccfr_finds_its_way(solver: Any, iterations: int) -> None:
    """What one may win against a random player is 0.38; outcome sampling sees less in an iteration."""
    game = pyspiel.load_game("elfer_tinier")
    np.random.seed(1)
    found = solver(game)
    for _ in range(iterations):
        found.iteration()
    assert nash_conv(game, found.average_policy()) < 0.25


def test_outcome_sampling_plays_a_whole_game() -> None:
    np.random.seed(1)
    OutcomeSamplingSolver(pyspiel.load_game("elfer_classic(seats=2)")).iteration()


@pytest.mark.parametrize(("name", "level"), [("snap", "hard"), ("cheat", "random"), ("classic", "easy")])
def test_bots_play_in_openspiel(name: str, level: str) -> None:
    game = pyspiel.load_game(f"elfer_{name}(seats=3)")
    state = play(game, [Player(level, seed) for seed in range(3)])
    assert state.node.result is not None
    assert Player(level, 1).step(state) == pyspiel.INVALID_ACTION


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_no_game_among_our_bots_is_broken_off(kind: Kind) -> None:
    """At the usual length every game has its result, however long such bots take."""
    game = pyspiel.load_game(name_of(kind))
    for level in ("random", "easy", "hard"):
        state = play(game, [Player(level, 1)] * game.num_players(), seed=5)
        assert state.node.result is not None


def test_who_need_not_act_may_wait() -> None:
    state = dealt(pyspiel.load_game("elfer_snap(seats=3)"))
    state.apply_action(state.string_to_action("reveal" if WAIT not in state.node.turns.moves else WAIT))
    assert WAIT in [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("elfer_classic(seats=9)", "'classic' cannot be played by 9. It takes 2 to 6 seats."),
        ("elfer_classic(edition=x)", "Option 'edition' cannot be 'x'. Choose one of: "),
        ("elfer_classic(max_game_length=-1)", "max_game_length cannot be -1. "),
        ("elfer_classic(colour=red)", "Unknown parameter 'colour'."),
    ],
)
def test_what_cannot_be_loaded_is_named(game: str, said: str) -> None:
    with pytest.raises((elfer.BadInput, pyspiel.SpielError)) as refused:
        pyspiel.load_game(game)
    assert said in str(refused.value)


def test_what_cannot_be_played_is_refused() -> None:
    state = pyspiel.load_game("elfer_junior(seats=2)").new_initial_state()
    for outcome in (400, 256, -2):
        with pytest.raises(elfer.BadInput, match=rf"^Chance cannot choose {outcome}\."):
            state.apply_action(outcome)
    state = dealt(pyspiel.load_game("elfer_junior(seats=2)"))
    with pytest.raises(elfer.BadInput, match="There is no seat 9"):
        state.resample_from_infostate(9, pyspiel.UniformProbabilitySampler(3, 0.0, 1.0))
    for action, said in ((999, "There is no action 999."), (0, "Red 1 lies on the table already.")):
        with pytest.raises(ValueError, match=said):
            state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(elfer.IllegalMove, match="over"):
        state.apply_action(0)


@pytest.mark.parametrize(
    "spoil",
    [
        "import sys; sys.modules['pyspiel'] = None",
        "from importlib import metadata; metadata.version = lambda _: '1.5'",
    ],
    ids=["missing", "old"],
)
def test_a_missing_or_old_openspiel_is_one_line(spoil: str) -> None:
    code = f"{spoil}\nimport elfer\nimport elfer.envs.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "pip install 'elfer[openspiel]'" in run.stderr.splitlines()[-1]


def test_python_ends_cleanly_after_an_error() -> None:
    """OpenSpiel lets go of the registered games when Python has ended already."""
    code = "import elfer.envs.openspiel as o\no.pyspiel.load_game('elfer_junior')\nraise SystemExit(3)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (3, "")


@pytest.mark.parametrize("name", ["junior", "cheat"], ids=["for two", "for three"])
def test_the_example_of_a_search_runs(name: str) -> None:
    script = [sys.executable, str(EXAMPLES / "openspiel_ismcts.py"), name, "random", "2", "3"]
    run = subprocess.run(script, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("IS-MCTS won ")
    assert f"of 2 games of {name} against random" in run.stdout


@pytest.mark.parametrize("example", ["openspiel_ismcts.py", "solve_tiny.py"])
def test_an_example_says_that_openspiel_is_missing(example: str) -> None:
    code = f"import runpy, sys; sys.modules['pyspiel'] = None; runpy.run_path({str(EXAMPLES / example)!r})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'elfer[openspiel]'" in run.stderr.splitlines()[-1]


def test_a_resampled_state_depends_on_both_numbers_of_the_sampler() -> None:
    state = dealt(load(Classic, 2, 30))
    player = state.current_player()
    numbers = [(0.25, 0.5), (0.25, 0.75), (0.5, 0.5)]
    found = {str(state.resample_from_infostate(player, iter(pair).__next__)) for pair in numbers}
    assert len(found) == 3
    twin = state.resample_from_infostate(player, iter((0.25, 0.5)).__next__)
    assert (twin.node.chance_history, twin.history()) == ((), [])
