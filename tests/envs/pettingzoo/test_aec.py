"""The environment that asks one seat after the other."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from typing import cast

import numpy as np
import pytest

import elfer
from elfer.envs.encoding import WAIT
from elfer.envs.pettingzoo import env, raw_env
from elfer.envs.pettingzoo.aec import AecEnvironment
from elfer.games import registry


def play(table: AecEnvironment, rng: random.Random) -> Counter[str]:
    """A whole match at random; what each agent was rewarded with."""
    sums: Counter[str] = Counter()
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        sums[agent] += reward
        done = terminated or truncated
        table.step(None if done else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return sums


@pytest.mark.parametrize("id", registry())
def test_winners_share_a_reward_of_one_in_every_round(id: str) -> None:
    table = raw_env(id, rounds=3)
    table.reset(seed=11)
    sums = play(table, random.Random(1))
    assert sum(sums.values()) == pytest.approx(3)
    shares = [Counter({seat: 1 / len(r.winners) for seat in r.winners}) for r in table.match.results]
    for agent, seat in zip(table.possible_agents, range(table.match.seats), strict=True):
        assert sums[agent] == pytest.approx(sum(share[seat] for share in shares))


@pytest.mark.parametrize("id", registry())
def test_points_as_rewards_add_up_to_the_result(id: str) -> None:
    table = raw_env(id, rounds=2, rewards="points")
    table.reset(seed=12)
    sums = play(table, random.Random(2))
    assert table.match.result is not None
    assert [sums[agent] for agent in table.possible_agents] == list(table.match.result.points)


def test_the_end_is_told() -> None:
    table, rng = env("junior", seats=3), random.Random(3)
    table.reset(seed=1)
    while not any(table.terminations.values()):
        assert table.infos[table.agent_selection] == {}
        seen, *_ = table.last()
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    result = table.match.result
    assert result is not None
    assert table.infos["player_1"] == {
        "points": result.points[1],
        "rank": result.ranks[1],
        "reason": result.reason,
    }
    assert not any(table.truncations.values())


def test_a_seed_is_the_seed_of_the_match_and_the_next_ones_follow_from_it() -> None:
    tables = [env("classic", seats=3) for _ in range(2)]
    for table in tables:
        table.reset(seed=7)
    assert tables[0].match.position() == elfer.start("classic", seats=3, seed=7).position()
    later = []
    for table in tables:
        table.reset()
        table.reset()
        later.append(table.match.record())
    assert later[0] == later[1]
    unseeded = [env("classic", seats=3) for _ in range(2)]
    for table in unseeded:
        table.reset()
    assert unseeded[0].match.seed != unseeded[1].match.seed


def test_who_is_not_asked_can_only_wait() -> None:
    table = env("cheat", seats=4, edition="star-wars")
    table.reset(seed=1)
    wait = table.encoding.ids[WAIT]
    assert np.flatnonzero(table.observe("player_2")["action_mask"]).tolist() == [wait]
    assert not table.observe("player_0")["action_mask"][wait]
    table.step(np.flatnonzero(table.observe("player_0")["action_mask"])[0])
    doubt = table.encoding.ids["doubt"]
    assert table.agent_selection == "player_2"
    assert np.flatnonzero(table.observe("player_2")["action_mask"]).tolist() == [doubt, wait]


def test_a_match_is_cut_off_after_its_cycles() -> None:
    table, rng = env("snap", seats=3, max_cycles=5), random.Random(1)
    table.reset(seed=1)
    answers = 0
    while not any(table.truncations.values()):
        seen, *_ = table.last()
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        answers += 1
    assert answers == 15
    assert not any(table.terminations.values())
    for _ in range(3):
        table.step(None)
    assert table.agents == []


def test_an_impossible_action_ends_the_match_or_is_refused() -> None:
    strict, lenient = raw_env("classic", seats=2), env("classic", seats=2)
    for table in (strict, lenient):
        table.reset(seed=1)
    agent = strict.agent_selection
    with pytest.raises(elfer.IllegalMove) as refused:
        strict.step(strict.encoding.ids["end"])
    assert "\n" not in str(refused.value)
    assert strict.match.steps == 0
    lenient.step(lenient.encoding.ids["end"])
    assert all(lenient.terminations.values())
    assert lenient.rewards[agent] == -1
    assert sum(lenient.rewards.values()) == -1
    for _ in range(2):
        lenient.step(None)
    lenient.reset(seed=1)
    assert not any(lenient.terminations.values())


def test_what_cannot_be_is_refused_in_a_line() -> None:
    table = env("duel")
    over = env("duel")
    over.reset(seed=1)
    play(over, random.Random(1))
    playing = env("duel")
    playing.reset(seed=1)
    for wrong, said in (
        (lambda: env("whist"), "There is no game 'whist'."),
        (lambda: env("duel", seats=3), "'duel' cannot be played by 3."),
        (lambda: env("duel", rounds=0), "A match cannot have 0 rounds."),
        (lambda: env("duel", speed=1), "'duel' has no option 'speed'."),
        (lambda: env("duel", rewards="money"), "Option 'rewards' cannot be 'money'."),
        (lambda: env("duel", render_mode="gif"), "Option 'render_mode' cannot be 'gif'."),
        (lambda: env("duel", max_cycles=0), "max_cycles cannot be 0."),
        (lambda: table.step(0), "No match is being played."),
        (lambda: over.step(0), "No match is being played."),
        (lambda: table.last(), "No match is being played. Call reset() to begin one."),
        (lambda: over.last(), "No match is being played."),
        (lambda: table.observe("player_0"), "No match is being played."),
        (lambda: playing.observe("ada"), "There is no agent 'ada'. Agents: player_0, player_1."),
        (lambda: playing.action_space("ada"), "There is no agent 'ada'."),
        (lambda: playing.observation_space("ada"), "There is no agent 'ada'."),
        (lambda: playing.step(2), "There is no action 2. Actions go from 0 to 1."),
        (lambda: playing.step(None), "There is no action None."),
        (lambda: playing.reset(seed=-1), "The seed cannot be -1."),
        (lambda: playing.reset(seed=cast("int", "x")), "'seed' must be a whole number, not 'x' (str)."),
    ):
        with pytest.raises(elfer.BadInput) as refused:
            wrong()
        assert str(refused.value).startswith(said)
        assert "\n" not in str(refused.value)


def test_it_can_be_pickled_as_pettingzoo_does() -> None:
    table = raw_env("snap", seats=3, together=True, rewards="points", max_cycles=9)
    again = pickle.loads(pickle.dumps(table))
    assert (str(again), again.match.seats, again.max_cycles, again.strict) == ("elfer_snap_v1", 3, 9, True)
    again.reset(seed=1)
    assert again.match.game.together


def test_without_pettingzoo_one_is_told_what_to_install() -> None:
    script = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import elfer, elfer.envs.encoding\n"
        "try: import elfer.envs.pettingzoo\n"
        "except ImportError as missing: print(missing)\n"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out == "There is no pettingzoo. It comes with: pip install 'elfer[pettingzoo]'\n"
