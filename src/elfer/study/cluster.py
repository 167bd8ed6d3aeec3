"""Deals spread over the machines of a Ray cluster: what dies there costs time, and never a game."""

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
from elfer.study.ways import Job, Part, added_up, steps, way_of

OLDEST = (2, 50)
"""The oldest Ray that will do."""
AUTO = "auto"
"""The address of the cluster that this machine is part of."""
LOCAL = "local"
"""The address that starts Ray on this machine, for as long as it takes."""
TASK_SECONDS = 10.0
"""About how long a task should take: long beside what Ray needs for one."""
TASKS_PER_CORE = 2
"""How many tasks wait or run for each core: none of them should have to wait for us."""
GAMES_PER_TASK = 100_000
"""The most games of a task where they are sent back, and not only their sums."""
ANSWER_SECONDS = 5
"""How long a cluster may take to answer at all."""
FRAME, SETTINGS = 9, b"\x04"
"""The head of a frame of HTTP/2, which gRPC and so Ray speaks, and the type of the first one."""
HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + SETTINGS + bytes(5)
"""What a client of HTTP/2 begins with."""
STORE_BYTES = 256 << 20
"""What Ray may keep in memory on this machine."""


class Done(NamedTuple):
    """What a task comes back with."""

    part: Part
    seconds: float


def check() -> None:
    """Refuse a Ray that is missing or too old."""
    if find_spec("ray") is None:
        raise BadInput("ray_missing")
    found = version("ray")
    if tuple(int(number) for number in found.split(".")[:2]) < OLDEST:
        raise BadInput("ray_old", found=found, oldest=".".join(map(str, OLDEST)))


def in_tasks(job: Job, keep: bool) -> Generator[Part]:
    """The parts that the cluster plays to which this process is connected, in tasks that grow."""
    import ray

    plan, way = job.plan, way_of(job)
    task = ray.remote(num_cpus=1, max_retries=-1)(play_deals)
    resources: Callable[[], dict[str, float]] = ray.cluster_resources
    cores = max(1, int(resources().get("CPU", 1)))
    given, size, at = ray.put(job), way.step, 0
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
            # towards the end they become shorter, so that all cores finish together
            size = max(way.step, wanted // 20, min(wanted, (plan.deals - at) // (2 * cores)))
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def _more(deals: int, seconds: float) -> int:
    """How many deals take as long as a task should, if so many took so long, found step by step."""
    return int(deals * min(8.0, TASK_SECONDS / max(seconds, 1e-6)))


def _fetched(ready: Any) -> Done:
    """What a task came to; a refusal in it is raised here as it was there."""
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
        done: Done = ray.get(ready)
    except failures.RayError as error:
        cause = error.cause if isinstance(error, failures.RayTaskError) else error
        if isinstance(cause, Refused):
            raise cause from None
        if isinstance(cause, gone):  # tasks are tried again on other nodes, so the cluster itself is gone
            raise Refused("ray_died") from error
        raise Refused("ray_task", why=str(cause).strip().splitlines()[-1]) from error
    return done


def play_deals(job: Job, first: int, stop: int, keep: bool) -> Done:
    """What a task does: play some deals, on one core."""
    began, way = monotonic(), way_of(job)
    blocks = [way.play(deals) for deals in steps(range(first, stop), way.step)]
    return Done(added_up(job.plan, blocks, keep), monotonic() - began)


@contextmanager
def connected(address: str) -> Iterator[None]:
    """A time in which this process can use Ray: what was started for it is ended with it."""
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
    """Refuse an address where no Ray answers; Ray itself would try for minutes."""
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
