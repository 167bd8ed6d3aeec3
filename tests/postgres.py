"""A real PostgreSQL in a temporary folder, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

START_SECONDS = 60
SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 32MB
logging_collector = off
log_min_messages = fatal
"""
MEMORY = Path("/dev/shm")
KEPT = 5
USED = "SELECT FROM pg_stat_activity WHERE datname ="
LOOSE = "fsync = off\nfull_page_writes = off\n"
ACCESS = """
host all guarded 127.0.0.1/32 scram-sha-256
host all stranger 127.0.0.1/32 reject
local all all trust
host all all 127.0.0.1/32 trust
"""


def program(name: str) -> str:
    """A program of PostgreSQL's, wherever it is; nothing may be left out in CI."""
    found = [*Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), *Path("/usr/sbin").glob(name)]
    path = shutil.which(name) or (str(max(found)) if found else "")
    if not path:
        text = f"{name} is missing: all tests that need it are left out (on Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    return path


class Postgres:
    """A server with as many databases as are asked for."""

    def __init__(self, *, durable: bool = False) -> None:
        self._initdb, self._control = program("initdb"), program("pg_ctl")
        memory = MEMORY if not durable and os.access(MEMORY, os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="elfer-postgres-", dir=memory))
        self.user = "postgres" if os.getuid() == 0 else getpass.getuser()
        self.become: dict[str, Any] = {"cwd": self.folder}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, self.user)
            self.become |= {"user": self.user, "group": self.user, "extra_groups": []}
        self.port = _free_port()
        self._numbers = count(1)
        data = self.folder / "data"
        self.run(self._initdb, "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-N")
        with (data / "postgresql.conf").open("a") as conf:
            conf.write(f"{SETTINGS}\nport = {self.port}\nunix_socket_directories = '{self.folder}'\n")
            conf.write("" if durable else LOOSE)
        (data / "pg_hba.conf").write_text(ACCESS)
        self.start()

    def run(self, *command: str | Path) -> None:
        """Run a command as the user that PostgreSQL runs as."""
        log = self.folder / "commands.log"
        with log.open("a") as out:
            done = subprocess.run(
                list(map(str, command)), stdout=out, stderr=out, timeout=2 * START_SECONDS, **self.become
            )
        assert done.returncode == 0, log.read_text()[-2000:]

    def start(self) -> None:
        log = self.folder / "server.log"
        self._controls("start", "-l", log, "-t", START_SECONDS)

    def stop(self, mode: str = "fast") -> None:
        self._controls("stop", "-m", mode)

    def restart(self, mode: str = "immediate") -> None:
        self.stop(mode)
        self.start()

    def _controls(self, what: str, *options: object) -> None:
        self.run(self._control, "-D", self.folder / "data", "-w", "-s", *map(str, options), what)

    def remove(self) -> None:
        with contextlib.suppress(AssertionError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str = "postgres", user: str = "postgres", port: int = 0) -> str:
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{name}"

    def new(self) -> str:
        """The address of a new database; old ones that are no longer used are dropped."""
        number = next(self._numbers)
        self.ask(f"CREATE DATABASE test_{number} STRATEGY FILE_COPY")
        if number > KEPT and not self.ask(f"{USED} 'test_{number - KEPT}'"):
            self.ask(f"DROP DATABASE IF EXISTS test_{number - KEPT}")
        return self.url(f"test_{number}")

    def ask(self, sql: str, url: str = "") -> list[tuple[Any, ...]]:
        """What the database itself says; also where a loop is running already."""
        with ThreadPoolExecutor(1) as elsewhere:
            return elsewhere.submit(asyncio.run, ask(url or self.url(), sql)).result()


async def ask(url: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a database says, behind the back of all stores."""
    connection = await asyncpg.connect(url)
    try:
        if not values:
            prepared = await connection.prepare(sql)
            return [tuple(row) for row in await prepared.fetch()]
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    finally:
        await connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """A server for as long as it is needed."""
    server = Postgres(durable=durable)
    try:
        yield server
    finally:
        server.remove()


@contextlib.contextmanager
def pooled(server: Postgres, url: str, mode: str) -> Iterator[str]:
    """The address of a database behind PgBouncer, which lends its sessions for a transaction or for good."""
    binary, port = program("pgbouncer"), _free_port()
    conf = server.folder / f"pgbouncer-{mode}.ini"
    conf.write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port} user=postgres\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nauth_type = any\npool_mode = {mode}\n"
        f"unix_socket_dir =\n"
    )
    process = subprocess.Popen([binary, "-q", str(conf)], stderr=subprocess.DEVNULL, **server.become)
    try:
        _wait_for(port)
        yield url.replace(f":{server.port}/", f":{port}/")
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.05)
