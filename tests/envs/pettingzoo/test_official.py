"""PettingZoo's own tests, with every game."""

from __future__ import annotations

import os
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.utils import parallel_to_aec

from elfer.envs.pettingzoo import env, parallel_env, raw_env
from elfer.games import registry
from tests.variants import VARIANTS

each_game = pytest.mark.parametrize("id", registry())
dicts = pytest.mark.filterwarnings(
    # PettingZoo knows by name which games have masks
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@pytest.fixture(scope="module")
def official() -> Any:
    """The tests that come with PettingZoo."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they make games of its own in a way it does not like any more
        from pettingzoo import test
    return test


@dicts
@each_game
def test_the_api(official: Any, id: str) -> None:
    official.api_test(env(id), num_cycles=60)
    official.api_test(raw_env(id, rounds=2, rewards="points"), num_cycles=60)


@dicts
@pytest.mark.parametrize(("id", "seats", "options"), [v for v in VARIANTS if v[1] in (2, 3)], ids=str)
def test_the_api_with_options(official: Any, id: str, seats: int, options: dict[str, object]) -> None:
    official.api_test(env(id, seats=seats, **options), num_cycles=10)


@each_game
def test_the_api_of_all_at_once(official: Any, id: str) -> None:
    official.parallel_api_test(parallel_env(id), num_cycles=60)


@each_game
def test_seeds(official: Any, id: str) -> None:
    official.seed_test(partial(env, id), num_cycles=30)
    official.parallel_seed_test(partial(parallel_env, id), num_cycles=30)


@each_game
def test_cycles_are_counted(official: Any, id: str) -> None:
    """The test wants every agent to act in every cycle: that is what the parallel environment does."""

    def in_turn(**plan: int) -> object:
        return parallel_to_aec(parallel_env(id, **plan))

    official.max_cycles_test(SimpleNamespace(parallel_env=partial(parallel_env, id), env=in_turn))


@each_game
def test_pictures(official: Any, id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    official.render_test(partial(env, id))


@each_game
def test_saved_observations(official: Any, id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    official.test_save_obs(env(id))


@pytest.mark.skipif(not os.environ.get("ELFER_LONG"), reason="takes five seconds of a whole core")
def test_the_benchmark_runs_with_every_game(official: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """Takes five seconds for each game on any machine, so all games run at the same time."""
    tables = [env(id) for id in registry()]
    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(official.performance_benchmark, tables))
    assert capfd.readouterr().out.count("turns per second") == len(tables)
