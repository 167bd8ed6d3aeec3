"""Nodes that serve one set of tables, and the balancer before them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self
from urllib.request import urlopen

import pytest

from tests.server.crash import quiet_port
from tests.server.people import PATIENCE, Server

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
EASY_GOING = {"ELFER_PAUSE": "0", "ELFER_SOCKETS": "1000", "ELFER_TABLES": "100000"}
"""Settings of servers for crowds in a hurry."""


class Node(Server):
    """An `elfer serve` among others."""

    def __init__(self, folder: Path, database: str, *options: str, **environment: str) -> None:
        super().__init__(folder, "--database", database, *options, **environment)
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
    """A HAProxy before some nodes, as we recommend it; where one is *first*, others only stand in for it."""

    def __init__(self, folder: Path, nodes: list[Node], first: Node | None = None) -> None:
        self._nodes, self._first = nodes, first
        self.port = quiet_port()
        self._folder = folder / f"balancer {self.port}"
        self._folder.mkdir()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        text = CONFIGURATION.read_text("utf-8").replace("127.0.0.1:8080", self.address)
        text = re.sub(r"^ +server .*\n", "", text, flags=re.M)
        for number, node in enumerate(self._nodes):
            backup = "backup" if self._first not in (None, node) else ""
            text += f"    server n{number} {node.address} {backup}\n"
        file = self._folder / "haproxy.cfg"
        file.write_text(text, "utf-8")
        self.log = (self._folder / "haproxy.log").open("w")
        self._process = subprocess.Popen(
            [haproxy(), "-db", "-f", str(file)], stdout=self.log, stderr=self.log
        )
        until(self._reached, "the balancer")
        return self

    def _reached(self) -> bool:
        assert self._process.poll() is None, (self._folder / "haproxy.log").read_text()
        with contextlib.suppress(OSError), urlopen(f"http://{self.address}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

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
def cluster(
    folder: Path, database: str, count: int, *options: str, environment: dict[str, str] = EASY_GOING
) -> Iterator[list[Node]]:
    """Some nodes of one database."""
    with ExitStack() as stack:
        nodes = [Node(folder / f"node {i}", database, *options, **environment) for i in range(count)]
        for node in nodes:
            stack.callback(node.__exit__)
            node.start(quiet_port())
        yield nodes


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds that can be asked for."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
