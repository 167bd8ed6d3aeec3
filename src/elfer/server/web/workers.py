"""Several nodes on one machine behind one port, and the supervisor that restarts them.

uvicorn's `Multiprocess` cannot do what docs/cluster.md promises: it gives all workers the same configuration
(no node address and metrics port of their own), handles no signal and no death during a rolling restart, and
does not report why a worker failed to start.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket as sockets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from types import FrameType
from typing import NamedTuple

from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server.settings import Settings

END_SECONDS = 25.0
"""How long a node has to hand over its tables before it is killed."""
START_SECONDS = 60.0
"""How long a new node may take to start during a rolling restart."""
RESTART_SECONDS = 2.0
"""Minimum age of a node that died before it is started again."""
TICK_SECONDS = 0.1
log = logging.getLogger("elfer.workers")


class Listeners(NamedTuple):
    """The open sockets of a node: for pages, and for metrics."""

    pages: sockets.socket
    metrics: sockets.socket | None = None


RunNode = Callable[[Settings, str, Listeners, Callable[[], object]], None]
"""Runs a node in this process until a signal; its last argument is called when it is ready."""


def _work(run: RunNode, settings: Settings, link: str, listeners: Listeners, reports: Connection) -> None:
    """Run a node in a process of its own; report None when it is ready, or why it cannot start."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        run(settings, link, listeners, lambda: reports.send(None))
    except Refused as refused:
        reports.send((refused.code, {name: str(value) for name, value in refused.params.items()}))
        sys.exit(2)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


class NodeProcess:
    """A node in a process of its own, which ends with the process that started it."""

    def __init__(self, run: RunNode, settings: Settings, link: str, listeners: Listeners, place: int) -> None:
        self.place = place
        """Offset of its node port."""
        self._ready = False
        self._refusal: Refused | None = None
        self._born = self._asked = time.monotonic()
        context = multiprocessing.get_context("spawn")
        self._reports, reports = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(run, settings, link, listeners, reports))
        self._process.start()
        reports.close()

    def _read_reports(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while self._reports.poll():
                report = self._reports.recv()
                if report is None:
                    self._ready = True
                else:
                    self._refusal = Refused(report[0], **report[1])

    @property
    def ready(self) -> bool:
        self._read_reports()
        return self._ready

    @property
    def refusal(self) -> Refused | None:
        """Why it could not start, if it has reported that."""
        self._read_reports()
        return self._refusal

    @property
    def status(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.exitcode

    @property
    def ending(self) -> dict[str, object]:
        """Fields of the log entry about its end."""
        return {"status": self.status} | ({"why": self.refusal} if self.refusal else {})

    @property
    def age(self) -> float:
        return time.monotonic() - self._born

    def end(self) -> None:
        """Send it SIGTERM."""
        self._asked = time.monotonic()
        if self.status is None:
            self._process.terminate()

    @property
    def gone(self) -> bool:
        """Whether it has ended after `end`; it is killed if that takes too long."""
        if self.status is None and time.monotonic() - self._asked > END_SECONDS:
            self._process.kill()
        return self.status is not None


class Supervisor:
    """Starts the nodes of a machine and restarts those that die.

    A node that cannot start at first ends all. SIGHUP restarts all nodes, one after the other: an old one
    ends when the new one is ready, and all stay if a new one does not start. SIGTERM and SIGINT end all.
    """

    def __init__(self, run: RunNode, settings: Settings, listeners: list[Listeners], link: str) -> None:
        self._run, self._settings, self._listeners, self._link = run, settings, listeners, link
        self._nodes: list[NodeProcess] = []
        self._started: list[NodeProcess] = []
        """All running processes, also those that are about to be or were replaced."""
        self._ending = self._restarting = False

    def run(self, when_ready: Callable[[], object]) -> None:
        """Supervise until a signal."""
        with handled({signal.SIGTERM: self._end, signal.SIGINT: self._end, signal.SIGHUP: self._restart}):
            try:
                self._start_all()
                if not self._ending:
                    when_ready()
                restarts = self._restarts()
                while not self._ending:
                    time.sleep(TICK_SECONDS)
                    self._restart_dead()
                    next(restarts)
            finally:
                self._end_all()

    def _start_all(self) -> None:
        """Start all nodes and wait until they are ready; raise what keeps one from it."""
        self._nodes = [self._start(number) for number in range(len(self._listeners))]
        while not self._ending and not all(node.ready for node in self._nodes):
            time.sleep(TICK_SECONDS)
            for node in self._nodes:
                if node.status is not None and not self._ending:
                    raise node.refusal or SystemExit(1)

    def _start(self, number: int) -> NodeProcess:
        self._started = [node for node in self._started if node.status is None]
        place = min(set(range(len(self._listeners) + 1)) - {node.place for node in self._started})
        settings = replace(self._settings, node=_nth(self._settings.node, place), workers=1)
        node = NodeProcess(self._run, settings, self._link, self._listeners[number], place)
        self._started.append(node)
        return node

    def _restart_dead(self) -> None:
        for number, node in enumerate(self._nodes):
            if node.status is not None and node.age > RESTART_SECONDS:
                log.error("a node has ended and is started again", extra=node.ending)
                self._nodes[number] = self._start(number)

    def _restarts(self) -> Iterator[None]:
        """Do rolling restarts when asked to; yields while waiting, so that supervision goes on."""
        while True:
            if self._restarting:
                self._restarting = False
                yield from self._rolling_restart()
            yield

    def _rolling_restart(self) -> Iterator[None]:
        for number in range(len(self._nodes)):
            new = self._start(number)
            while not new.ready and new.status is None and new.age < START_SECONDS:
                yield
            if failed := not new.ready or new.status is not None:
                log.error("a new node does not start, so all stay as they are", extra=new.ending)
                old = new
            else:
                old, self._nodes[number] = self._nodes[number], new
            old.end()
            while not old.gone:
                yield
            if failed:
                return
        log.info("all nodes were restarted")

    def _end_all(self) -> None:
        for node in self._started:
            node.end()
        while not all(node.gone for node in self._started):
            time.sleep(TICK_SECONDS / 10)

    def _end(self, *_: object) -> None:
        self._ending = True

    def _restart(self, *_: object) -> None:
        self._restarting = True


@contextlib.contextmanager
def handled(handlers: dict[signal.Signals, Callable[[int, FrameType | None], object]]) -> Iterator[None]:
    """Handle signals; the handlers from before come back at the end."""
    before = {sign: signal.signal(sign, handler) for sign, handler in handlers.items()}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def _nth(node: str, place: int) -> str:
    """The address of one of several nodes of a machine; port 0 stays 0."""
    host, _, port = node.rpartition(":")
    return f"{host}:{int(port) + place}" if port.isdecimal() and int(port) else node
