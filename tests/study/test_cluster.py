"""Deals on a Ray cluster of two nodes, one of which dies: the same figures as on one process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from elfer import BadInput
from elfer.bots import BotError, Observation
from elfer.core.refusals import Refused
from elfer.study import cluster
from elfer.study.backends import SimulationJob
from elfer.study.simulate import simulate
from elfer.study.tournament import tournament

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="there is no Ray"),
    pytest.mark.filterwarnings("ignore"),  # of Ray's, about its own insides
]

EXAMPLE = Path(__file__).parents[2] / "examples" / "simulate_ray.py"
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
QUICK = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 200,
    "health_check_failure_threshold": 5,
}
"""A node is taken for dead after about a second without an answer."""


class Nodes:
    """A cluster of two nodes on this machine."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster: Any = Cluster(initialize_head=True, head_node_args=NODE | {"_system_config": QUICK})
        self.address: str = self.cluster.address
        self.second = self.cluster.add_node(**NODE)

    def kill_second(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    import ray

    made = Nodes()
    yield made
    ray.shutdown()
    made.cluster.shutdown()


class Lazy:
    """A bot that plays the last of its moves."""

    def choose(self, observation: Observation) -> str:
        return observation.moves[-1]


def lost(observation: Observation) -> str:
    """A bot that says in which process it is."""
    return f"process {os.getpid()}"


def ctrl_c_keeps_what_is_done_and_leaves_nothing_behind(nodes: Nodes) -> None:
    import ray

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    report = simulate("junior", games=10**9, seed=1, ray=nodes.address, progress=stop)
    assert 0 < report.games < 10**9
    assert not report.complete
    assert not ray.is_initialized()


def figures_and_files_are_the_same_to_the_last_digit(nodes: Nodes, tmp_path: Path) -> None:
    import ray

    files = tmp_path / "here.parquet", tmp_path / "there.parquet"
    asked: dict[str, Any] = {"bots": "hard,greedy", "games": 30_000, "seed": 3, "duplicate": True}
    here = simulate("classic", games_out=files[0], **asked)
    there = simulate("classic", games_out=files[1], ray=nodes.address, **asked)
    assert here.to_dict() == there.to_dict()
    assert files[0].read_bytes() == files[1].read_bytes()
    assert ray.is_initialized()


def own_bots_play_there_and_their_mistakes_are_said_here(nodes: Nodes) -> None:
    asked: dict[str, Any] = {"seats": 3, "games": 20, "seed": 3}
    here, there = (
        simulate("junior", bots=[Lazy(), "random"], ray=address, **asked) for address in (None, nodes.address)
    )
    assert here == there
    with pytest.raises(BotError, match=r"lost.*process \d+") as told:
        simulate("junior", bots=[lost], ray=nodes.address, **asked)
    assert f"process {os.getpid()}" not in str(told.value)


def tournaments_are_the_same_there(nodes: Nodes) -> None:
    here, there = (
        tournament("junior", "greedy,random,hard", deals=50, seed=1, ray=address)
        for address in (None, nodes.address)
    )
    assert here == there


def the_example_runs(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), nodes.address])
    run_path(str(EXAMPLE), run_name="__main__")
    said = capsys.readouterr().out
    assert "of 20,000 games" in said
    assert "the same as on one process: True" in said


def a_node_that_dies_costs_no_game(nodes: Nodes, begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node dies in the middle of a task, which waits for that; others wait until it has begun."""
    import ray

    begun.mkdir()
    second, play_deals = nodes.second.node_id, cluster.play_deals
    killed: list[str] = []

    def noted(job: SimulationJob, first: int, stop: int, keep: bool) -> cluster.TaskResult:
        node = ray.get_runtime_context().get_node_id()
        (begun / f"{first} {node}").touch()
        while node == second and first > 5_000:
            sleep(60)
        patience = monotonic() + 60
        while first > 5_000 and not there() and monotonic() < patience:
            sleep(0.05)
        return play_deals(job, first, stop, keep)

    def there() -> list[str]:
        """The tasks that the node has begun and cannot end."""
        return [file.name for file in begun.glob(f"* {second}") if int(file.name.split()[0]) > 5_000]

    def kill(done: int, total: int) -> None:
        if (caught := there()) and not killed:
            killed.extend(caught)
            nodes.kill_second()

    monkeypatch.setattr(cluster, "play_deals", noted)
    asked: dict[str, Any] = {"bots": "hard,greedy", "games": 400_000, "seed": 3, "duplicate": True}
    report = simulate("classic", ray=nodes.address, progress=kill, **asked)
    assert report.complete
    assert report.to_dict() == simulate("classic", **asked).to_dict()
    again = [file.name for file in begun.iterdir() if file.name.split()[0] == killed[0].split()[0]]
    assert len(again) == 2  # begun on either node


def the_death_of_rays_agent_on_this_machine_is_one_line(nodes: Nodes) -> None:
    def kill(done: int, total: int) -> None:
        if done:
            nodes.cluster.head_node.kill_raylet()

    with pytest.raises(Refused) as told:
        simulate("classic", bots="expert", games=10**6, seed=1, ray=nodes.address, progress=kill)
    assert told.value.code == "ray_died"


def test_a_cluster(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All in one test, because a cluster takes long to start."""
    import ray

    monkeypatch.setattr(cluster, "TASK_SECONDS", 0.1)
    ctrl_c_keeps_what_is_done_and_leaves_nothing_behind(nodes)
    ray.init(nodes.address, log_to_driver=False)  # from here on one connection serves all
    figures_and_files_are_the_same_to_the_last_digit(nodes, tmp_path)
    own_bots_play_there_and_their_mistakes_are_said_here(nodes)
    tournaments_are_the_same_there(nodes)
    the_example_runs(nodes, monkeypatch, capsys)
    a_node_that_dies_costs_no_game(nodes, tmp_path / "begun", monkeypatch)
    ray.shutdown()  # or this process would die, too
    the_death_of_rays_agent_on_this_machine_is_one_line(nodes)


def test_an_address_where_nobody_answers_is_refused() -> None:
    for address, said in (("127.0.0.1:1", "'127.0.0.1:1' cannot be reached"), ("nonsense", "has no port")):
        with pytest.raises(BadInput, match=said):
            simulate("junior", ray=address)


class Greeter(BaseRequestHandler):
    """A server that is none of Ray's."""

    def handle(self) -> None:
        self.request.recv(1024)
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


class Mute(BaseRequestHandler):
    """A server that hangs up without a word."""

    def handle(self) -> None:
        self.request.recv(1024)


@pytest.mark.parametrize("handler", [Greeter, Mute])
def test_an_address_where_something_else_answers_is_refused_at_once(
    handler: type[BaseRequestHandler], capfd: pytest.CaptureFixture[str]
) -> None:
    with TCPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.handle_request, daemon=True).start()
        address = f"127.0.0.1:{server.server_address[1]}"
        with pytest.raises(BadInput, match="something answers that is no Ray cluster"):
            simulate("junior", ray=address)
    assert capfd.readouterr() == ("", "")


def test_where_no_cluster_runs_auto_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match="No Ray cluster runs on this machine"):
        simulate("junior", ray="auto")
    assert capfd.readouterr() == ("", "")


def test_an_old_ray_and_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "version", lambda _: "2.9.3")
    with pytest.raises(BadInput, match=r"Ray 2\.9\.3 is too old: it must be 2\.50 or newer"):
        simulate("junior", ray="auto")
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"pip install 'elfer\[ray\]'"):
        simulate("junior", ray="auto")
