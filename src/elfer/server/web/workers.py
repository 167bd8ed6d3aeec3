"""Several nodes on one machine behind one port, and somebody who looks after them.

All accept from the same listening socket. One that dies is started again; SIGHUP starts all anew, one after
the other, so that tables move on and nobody waits; SIGTERM ends all.
"""

from __future__ import annotations

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

import msgspec
from msgspec.structs import replace

from elfer.server.settings import Settings

END_SECONDS = 25.0
"""How long a node has to hand over its tables and say goodbye."""
START_SECONDS = 60.0
"""How long the next node waits for one that is starting, while all are started anew."""
SHORT_LIFE_SECONDS = 5.0
PAUSE_SECONDS = 1.0
"""How long the successor of a node waits that died soon after its start."""
READY = b"ready\n"
log = logging.getLogger("elfer.workers")


class Start(msgspec.Struct, frozen=True):
    """What a node is told when it is started."""

    settings: Settings
    listener: int
    """The number of the open file on which it listens."""
    link: str


class Worker:
    """A node in a process of its own; it ends when nobody looks after it any more."""

    def __init__(self, start: Start) -> None:
        self._born = time.monotonic()
        command = [sys.executable, "-m", "elfer.server.web.worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=(start.listener,)
        )
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(start, enc_hook=str) + b"\n")
        self._process.stdin.flush()
        self.ready = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line == READY:
                self.ready.set()
        self.ready.set()  # or it never will be

    @property
    def status(self) -> int | None:
        """How it ended, if it did."""
        return self._process.poll()

    @property
    def short_lived(self) -> bool:
        return time.monotonic() - self._born < SHORT_LIFE_SECONDS

    def end(self) -> None:
        """Ask it to end."""
        if self.status is None:
            self._process.terminate()

    def wait(self) -> None:
        """Wait until it has ended; one that does not is killed."""
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Supervisor:
    """Whoever looks after the nodes of a machine."""

    def __init__(self, settings: Settings, listener: sockets.socket, link: str) -> None:
        self._settings, self._listener, self._link = settings, listener, link
        self._workers: list[Worker] = []
        self._wanted = threading.Event()
        """Set when a signal wants something."""
        self._ending = self._renewing = False

    def run(self, when_ready: Callable[[], object]) -> int:
        """Look after all nodes until a signal; the exit status."""
        with self._signals():
            self._workers = [self._start(number) for number in range(self._settings.workers)]
            self._workers[0].ready.wait()
            if (status := self._workers[0].status) is None:
                when_ready()
            while not self._ending and status is None:
                self._wanted.wait(0.1)
                self._wanted.clear()
                self._look_after()
                if self._renewing:
                    self._renew()
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.wait()
        return status or 0

    def _start(self, number: int) -> Worker:
        port = self._settings.metrics_port
        own = replace(self._settings, metrics_port=port and port + number, workers=1)
        return Worker(Start(own, self._listener.fileno(), self._link))

    def _look_after(self) -> None:
        for number, worker in enumerate(self._workers):
            if worker.status is not None and not self._ending:
                log.error("a node has ended and is started again", extra={"status": worker.status})
                if worker.short_lived:
                    self._wanted.wait(PAUSE_SECONDS)
                self._workers[number] = self._start(number)

    def _renew(self) -> None:
        """Start all nodes anew, one after the other."""
        self._renewing = False
        for number in range(len(self._workers)):
            old, new = self._workers[number], self._start(number)
            self._workers[number] = new
            new.ready.wait(START_SECONDS)
            old.end()
            old.wait()

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


def ends_with_stdin() -> None:
    """End this process, as a signal would, when whoever started it is gone."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
