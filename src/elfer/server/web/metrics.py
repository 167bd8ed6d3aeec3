"""Figures for Prometheus, on a loopback port of their own."""

from __future__ import annotations

import asyncio
import socket as sockets
import threading
import time
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import TypeVar

from prometheus_client import CollectorRegistry, MetricsHandler
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from elfer.server.lobby import Lobby
from elfer.server.nodes import Nodes

Family = TypeVar("Family", GaugeMetricFamily, CounterMetricFamily)
LAG_INTERVAL_SECONDS = 0.5
"""How often the loop's lag is measured."""
ACCEPT_SECONDS = 0.1
"""How long a visitor is waited for whom another node at the same door may have let in."""


class Metrics(Collector):
    """What a server tells about itself: counts only, nothing about any table or person."""

    def __init__(self, lobby: Lobby, door: sockets.socket | None = None) -> None:
        self._lobby = lobby
        self._lag = 0.0
        self._loop = asyncio.get_running_loop()
        self._due = time.monotonic() + LAG_INTERVAL_SECONDS
        self._timer = self._loop.call_later(LAG_INTERVAL_SECONDS, self._measure)
        self._counter: Counter | None = None
        if door:
            registry = CollectorRegistry()
            registry.register(self)
            self._counter = Counter(door, registry)

    def close(self) -> None:
        self._timer.cancel()
        if self._counter:
            self._counter.shutdown()
            self._counter.server_close()

    def _measure(self) -> None:
        """How much later than it should the loop comes to this."""
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
            "jobs": ("Reads and writes of the database", lobby.store.jobs),
            "commits": ("Commits of the database", lobby.store.commits),
            "bot_processes_replaced": ("Bots' processes that died or hung", lobby.bots.replaced),
        }
        if nodes := lobby.nodes:
            gauges["pipes"] = ("Pages whose tables are at other nodes", len(lobby.pipes or ()))
            gauges["node_held"] = ("Whether this node may speak for its tables", nodes.held)
            counters["takeovers"] = ("Tables taken from nodes that were gone", nodes.takeovers)
            counters["fenced_writes"] = ("Writes refused since another node has the table", nodes.fenced)
            yield _batches(nodes)
        node = {"node": nodes.name} if nodes else {}
        for name, (text, value) in gauges.items():
            yield _of(node, GaugeMetricFamily(f"elfer_{name}", text, labels=list(node)), value)
        for name, (text, value) in counters.items():
            yield _of(node, CounterMetricFamily(f"elfer_{name}", text, labels=list(node)), value)


class Counter(ThreadingHTTPServer):
    """Where Prometheus asks: a door that is open already, and that a node and its successor may share."""

    def __init__(self, door: sockets.socket, registry: CollectorRegistry) -> None:
        super().__init__(door.getsockname(), MetricsHandler.factory(registry), bind_and_activate=False)
        self.socket.close()
        self.socket = door
        door.settimeout(ACCEPT_SECONDS)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def _of(node: dict[str, str], family: Family, value: float) -> Family:
    """A figure of one node, which is named where there are several."""
    family.add_metric(list(node.values()), value)
    return family


def _batches(nodes: Nodes) -> CounterMetricFamily:
    """How many commits there were of so many writes."""
    text, labels = "Commits, by how many writes they had", ["node", "size"]
    family = CounterMetricFamily("elfer_batches", text, labels=labels)
    for size, count in sorted(nodes.batches.items()):
        family.add_metric([nodes.name, str(size)], count)
    return family
