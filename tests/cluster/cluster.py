"""Nodes that serve one set of tables, and the balancer before them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

import pytest

from tests.server.crash import quiet_port
from tests.server.people import PATIENCE, Server

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
OPTIONS = ("--pause", "0", "--sockets", "1000", "--tables", "100000")


class Node(Server):
    """An `elfer serve` among others."""

    def __init__(self, folder: Path, database: str, *options: str) -> None:
        super().__init__(folder, "--database", database, *OPTIONS, *options)
        self.database = database

    def freeze(self) -> None:
        """Let it stand still, as if its machine had vanished."""
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, sign: signal.Signals) -> None:
        assert self.process
        os.kill(self.process.pid, sign)

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.wake()
        super().__exit__()


class Balancer:
    """A HAProxy before some nodes, with the configuration that we recommend."""

    def __init__(self, folder: Path, nodes: list[Node]) -> None:
        self._folder, self._nodes = folder, nodes
        self.port = quiet_port()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        text = CONFIGURATION.read_text("utf-8").replace("127.0.0.1:8080", self.address)
        text = re.sub(r"^ +server .*\n", "", text, flags=re.M)
        text += "".join(f"    server n{i} {node.address}\n" for i, node in enumerate(self._nodes))
        file = self._folder / "haproxy.cfg"
        file.write_text(text, "utf-8")
        self.log = (self._folder / "haproxy.log").open("w")
        self._process = subprocess.Popen(
            [haproxy(), "-db", "-f", str(file)], stdout=self.log, stderr=self.log
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self.log.close()


def haproxy() -> str:
    """The balancer's program; in CI it must be there."""
    found = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        if os.environ.get("CI") == "true":
            raise AssertionError("haproxy is missing (on Debian: apt install haproxy)")
        pytest.skip("haproxy is missing (on Debian: apt install haproxy)")
    return found


@contextmanager
def cluster(folder: Path, database: str, count: int, *options: str) -> Iterator[list[Node]]:
    """Some nodes of one database."""
    with ExitStack() as stack:
        nodes = [Node(folder / f"node {number}", database, *options) for number in range(count)]
        for node in nodes:
            stack.callback(node.__exit__)
            node.start(quiet_port())
        yield nodes


def until(holds: object, what: str) -> None:
    """Wait until something holds that can be asked for."""
    assert callable(holds)
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
