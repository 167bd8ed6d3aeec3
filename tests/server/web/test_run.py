"""`elfer serve` and `elfer backup` as an operator uses them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import segno

from elfer.core.refusals import Refused
from elfer.server.web import connection_limits, run
from elfer.server.web.app import application
from elfer.server.web.connection_limits import ConnectionLimits
from elfer.server.web.hardening import WebSocketConnection
from tests.cli.command import run_here
from tests.server.bystanders import act
from tests.server.indoors import BalkyStore, begin, indoors
from tests.server.people import Server, person, serving

NO_DATABASE = "There is no database"


def elfer(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "elfer", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={"LC_ALL": "C.UTF-8", "PATH": ""},
    )


def fetched(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


def test_mistakes_get_one_line_and_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for how, arguments, said in (
            (elfer, ("serve", "--port", port), f"Port {port} of 127.0.0.1 cannot be used"),
            (
                run_here,
                ("serve", "--port", "0", "--data", str(tmp_path), "--metrics-port", port),
                f"Port {port} of 127.0.0.1 cannot be used",
            ),
            (run_here, ("serve", "--port", "99999"), "--port"),
            (run_here, ("serve", "--bots", "0"), "--bots"),
            (elfer, ("serve", "--data", str(file / "sub"), "--port", "0"), "cannot be used"),
            (elfer, ("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "none")), NO_DATABASE),
            (run_here, ("backup", str(tmp_path / "none" / "copy"), "--data", str(tmp_path)), NO_DATABASE),
        ):
            done = how(*arguments, *(("--no-browser",) if arguments[0] == "serve" else ()))
            assert done.returncode == 2, (arguments, done)
            assert said in done.stderr
            assert done.stderr.count("\n") == 1
            assert "Traceback" not in done.stderr


def test_a_broken_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "elfer.db").write_text("this is not a database, " * 100)
    done = elfer("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr


def test_a_backup_never_overwrites(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        (tmp_path / "copy").write_text("precious")
        done = elfer("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"))
        assert done.returncode == 2
        assert "already there" in done.stderr
        assert (tmp_path / "copy").read_text() == "precious"
        assert elfer("backup", str(tmp_path / "new"), "--data", str(tmp_path / "data")).returncode == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "new")) as copy:
        assert copy.execute("SELECT count(*) FROM moves").fetchone() == (0,)


def test_the_home_address_is_no_loopback() -> None:
    """The machine of a test may have no network: then that is said."""
    try:
        assert not run.home_address().startswith("127.")
    except Refused as refused:
        assert "home network" in str(refused)  # noqa: PT017


def test_a_server_answers_to_the_names_it_was_given(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--name", "192.0.2.7", "--name", "games.example") as server:
        for host, status in (("192.0.2.7:8011", 200), ("games.example", 200), ("other.example", 421)):
            request = urllib.request.Request(f"http://{server.address}/healthz", headers={"Host": host})
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    assert answer.status == status
            except urllib.error.HTTPError as refused:
                assert refused.code == status  # noqa: PT017


def test_the_qr_code_is_the_link() -> None:
    link = "http://192.0.2.7:8011/"
    drawn = run.qr(link).splitlines()
    upper = [[cell in "▄ " for cell in line] for line in drawn]
    lower = [[cell in "▀ " for cell in line] for line in drawn]
    cells = [row for pair in zip(upper, lower, strict=True) for row in pair]
    wanted = [[bool(cell) for cell in row] for row in segno.make(link, micro=False).matrix_iter(border=2)]
    assert cells[: len(wanted)] == wanted


@contextlib.asynccontextmanager
async def running(store: BalkyStore) -> AsyncIterator[tuple[Server, run.NodeServer]]:
    """A server in this process, on a real port, and the same as people know it; it must end by itself."""
    limits, there = ConnectionLimits(64, 1000), Server(Path())
    listener = socket.create_server(("127.0.0.1", 0))
    there.port = listener.getsockname()[1]
    async with indoors(store) as lobby:
        config = run._config(application(lobby, "", limits), 20)
        server = run.NodeServer(config, limits, lambda: None, lobby.close)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        yield there, server
        await serving


def test_what_is_being_saved_at_the_end_is_told_before_the_sockets_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No new command or page is accepted; the move is answered, and the other seats see it."""

    arrived, receive = asyncio.Event(), WebSocketConnection.data_received

    def data_received(self: WebSocketConnection, data: bytes) -> None:
        receive(self, data)
        arrived.set()

    monkeypatch.setattr(WebSocketConnection, "data_received", data_received)

    async def scene() -> None:
        store = BalkyStore()
        async with running(store) as (there, server), person(there) as ada, person(there) as ben:
            await begin(ada, ben, "duel")
            store.open.clear()
            store.writes.clear()
            moving = asyncio.create_task(ada.plays())
            await store.writes.wait()
            server.should_exit = True
            while await _open(there.port):
                await asyncio.sleep(0.05)
            arrived.clear()
            await ben.socket.send('{"do": "ping", "id": "late"}')
            await arrived.wait()
            store.open.set()
            assert [await one.closed() for one in (ada, ben)] == [1012, 1012]
            assert await moving == ada.at == ben.at
            assert not [news for news in ben.heard if news.get("id") == "late"]

    act(scene)


