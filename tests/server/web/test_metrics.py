"""What a server tells Prometheus about itself."""

from __future__ import annotations

import asyncio
import socket
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from elfer.server.lobby import Lobby
from elfer.server.web.metrics import LAG_INTERVAL_SECONDS, Metrics
from tests.server.indoors import begin, guest, within
from tests.server.people import serving

NAMES = {
    "elfer_tables",
    "elfer_tables_playing",
    "elfer_sockets",
    "elfer_tasks",
    "elfer_bot_questions",
    "elfer_loop_lag_seconds",
    "elfer_jobs",
    "elfer_commits",
    "elfer_bot_processes_replaced",
}
DOCUMENT = Path(__file__).parents[3] / "docs" / "operations.md"


def figures(metrics: Metrics) -> dict[str, float]:
    return {family.name: family.samples[0].value for family in metrics.collect()}


def test_tables_sockets_and_the_store_are_counted() -> None:
    async def story(lobby: Lobby) -> None:
        metrics = Metrics(lobby)
        found = figures(metrics)
        assert found.pop("elfer_tasks") >= 1
        assert found == dict.fromkeys(NAMES - {"elfer_tasks"}, 0)
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            await ben.creates("duel", 2)
            found = figures(metrics)
            assert (found["elfer_tables"], found["elfer_tables_playing"], found["elfer_sockets"]) == (2, 1, 2)
            store = lobby.store
            assert (found["elfer_jobs"], found["elfer_commits"]) == (store.counts.jobs, store.counts.commits)
            assert store.counts.jobs >= store.counts.commits > 0
        metrics.close()

    within(story)


def test_a_loop_that_is_late_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(lobby: Lobby) -> None:
        times = iter([0.0, LAG_INTERVAL_SECONDS + 3])
        watch = SimpleNamespace(monotonic=lambda: next(times))  # of this module alone
        monkeypatch.setattr("elfer.server.web.metrics.time", watch)
        metrics = Metrics(lobby)
        await asyncio.sleep(LAG_INTERVAL_SECONDS)
        await asyncio.sleep(0)
        assert figures(metrics)["elfer_loop_lag_seconds"] == 3
        metrics.close()

    within(story)


def test_every_figure_is_documented() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert [name for name in NAMES if f"`{name}`" not in text and f"`{name}_total`" not in text] == []


def test_prometheus_finds_them_on_loopback(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/metrics"
    with (
        serving(tmp_path / "data", "--metrics-port", str(port)),
        urllib.request.urlopen(url, timeout=10) as answer,
    ):
        text = answer.read().decode()
    assert "elfer_tables 0.0" in text
    assert "elfer_commits_total" in text
