"""Ray's driver in a process of its own.

Ray ends the process that uses it when its agent on the same machine dies, and writes its logs to that
process's output. Here that process is a child, which sends parts back: its death is a refusal, and nobody
reads its logs. Where the caller has connected to Ray already, no child is needed.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from queue import Queue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread, Timer
from typing import Any, BinaryIO

from elfer.core.refusals import BadInput, Refused
from elfer.study.cluster import check, connected, in_tasks, reach
from elfer.study.ways import Job, Part

Player = Callable[[Job, bool], Generator[Part]]
"""Plays a job, with its games if they are to be kept."""
CONNECT_SECONDS = 120
"""How long Ray may take to start on this machine, or to connect."""
STOP_SECONDS = 20
"""How long Ray may take to stop."""
CHILD = "from elfer.study.driver import main; main()"


@contextmanager
def cluster(address: str) -> Iterator[Player]:
    """A time in which a Ray cluster can play: what was started for it is ended with it."""
    check()
    import ray

    if ray.is_initialized():
        yield in_tasks
        return
    reach(address)
    driver = Driver(address)
    try:
        driver.connect()
        yield driver.play
    finally:
        driver.close()


def in_cluster(job: Job, ray: str | Player, keep: bool) -> Generator[Part]:
    """The parts that a cluster plays: one that is there, or the one at an address."""
    if isinstance(ray, str):
        with cluster(ray) as play:
            yield from play(job, keep)
    else:
        yield from ray(job, keep)


class Driver:
    """The parent's end of the child that uses Ray."""

    def __init__(self, address: str) -> None:
        self.address = address
        # Ctrl-C is the parent's
        self.child = Popen(
            [sys.executable, "-c", CHILD], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )

    def connect(self) -> None:
        """Wait until the child can use Ray."""
        timer = Timer(CONNECT_SECONDS, self.child.kill)
        timer.start()
        try:
            self._send((self.address, sys.path, sys.argv))
            self._receive()
        except (EOFError, OSError):
            raise BadInput("ray_silent", address=self.address) from None
        finally:
            timer.cancel()

    def play(self, job: Job, keep: bool) -> Generator[Part]:
        try:
            self._send((job, keep))
            while (part := self._receive()) is not None:
                yield part
        except (EOFError, OSError):
            raise Refused("ray_died") from None

    def _send(self, order: object) -> None:
        from ray import cloudpickle  # bots of a script or a notebook travel, too

        assert self.child.stdin
        packed: bytes = cloudpickle.dumps(order)  # type: ignore[no-untyped-call]
        self.child.stdin.write(packed)
        self.child.stdin.flush()

    def _receive(self) -> Any:
        """What comes next; a refusal is raised here as it was there."""
        assert self.child.stdout
        found = pickle.load(self.child.stdout)
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """Let the child end what it has started, and end it."""
        assert self.child.stdin
        assert self.child.stdout
        try:
            with suppress(OSError):
                self.child.stdin.close()
            with suppress(TimeoutExpired):
                self.child.wait(STOP_SECONDS)
        finally:
            self.child.kill()
            self.child.wait()
            self.child.stdout.close()


# The child


def main() -> None:
    """Play what is ordered until the orders end, which interrupts what is being played."""
    with suppress(KeyboardInterrupt), os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            _serve(sys.stdin.buffer, answers)
        except Refused as refused:
            _answer(refused, answers)


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    address, sys.path[:], sys.argv[:] = pickle.load(orders)
    waiting: Queue[tuple[Job, bool] | Exception] = Queue()
    Thread(target=_read, args=(orders, waiting), daemon=True).start()
    with connected(address):
        _answer("connected", answers)
        while True:
            order = waiting.get()
            if isinstance(order, Exception):  # a bot that is not to be found here
                raise Refused("ray_task", why=str(order))
            for part in in_tasks(*order):
                _answer(part, answers)
            _answer(None, answers)


def _read(orders: BinaryIO, waiting: Queue[tuple[Job, bool] | Exception]) -> None:
    try:
        while True:
            waiting.put(pickle.load(orders))
    except EOFError:
        interrupt_main()
    except Exception as error:
        waiting.put(error)


def _answer(what: object, answers: BinaryIO) -> None:
    with suppress(BrokenPipeError):
        pickle.dump(what, answers)
        answers.flush()
