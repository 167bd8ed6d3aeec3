"""Deals spread over a Ray cluster. Tasks that die are repeated, so that no game is lost."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from socket import create_connection
from time import monotonic
from typing import Any, NamedTuple

from elfer.core.refusals import BadInput, Refused
from elfer.study.backends import PartialResult, SimulationJob, backend_of, partial_result, steps

OLDEST = (2, 50)
"""The oldest supported Ray."""
AUTO = "auto"
"""The address of the cluster this machine belongs to."""
LOCAL = "local"
"""The address that starts Ray on this machine for one run."""
TASK_SECONDS = 10.0
"""The target length of a task: long compared with Ray's overhead."""
TASKS_PER_CORE = 2
"""Tasks queued or running per core, so that no core waits."""
GAMES_PER_TASK = 100_000
"""The most games per task where the games are sent back."""
ANSWER_SECONDS = 5
"""Time limit of the first answer of a cluster."""
FRAME, SETTINGS = 9, b"\x04"
"""The size of an HTTP/2 frame header, and the type of the first frame; Ray uses gRPC over HTTP/2."""
HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + SETTINGS + bytes(5)
"""The preface of an HTTP/2 client."""
STORE_BYTES = 256 << 20
"""The size of Ray's object store on this machine."""


class TaskResult(NamedTuple):
    """What a task returns."""

    part: PartialResult
    seconds: float


def check() -> None:
    """Refuse a Ray that is missing or too old."""
    if find_spec("ray") is None:
        raise BadInput("ray_missing")
    found = version("ray")
    if tuple(int(number) for number in found.split(".")[:2]) < OLDEST:
        raise BadInput("ray_old", found=found, oldest=".".join(map(str, OLDEST)))


def in_tasks(job: SimulationJob, keep: bool) -> Generator[PartialResult]:
    """The partial results of the connected cluster, in tasks that grow to `TASK_SECONDS`."""
    import ray

    plan, backend = job.plan, backend_of(job)
    task = ray.remote(num_cpus=1, max_retries=-1)(play_deals)
    resources: Callable[[], dict[str, float]] = ray.cluster_resources
    cores = max(1, int(resources().get("CPU", 1)))
    given, size, at = ray.put(job), backend.step, 0
    waiting: dict[Any, int] = {}
    try:
        while at < plan.deals or waiting:
            while at < plan.deals and len(waiting) < TASKS_PER_CORE * cores:
                stop = min(plan.deals, at + size)
                waiting[task.remote(given, at, stop, keep)] = stop - at
                at = stop
            (ready,), _ = ray.wait(list(waiting), num_returns=1)
            deals, done = waiting.pop(ready), _fetched(ready)
            yield done.part
            wanted = min(_more(deals, done.seconds), GAMES_PER_TASK // plan.turns if keep else plan.deals)
            # shorter towards the end, so that all cores finish together
            size = max(backend.step, wanted // 20, min(wanted, (plan.deals - at) // (2 * cores)))
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def _more(deals: int, seconds: float) -> int:
    """The number of deals for `TASK_SECONDS`, given that *deals* took *seconds*; at most 8 times as many."""
    return int(deals * min(8.0, TASK_SECONDS / max(seconds, 1e-6)))


def _fetched(ready: Any) -> TaskResult:
    """The result of a task; raises a refusal of the task again."""
    import ray
    from ray import exceptions as failures

    gone = (
        failures.LocalRayletDiedError,
        failures.NodeDiedError,
        failures.ObjectLostError,
        failures.RaySystemError,
        failures.RpcError,
        failures.WorkerCrashedError,
    )
    try:
        done: TaskResult = ray.get(ready)
    except failures.RayError as error:
        cause = error.cause if isinstance(error, failures.RayTaskError) else error
        if isinstance(cause, Refused):
            raise cause from None
        if isinstance(cause, gone):  # tasks are retried on other nodes, so the cluster itself is gone
            raise Refused("ray_died") from error
        raise Refused("ray_task", why=str(cause).strip().splitlines()[-1]) from error
    return done


def play_deals(job: SimulationJob, first: int, stop: int, keep: bool) -> TaskResult:
    """A task: play some deals on one core."""
    began, backend = monotonic(), backend_of(job)
    blocks = [backend.play(deals) for deals in steps(range(first, stop), backend.step)]
    return TaskResult(partial_result(job.plan, blocks, keep), monotonic() - began)


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Connect this process to Ray, or start it; disconnects or stops it in the end."""
    import ray

    own: dict[str, Any] = {"include_dashboard": False, "object_store_memory": STORE_BYTES}
    try:
        ray.init(
            address, logging_level=logging.ERROR, log_to_driver=False, **(own if address == LOCAL else {})
        )
    except (OSError, RuntimeError, ValueError, ImportError) as error:
        if address == AUTO and isinstance(error, ConnectionError):
            raise BadInput("ray_auto") from None
        raise BadInput("ray_address", address=address, why=" ".join(str(error).split())) from None
    try:
        yield
    finally:
        ray.shutdown()


def reach(address: str) -> None:
    """Refuse an address where no Ray answers; Ray itself would retry for minutes."""
    if address in (LOCAL, AUTO):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        raise BadInput("ray_port", address=address)
    try:
        with create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS) as line:
            line.sendall(HELLO)
            greeting = line.recv(FRAME)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput("ray_address", address=address, why=why) from None
    if greeting[3:4] != SETTINGS and "RAY_USE_TLS" not in os.environ:
        raise BadInput("ray_other", address=address)
