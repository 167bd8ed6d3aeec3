"""Ray's driver in a child process.

Ray kills the process that uses it when its local agent dies, and logs to that process's output. The child
isolates the caller from both: its death becomes a refusal. Where the caller is connected to Ray already, no
child is needed.
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
from elfer.study.backends import PartialResult, SimulationJob
from elfer.study.cluster import check, connected, in_tasks, reach

RayPlayer = Callable[[SimulationJob, bool], Generator[PartialResult]]
"""Plays a job; the flag keeps its games."""
CONNECT_SECONDS = 120
"""Time limit for starting or connecting Ray."""
STOP_SECONDS = 20
"""Time limit for stopping Ray."""
CHILD = "from elfer.study.driver import main; main()"


@contextmanager
def cluster(address: str) -> Iterator[RayPlayer]:
    """A player on a Ray cluster; stops what it started in the end."""
    check()
    import ray

    if ray.is_initialized():
        yield in_tasks
        return
    reach(address)
    driver = RayDriver(address)
    try:
        driver.connect()
        yield driver.play
    finally:
        driver.close()


def in_cluster(job: SimulationJob, ray: str | RayPlayer, keep: bool) -> Generator[PartialResult]:
    """The partial results of a cluster: of a player, or of the cluster at an address."""
    if isinstance(ray, str):
        with cluster(ray) as play:
            yield from play(job, keep)
    else:
        yield from ray(job, keep)


class RayDriver:
    """The parent's side of the child process."""

    def __init__(self, address: str) -> None:
        self.address = address
        # only the parent handles Ctrl-C
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

    def play(self, job: SimulationJob, keep: bool) -> Generator[PartialResult]:
        try:
            self._send((job, keep))
            while (part := self._receive()) is not None:
                yield part
        except (EOFError, OSError):
            raise Refused("ray_died") from None

    def _send(self, order: object) -> None:
        from ray import cloudpickle  # can send bots of a script or a notebook

        assert self.child.stdin
        packed: bytes = cloudpickle.dumps(order)  # type: ignore[no-untyped-call]
        self.child.stdin.write(packed)
        self.child.stdin.flush()

    def _receive(self) -> Any:
        """The next message; raises an exception of the child again."""
        assert self.child.stdout
        found = pickle.load(self.child.stdout)
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """Let the child stop Ray, then end it."""
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
    """Serve orders until standard input closes, which also interrupts a running order."""
    with suppress(KeyboardInterrupt), os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            _serve(sys.stdin.buffer, answers)
        except Refused as refused:
            _answer(refused, answers)


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    address, sys.path[:], sys.argv[:] = pickle.load(orders)
    waiting: Queue[tuple[SimulationJob, bool] | Exception] = Queue()
    Thread(target=_read, args=(orders, waiting), daemon=True).start()
    with connected(address):
        _answer("connected", answers)
        while True:
            order = waiting.get()
            if isinstance(order, Exception):  # a bot that cannot be unpickled here
                raise Refused("ray_task", why=str(order))
            for part in in_tasks(*order):
                _answer(part, answers)
            _answer(None, answers)


def _read(orders: BinaryIO, waiting: Queue[tuple[SimulationJob, bool] | Exception]) -> None:
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
