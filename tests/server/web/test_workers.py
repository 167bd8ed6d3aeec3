"""Several nodes behind one port: one that dies is started again, and all can be started anew one by one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.cluster import EASY_GOING, Node, until
from tests.server.people import PATIENCE, Person, person


def children(node: Node) -> set[int]:
    """The processes of the nodes behind one port."""
    assert node.process
    listed = Path(f"/proc/{node.process.pid}/task/{node.process.pid}/children").read_text()
    return set(map(int, listed.split()))


@pytest.fixture
def workers(tmp_path: Path, database: str) -> Iterator[Node]:
    with Node(tmp_path / "workers", database, "--workers", "2", **EASY_GOING) as node:
        yield node


async def plays_one_move(who: Person) -> None:
    await who.creates("highest", 2, bots=("easy",), start=True)
    await plays(who)


async def plays(who: Person) -> None:
    """Play a move as soon as there is one to play."""
    await who.until(lambda one: one.update and one.moves, "for a move")
    await who.plays()


def test_a_node_that_dies_is_started_again(workers: Node) -> None:
    async def story() -> None:
        async with person(workers) as ada:
            await plays_one_move(ada)
            before = children(workers)
            assert len(before) == 2
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            await asyncio.to_thread(until, lambda: len(children(workers) - before) == 2, "new nodes")
        async with person(workers, ada.key) as ada_again:
            await ada_again.enters(ada.table["id"])
            await plays(ada_again)

    asyncio.run(story())
    assert workers.stop() == 0
    assert "is started again" in Path(workers.log.name).read_text("utf-8")


def test_all_are_started_anew_one_after_the_other(workers: Node) -> None:
    async def story() -> None:
        async with person(workers) as ada:
            await plays_one_move(ada)
            before = children(workers)
            assert workers.process
            workers.process.send_signal(signal.SIGHUP)
            await ada.closed()
        async with person(workers, ada.key) as ada_again:
            await ada_again.enters(ada.table["id"])
            await plays(ada_again)
        await asyncio.to_thread(until, lambda: not children(workers) & before, "new nodes")

    asyncio.run(story())
    assert workers.stop() == 0


def test_they_end_when_nobody_looks_after_them(workers: Node) -> None:
    left = children(workers)
    workers.kill()
    until(lambda: not any(Path(f"/proc/{pid}/fd/0").exists() for pid in left), "their end")


def test_several_need_postgresql(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "elfer", "serve", "--no-browser", "--port", "0", "--workers", "2"]
    ended = subprocess.run(
        [*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 2
    assert ended.stderr == "elfer: Several workers need PostgreSQL. Say which one with --database.\n"
