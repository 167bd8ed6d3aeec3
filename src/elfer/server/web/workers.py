"""Several nodes on one machine behind one port, and somebody who looks after them.

All accept from the same listening socket. What keeps one from starting at first ends all. Later one that dies
is started again; SIGHUP starts all anew, one after the other, so that tables move on and nobody waits, and
leaves all as they are if a new one does not start; SIGTERM ends all.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket as sockets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.server.settings import Settings

END_SECONDS = 25.0
"""How long a node has to hand over its tables and say goodbye."""
START_SECONDS = 60.0
"""How long a new node may take to start, while all are started anew."""
APART_SECONDS = 2.0
"""How long after the start of a node that died the next one is started, at the soonest."""
TICK_SECONDS = 0.1
READY = b"ready\n"
"""What a node tells once it serves."""
log = logging.getLogger("elfer.workers")


class Doors(NamedTuple):
    """Where a node listens: for everybody, and for those who ask for its metrics, if they may."""

    listener: sockets.socket
    figures: sockets.socket | None = None


class Start(msgspec.Struct, frozen=True):
    """What a node is told when it is started."""

    settings: Settings
    listener: int
    """The number of the open socket on which it listens, …"""
    link: str
    figures: int = 0
    """… and of the one for its metrics; 0 is none."""


class Refusal(msgspec.Struct, frozen=True):
    """What a node tells that cannot start."""

    code: str
    params: dict[str, Any]


class Worker:
    """A node in a process of its own; it ends when nobody looks after it any more."""

    def __init__(self, start: Start, place: int, news: Callable[[], object]) -> None:
        self.place = place
        """Where other nodes find it, counted from the first such place."""
        self.ready = False
        self._refusal: Refused | None = None
        self._born = self._asked = time.monotonic()
        command = [sys.executable, "-m", "elfer.server.web.worker"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[number for number in (start.listener, start.figures) if number],
        )
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # it has ended already, which is seen soon
            self._process.stdin.write(msgspec.json.encode(start, enc_hook=str) + b"\n")
            self._process.stdin.flush()
        self._listening = threading.Thread(target=self._listen, args=(news,), daemon=True)
        self._listening.start()

    def _listen(self, news: Callable[[], object]) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line == READY:
                self.ready = True
            with contextlib.suppress(msgspec.DecodeError):
                refusal = msgspec.json.decode(line, type=Refusal)
                self._refusal = Refused(refusal.code, **refusal.params)
            news()

    @property
    def status(self) -> int | None:
        """How it ended, if it did."""
        return self._process.poll()

    @property
    def refusal(self) -> Refused | None:
        """Why it ended, if it has said so."""
        self._listening.join(TICK_SECONDS)
        return self._refusal

    @property
    def ending(self) -> dict[str, object]:
        """What the log says of its end."""
        return {"status": self.status} | ({"why": self.refusal} if self.refusal else {})

    @property
    def age(self) -> float:
        return time.monotonic() - self._born

    def end(self) -> None:
        """Ask it to end."""
        self._asked = time.monotonic()
        if self.status is None:
            self._process.terminate()

    @property
    def gone(self) -> bool:
        """Whether it has ended, as it was asked to; one that does not in time is killed."""
        if self.status is None and time.monotonic() - self._asked > END_SECONDS:
            self._process.kill()
        return self.status is not None


class Supervisor:
    """Whoever looks after the nodes of a machine."""

    def __init__(self, settings: Settings, doors: list[Doors], link: str) -> None:
        self._settings, self._doors, self._link = settings, doors, link
        self._workers: list[Worker] = []
        self._started: list[Worker] = []
        """Also those that are coming and going."""
        self._wanted = threading.Event()
        """Set when a signal wants something, or a node has told something."""
        self._ending = self._renewing = False

    def run(self, when_ready: Callable[[], object]) -> None:
        """Look after all nodes until a signal."""
        with self._signals():
            try:
                self._begin()
                if not self._ending:
                    when_ready()
                renewals = self._renewals()
                while not self._ending:
                    self._wait()
                    self._look_after()
                    next(renewals)
            finally:
                self._end()

    def _begin(self) -> None:
        """Start all nodes, and wait until they serve; what keeps one from it is told."""
        self._workers = [self._start(number) for number in range(len(self._doors))]
        while not self._ending and not all(worker.ready for worker in self._workers):
            self._wait()
            for worker in self._workers:
                if worker.status is not None and not self._ending:
                    raise worker.refusal or SystemExit(1)

    def _start(self, number: int) -> Worker:
        self._started = [worker for worker in self._started if worker.status is None]
        place = min(set(range(len(self._doors) + 1)) - {worker.place for worker in self._started})
        settings = replace(self._settings, node=_nth(self._settings.node, place), workers=1)
        doors = self._doors[number]
        figures = doors.figures.fileno() if doors.figures else 0
        start = Start(settings, doors.listener.fileno(), self._link, figures)
        worker = Worker(start, place, self._wanted.set)
        self._started.append(worker)
        return worker

    def _wait(self) -> None:
        self._wanted.wait(TICK_SECONDS)
        self._wanted.clear()

    def _look_after(self) -> None:
        """Start again what has died."""
        for number, worker in enumerate(self._workers):
            if worker.status is not None and worker.age > APART_SECONDS:
                log.error("a node has ended and is started again", extra=worker.ending)
                self._workers[number] = self._start(number)

    def _renewals(self) -> Iterator[None]:
        """Start all nodes anew whenever that is wanted; while this waits, all else is looked after."""
        while True:
            if self._renewing:
                self._renewing = False
                yield from self._renew()
            yield

    def _renew(self) -> Iterator[None]:
        """One node after the other: the old one ends when the new one is ready."""
        for number in range(len(self._workers)):
            new = self._start(number)
            while not new.ready and new.status is None and new.age < START_SECONDS:
                yield
            if failed := not new.ready or new.status is not None:
                log.error("a new node does not start, so all stay as they are", extra=new.ending)
                old = new
            else:
                old, self._workers[number] = self._workers[number], new
            old.end()
            while not old.gone:
                yield
            if failed:
                return
        log.info("all nodes were started anew")

    def _end(self) -> None:
        for worker in self._started:
            worker.end()
        while not all(worker.gone for worker in self._started):
            time.sleep(TICK_SECONDS / 10)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        def end(*_: object) -> None:
            self._ending = True
            self._wanted.set()

        def renew(*_: object) -> None:
            self._renewing = True
            self._wanted.set()

        handlers = {signal.SIGTERM: end, signal.SIGINT: end, signal.SIGHUP: renew}
        before = {sign: signal.signal(sign, handler) for sign, handler in handlers.items()}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def _nth(node: str, place: int) -> str:
    """The address of one of several nodes of a machine: with a port of its own, unless it takes any."""
    host, _, port = node.rpartition(":")
    return f"{host}:{int(port) + place}" if port.isdecimal() and int(port) else node


def ends_with_stdin() -> None:
    """End this process, as a signal would, when whoever started it is gone."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