async def _open(port: int) -> bool:
    """Whether a server listens at a port."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def test_a_disk_that_hangs_cannot_keep_a_server_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "SAVE_SECONDS", 0.5)
    monkeypatch.setattr(run, "DRAIN_SECONDS", 2)

    async def scene() -> None:
        store = BalkyStore()
        async with running(store) as (there, server), person(there) as ada, person(there) as ben:
            await begin(ada, ben, "duel")
            store.open.clear()
            store.writes.clear()
            moving = asyncio.create_task(ada.plays())
            await store.writes.wait()
            server.should_exit = True
            assert [await one.closed() for one in (ada, ben)] == [1012, 1012]
            with pytest.raises(AssertionError, match="in vain"):
                await moving

    act(scene)


def test_who_does_not_read_the_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "CLOSE_SECONDS", 0.05)
    for other in ("HEADER_SECONDS", "WRITE_SECONDS"):
        monkeypatch.setattr(connection_limits, other, 3600.0)

    async def scene() -> None:
        async with running(BalkyStore()) as (there, server):
            while not await _open(there.port):
                await asyncio.sleep(0.05)
            while server.server_state.connections:
                await asyncio.sleep(0.05)
            _, writer = await asyncio.open_connection("127.0.0.1", there.port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            while not server.server_state.connections:
                await asyncio.sleep(0.05)
            (connection,) = server.server_state.connections
            connection.transport.write(bytes(20_000_000))
            connection.transport.close()
            while server.server_state.connections:
                await asyncio.sleep(0.05)
            writer.close()
            server.should_exit = True

    act(scene)


def line(**more: object) -> dict[str, str]:
    record = logging.LogRecord("elfer.lobby", logging.WARNING, "", 1, "a %s was lost", ("table",), None)
    vars(record).update(more)
    written = run.JsonFormatter().format(record)
    assert "\n" not in written
    return dict(json.loads(written))


def test_a_record_is_one_line_that_says_what_when_and_from_where() -> None:
    said = line(table="abc", at=7)
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "level": "warning",
        "from": "elfer.lobby",
        "text": "a table was lost",
        "table": "abc",
        "at": "7",
    }


def test_an_error_is_told_with_where_it_came_from() -> None:
    try:
        raise ZeroDivisionError("nothing")
    except ZeroDivisionError as error:
        said = line(exc_info=(type(error), error, error.__traceback__))
    assert "ZeroDivisionError: nothing" in said["error"]


def test_a_server_says_that_it_is_ready_and_that_it_has_stopped(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        with urllib.request.urlopen(f"http://{server.address}/readyz", timeout=10) as answer:
            assert answer.read() == b"ready\n"
        assert server.stop() == 0
        lines = [json.loads(text) for text in Path(server.log.name).read_text("utf-8").splitlines()]
    assert [line["text"] for line in lines] == ["ready", "stopped"]
