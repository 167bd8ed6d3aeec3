"""The environment that asks all seats at once."""

from __future__ import annotations

import random

import numpy as np
import pytest

import elfer
from elfer.envs.encoding import WAIT
from elfer.envs.pettingzoo import parallel_env
from elfer.games import registry


@pytest.mark.parametrize("id", registry())
def test_matches_come_to_their_end(id: str) -> None:
    table, rng = parallel_env(id, rounds=2), random.Random(1)
    seen, _ = table.reset(seed=1)
    gained = dict.fromkeys(table.possible_agents, 0.0)
    while table.agents:
        masks = {agent: np.flatnonzero(part["action_mask"]).tolist() for agent, part in seen.items()}
        seen, rewards, ended, cut, infos = table.step({a: rng.choice(ids) for a, ids in masks.items()})
        gained = {agent: gained[agent] + rewards[agent] for agent in gained}
    assert all(ended.values())
    assert not any(cut.values())
    assert sum(gained.values()) == pytest.approx(2)
    assert table.match.result is not None
    assert infos["player_0"]["points"] == table.match.result.points[0]


def test_secret_choices_are_made_at_the_same_time() -> None:
    table = parallel_env("highest", seats=3)
    table.reset(seed=1)
    ids = table.encoding.ids
    table.step({"player_0": ids["R7"], "player_1": ids["Y9"], "player_2": ids["G2"]})
    assert table.match.view(None).last == ("R7", "Y9", "G2")
    assert table.match.view(None).trick == 1


def test_a_call_comes_before_the_next_card() -> None:
    table = parallel_env("snap", seats=3)
    table.reset(seed=1)
    ids = table.encoding.ids
    table.step({"player_0": ids["reveal"], "player_1": ids[WAIT], "player_2": ids[WAIT]})
    table.step({"player_0": ids["schnapp"], "player_1": ids["reveal"], "player_2": ids["schnapp"]})
    moves = [(step.seat, step.move) for step in table.match.history]
    assert moves == [(0, "reveal"), (2, "schnapp"), (0, "schnapp"), (elfer.TABLE, "resolve")]


def test_the_one_to_reveal_may_call_with_the_others() -> None:
    table = parallel_env("snap", seats=2)
    table.reset(seed=1)
    ids = table.encoding.ids
    table.step({"player_0": ids["reveal"], "player_1": ids[WAIT]})
    table.step({"player_0": ids["schnapp"], "player_1": ids["schnipp"]})
    assert [step.seat for step in table.match.history] == [0, 1, 0, elfer.TABLE]


def test_what_is_not_possible_counts_as_waiting() -> None:
    table = parallel_env("classic", seats=2, max_cycles=3)
    table.reset(seed=1)
    end = table.encoding.ids["end"]
    for _ in range(3):
        assert table.agents
        *_, cut, _ = table.step(dict.fromkeys(table.agents, end))
    assert all(cut.values())
    assert (table.agents, table.match.steps) == ([], 0)


def test_what_cannot_be_is_refused_in_a_line() -> None:
    table = parallel_env("duel")
    with pytest.raises(elfer.BadInput, match=r"^No match is being played\. Call reset\(\) to begin one\.$"):
        table.step({})
    table.reset(seed=1)
    with pytest.raises(elfer.BadInput, match=r"^There is no action 7\. Actions go from 0 to 1\.$"):
        table.step({"player_0": 7})
    with pytest.raises(elfer.BadInput, match=r"^There is no agent 'ada'\. Agents: player_0, player_1\.$"):
        table.step({"ada": 0})
    for actions in (None, 3, [0, 0]):
        with pytest.raises(elfer.BadInput, match=r"^Actions are a dict with an id for each agent, not"):
            table.step(actions)  # type: ignore[arg-type]
