"""Figures for Prometheus, on a loopback port of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from elfer.server.lobby import House

EVERY = 0.5
"""How often the loop's lag is measured, in seconds."""


class Metrics(Collector):
    """What a server tells about itself: counts only, nothing about any table or person."""

    def __init__(self, house: House, port: int) -> None:
        self._house = house
        self._lag = 0.0
        self._loop = asyncio.get_running_loop()
        self._due = time.monotonic() + EVERY
        self._timer = self._loop.call_later(EVERY, self._measure)
        self._server: Any = None
        if port:
            registry = CollectorRegistry()
            registry.register(self)
            self._server, _ = start_http_server(port, "127.0.0.1", registry)

    def close(self) -> None:
        self._timer.cancel()
        if self._server:
            self._server.shutdown()
            self._server.server_close()

    def _measure(self) -> None:
        """How much later than it should the loop comes to this."""
        now = time.monotonic()
        self._lag, self._due = now - self._due, now + EVERY
        self._timer = self._loop.call_later(EVERY, self._measure)

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        house = self._house
        rooms = list(house.rooms.values())
        gauges = {
            "tables": ("Tables in memory", len(rooms)),
            "tables_playing": ("Tables with a match in play", sum(r.table.phase == "playing" for r in rooms)),
            "sockets": ("Open sockets", sum(house.sockets.values())),
            "bot_questions": ("Questions that wait for a bot", house.thinkers.waiting()),
            "loop_lag_seconds": ("How late the event loop is", max(0.0, self._lag)),
        }
        for name, (text, value) in gauges.items():
            yield GaugeMetricFamily(f"elfer_{name}", text, value)
        counters = {
            "jobs": ("Reads and writes of the database", house.store.jobs),
            "commits": ("Commits of the database", house.store.commits),
            "bot_processes_replaced": ("Bots' processes that died or hung", house.thinkers.replaced),
        }
        for name, (text, value) in counters.items():
            yield CounterMetricFamily(f"elfer_{name}", text, value)
