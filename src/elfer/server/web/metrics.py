"""Metrics for Prometheus, on a loopback port of their own."""

from __future__ import annotations

import asyncio
import socket as sockets
import threading
import time
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

from prometheus_client import CollectorRegistry, MetricsHandler
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from elfer.server.lobby import Lobby
from elfer.server.nodes.client import PeerClient
from elfer.server.nodes.membership import Nodes

LAG_INTERVAL_SECONDS = 0.5
"""Interval between two measurements of the event loop's lag."""
ACCEPT_SECONDS = 0.1
"""Time-out of accept(): another node on the same socket may have taken the connection."""


class Metrics(Collector):
    """The metrics of a server: counts only, nothing about any table or person."""

    def __init__(
        self, lobby: Lobby, listener: sockets.socket | None = None, client: PeerClient | None = None
    ) -> None:
        self._lobby, self._client = lobby, client
        self._lag = 0.0
        self._loop = asyncio.get_running_loop()
        self._due = time.monotonic() + LAG_INTERVAL_SECONDS
        self._timer = self._loop.call_later(LAG_INTERVAL_SECONDS, self._measure)
        self._server: MetricsServer | None = None
        if listener:
            registry = CollectorRegistry()
            registry.register(self)
            self._server = MetricsServer(listener, registry)

    def close(self) -> None:
        self._timer.cancel()
        if self._server:
            self._server.shutdown()
            self._server.server_close()

    def _measure(self) -> None:
        """Measure how late the event loop runs this."""
        now = time.monotonic()
        self._lag, self._due = now - self._due, now + LAG_INTERVAL_SECONDS
        self._timer = self._loop.call_later(LAG_INTERVAL_SECONDS, self._measure)

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        lobby = self._lobby
        rooms = list(lobby.rooms.values())
        gauges = {
            "tables": ("Tables in memory", len(rooms)),
            "tables_playing": ("Tables with a match in play", sum(r.table.phase == "playing" for r in rooms)),
            "sockets": ("Open sockets", sum(lobby.sessions.values())),
            "tasks": ("Tasks of the event loop", len(asyncio.all_tasks(self._loop))),
            "bot_questions": ("Questions that wait for a bot", lobby.bots.waiting),
            "loop_lag_seconds": ("How late the event loop is", max(0.0, self._lag)),
        }
        counters = {
            "jobs": ("Reads and writes of the database", lobby.store.counts.jobs),
            "commits": ("Commits of the database", lobby.store.counts.commits),
            "bot_processes_replaced": ("Bots' processes that died or hung", lobby.bots.replaced),
        }
        if nodes := lobby.nodes:
            forwarded = self._client.forwarded if self._client else 0
            gauges["forwarded_pages"] = ("Pages whose tables other nodes own", forwarded)
            gauges["node_has_lease"] = ("Whether this node may speak for its tables", nodes.has_lease)
            counters["takeovers"] = ("Tables taken from nodes that were gone", nodes.takeovers)
            counters["fenced_writes"] = ("Writes refused since another node has the table", nodes.fenced)
            yield _batches(nodes)
        node = {"node": nodes.name} if nodes else {}
        for family_type, metrics in (GaugeMetricFamily, gauges), (CounterMetricFamily, counters):
            for name, (text, value) in metrics.items():
                family = family_type(f"elfer_{name}", text, labels=list(node))
                family.add_metric(list(node.values()), value)
                yield family


class MetricsServer(ThreadingHTTPServer):
    """Serves metrics on an open socket, which a node and its successor may share."""

    def __init__(self, listener: sockets.socket, registry: CollectorRegistry) -> None:
        super().__init__(listener.getsockname(), MetricsHandler.factory(registry), bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        listener.settimeout(ACCEPT_SECONDS)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def _batches(nodes: Nodes) -> CounterMetricFamily:
    """The number of commits by the number of their writes."""
    text, labels = "Commits, by how many writes they had", ["node", "size"]
    family = CounterMetricFamily("elfer_batches", text, labels=labels)
    for size, count in sorted(nodes.batches.items()):
        family.add_metric([nodes.name, str(size)], count)
    return family
