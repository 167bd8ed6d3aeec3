"""Several nodes behind one port: one that dies is started again, and SIGHUP restarts all one by one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import asyncpg
import pytest

from elfer.server.stores.postgres.opening import MIGRATING
from tests.cluster.cluster import EASY_GOING, Node, until
from tests.postgres import Postgres, pooled
from tests.server.crash import quiet_port
from tests.server.people import PATIENCE, Person, person


def children(node: Node) -> set[int]:
    """The processes of the nodes behind one port."""
    assert node.process
    listed = Path(f"/proc/{node.process.pid}/task/{node.process.pid}/children").read_text()
    found = set[int]()
    for pid in listed.split():
        with contextlib.suppress(FileNotFoundError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():  # not multiprocessing's own
                found.add(int(pid))
    return found


FIGURES, DOORS = quiet_port(), quiet_port()
OPTIONS = ("--workers", "2", "--metrics-port", str(FIGURES), "--node", f"127.0.0.1:{DOORS}")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Node]:
    with Node(tmp_path_factory.mktemp("workers") / "data", postgres.new(), *OPTIONS, **EASY_GOING) as node:
        yield node


@pytest.fixture
def workers(both: Node, postgres: Postgres) -> Node:
    """Two nodes behind one port that run, whatever a test before has done to them."""
    assert both.process
    if both.process.poll() is not None:
        both.start()
    until(lambda: len(addresses(both, postgres)) == 2, "both nodes")
    return both


def addresses(node: Node, postgres: Postgres) -> set[str]:
    """Where the nodes of a database find each other."""
    found = postgres.ask("SELECT address FROM elfer.nodes WHERE elfer.lives(number)", node.database)
    return {address for (address,) in found}


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
    assert "is started again" in workers.logged()


def test_all_are_restarted_one_after_the_other(workers: Node, postgres: Postgres) -> None:
    """Their ports do not collide, and a node that does not start disturbs no player."""

    async def story() -> None:
        before = children(workers)
        async with person(workers) as ada:
            await plays_one_move(ada)
            lets_in(postgres, workers.database, "false")
            restart(workers)
            await asyncio.to_thread(until, lambda: "does not start" in workers.logged(), "a new node's end")
            assert "is not currently accepting connections" in workers.logged()
            await plays(ada)
            await asyncio.to_thread(until, lambda: children(workers) == before, "as many nodes as before")
            lets_in(postgres, workers.database, "true")
            restart(workers)
            await asyncio.to_thread(until, lambda: before - children(workers), "the first new node")
            await ada.closed()
        async with person(workers, ada.key) as ada_again:
            await ada_again.enters(ada.table["id"])
            await plays(ada_again)
        await asyncio.to_thread(until, lambda: "were restarted" in workers.logged(), "new nodes")
        assert len(children(workers) - before) == 2

    asyncio.run(story())
    told = [urlopen(f"http://127.0.0.1:{FIGURES + n}/metrics", timeout=PATIENCE).read() for n in (0, 1)]
    assert all(b"elfer_tables{" in one for one in told)
    assert addresses(workers, postgres) < {f"127.0.0.1:{DOORS + n}" for n in range(3)}


def restart(workers: Node) -> None:
    assert workers.process
    workers.process.send_signal(signal.SIGHUP)


def lets_in(postgres: Postgres, database: str, allowed: str) -> None:
    """Say whether new sessions of a database are allowed; those that are there go on."""
    postgres.ask(f"ALTER DATABASE {database.rpartition('/')[2]} ALLOW_CONNECTIONS {allowed}")


def test_nothing_waits_for_a_node_that_takes_long_to_start(workers: Node) -> None:
    """Neither the successor of one that dies meanwhile, nor the end."""

    async def story() -> None:
        before = children(workers)
        migrating = await asyncpg.connect(workers.database)
        try:
            await migrating.execute(f"BEGIN; {MIGRATING}")
            restart(workers)
            await asyncio.to_thread(until, lambda: len(children(workers)) == 3, "a new node")
            os.kill(min(before), signal.SIGKILL)
            await asyncio.to_thread(until, lambda: len(children(workers) - before) == 2, "another new one")
            assert await asyncio.to_thread(workers.stop) == 0
        finally:
            migrating.terminate()

    asyncio.run(story())


def test_they_end_when_nobody_looks_after_them(workers: Node) -> None:
    left = children(workers)
    workers.kill()
    until(lambda: not any(Path(f"/proc/{pid}/fd/0").exists() for pid in left), "their end")


def refused(*options: str) -> str:
    """Why several do not start, which is told in one line."""
    command = [sys.executable, "-m", "elfer", "serve", "--no-browser", "--port", "0", "--workers", "2"]
    ended = subprocess.run(
        [*command, *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    assert (ended.returncode, ended.stdout) == (2, ""), ended
    (line,) = (line for line in ended.stderr.splitlines() if not line.startswith("{"))
    return line


def test_what_keeps_them_from_starting_is_told_in_a_line(
    tmp_path: Path, postgres: Postgres, database: str
) -> None:
    needed = "elfer: Several workers need PostgreSQL. Say which one with --database."
    assert refused("--data", str(tmp_path)) == needed
    assert "There is no database at" in refused("--database", postgres.url("nothing"))
    with pooled(postgres, database, "transaction") as between:
        assert "stands a pooler" in refused("--database", between)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = f"elfer: Port {port} of 127.0.0.1 cannot be used"
        assert told in refused("--database", database, "--metrics-port", str(port))
        assert told in refused("--database", database, "--metrics-port", str(port - 1))
        assert told in refused("--database", database, "--node", f"127.0.0.1:{port - 1}")
