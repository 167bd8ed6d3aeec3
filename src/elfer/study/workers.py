"""Deals spread over the cores of this machine: threads for compiled games, processes for the library."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import Synchronized
from threading import Lock, current_thread, main_thread
from typing import Any

from elfer.core.refusals import BadInput, Refused
from elfer.study.backends import (
    Backend,
    PartialResult,
    Plan,
    SimulationJob,
    backend_of,
    partial_results,
    steps,
)


def in_threads(job: SimulationJob, backend: Backend, jobs: int, keep: bool) -> Generator[PartialResult]:
    """The partial results of several threads, which take deals from one iterator."""
    numbers, lock, stopped = iter(steps(range(job.plan.deals), backend.step)), Lock(), False

    def taken() -> Iterator[range]:
        while True:
            with lock:
                deals = None if stopped else next(numbers, None)
            if deals is None:
                return
            yield deals

    with ThreadPoolExecutor(jobs) as pool:
        workers = [partial_results(job, backend, taken(), keep) for _ in range(jobs)]
        busy = {pool.submit(next, parts, None): parts for parts in workers}
        try:
            while busy:
                for done in wait_for(busy, return_when=FIRST_COMPLETED).done:
                    parts = busy.pop(done)
                    if part := done.result():
                        busy[pool.submit(next, parts, None)] = parts
                        yield part
        finally:
            stopped = True


def in_processes(job: SimulationJob, jobs: int, keep: bool) -> Generator[PartialResult]:
    """The partial results of several processes, which take deals from one counter."""
    packed = _converted(pickle.dumps, job.plan.bots, job.players)
    context = get_context("spawn")
    taken = context.Value("q", 0)
    workers: dict[Connection, SpawnProcess] = {}
    try:
        with _interrupts_held():
            for _ in range(jobs):
                ours, theirs = context.Pipe(duplex=False)
                given = (job.plan, packed, keep, taken, theirs)
                workers[ours] = context.Process(target=_work, args=given, daemon=True)
                workers[ours].start()
                theirs.close()
        while workers:
            for pipe in wait(list(workers)):
                assert isinstance(pipe, Connection)
                try:
                    part = pipe.recv()
                except EOFError:
                    _dismiss(workers.pop(pipe))
                    continue
                if isinstance(part, Exception):
                    raise part
                yield part
    finally:
        for worker in workers.values():
            worker.terminate()
            worker.join()


def _converted(convert: Callable[[Any], Any], names: Iterable[str], bots: Iterable[Any]) -> tuple[Any, ...]:
    """Pickled or unpickled bots; refuses one that cannot be sent, such as one of a notebook."""
    converted = []
    for name, bot in zip(names, bots, strict=True):
        try:
            converted.append(convert(bot))
        except Exception as error:  # pickling runs users' code
            raise BadInput("bot_sent", bot=name, why=str(error)) from error
    return tuple(converted)


def _dismiss(worker: SpawnProcess) -> None:
    """Join a worker that has closed its pipe; refuses if it died."""
    worker.join()
    if worker.exitcode:
        raise Refused("worker_died", exit=worker.exitcode)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C, and block it in new processes: only the parent handles it.

    New processes inherit the mask. A signal can still arrive through another thread, such as a progress
    bar's, which the mask does not cover: hence the handler.
    """
    if current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    pressed: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _work(
    plan: Plan, packed: tuple[bytes, ...], keep: bool, taken: Synchronized[int], pipe: Connection
) -> None:
    """A worker: take deal after deal, and send results until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        try:
            job = SimulationJob(plan, _converted(pickle.loads, plan.bots, packed))
            for part in partial_results(job, backend_of(job), _numbers(taken, plan.deals), keep):
                pipe.send(part)
        except Refused as refused:  # a user's bot failed
            pipe.send(refused)
    except BrokenPipeError:
        return


def _numbers(taken: Synchronized[int], deals: int) -> Iterator[range]:
    """Deals that no other worker has taken."""
    while True:
        with taken.get_lock():
            number = int(taken.value)
            taken.value += 1
        if number >= deals:
            return
        yield range(number, number + 1)
