"""The server is killed at any moment under load, and not one confirmed move is lost."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.server.crash import LIMIT, Confirmed, Crowd, Player, Rows, check_confirmed, copied, quiet_port
from tests.server.people import PATIENCE, Person, Refusal, Server, person, serving

KILLS = int(os.environ.get("ELFER_CRASHES", "3"))
GAMES = ("classic", "cheat", "snap", "highest")


@contextmanager
def crowded(data: Path) -> Iterator[Server]:
    """A server for many people, at a port to which it can come back."""
    server = Server(data, "--pause", "0", "--sockets", "1000", "--tables", "100000")
    try:
        yield server.start(quiet_port())
    finally:
        server.__exit__()
    assert '"level":"error"' not in server.logged()


def test_no_confirmed_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with crowded(tmp_path / "data") as server:
        crowd = asyncio.run(kill_again_and_again(server, tmp_path))
        assert server.stop() == 0
    crowd.check(Rows(server.data / "elfer.db"))
    crowd.check_stories(Rows(server.data / "elfer.db"))
    assert sum(player.again for player in crowd.players) >= KILLS // 2


async def kill_again_and_again(server: Server, folder: Path) -> Crowd:
    crowd, rng = Crowd(server, seed=1), random.Random(2)
    async with asyncio.TaskGroup() as tasks:
        crowd.begin(tasks, *GAMES)
        for number in range(KILLS):
            if number % 3 != 2:  # else the kill may hit those who are just coming back
                await crowd.plays_on(10)
            await asyncio.sleep(rng.random())
            server.kill()
            crowd.check(Rows(copied(server.data, folder / f"kill {number}")))
            shutil.rmtree(folder / f"kill {number}")
            await asyncio.to_thread(server.start, server.port)
        await crowd.plays_on(50)
        await crowd.finishes_a_match()
        await crowd.stop()
    return crowd


def test_a_backup_under_load_has_all_that_was_confirmed(tmp_path: Path) -> None:
    with crowded(tmp_path / "data") as server:
        crowd = asyncio.run(back_up(server, tmp_path / "copy"))
        server.stop()
    crowd.check_stories(Rows(server.data / "elfer.db"))


async def back_up(server: Server, copy: Path) -> Crowd:
    """Copy the database while people play, and go to their tables at a server that has only the copy."""
    crowd = Crowd(server, seed=3)
    copy.mkdir()
    async with asyncio.TaskGroup() as tasks:
        crowd.begin(tasks, *GAMES)
        await crowd.plays_on(20)
        before = {player: dict(player.confirmed) for player in crowd.players}
        await asyncio.to_thread(elfer_backup, server.data, copy / "elfer.db")
        await crowd.stop()
        rows = Rows(copied(copy, copy.parent / "looked at"))
        for player, confirmed in before.items():
            check_confirmed(confirmed, player, rows)
        await asyncio.to_thread(asyncio.run, see_all(before, copy))
    return crowd


def elfer_backup(data: Path, file: Path) -> None:
    command = [sys.executable, "-m", "elfer", "backup", str(file), "--data", str(data)]
    subprocess.run(command, check=True, capture_output=True, timeout=LIMIT)


async def see_all(confirmed: dict[Player, Confirmed], copy: Path) -> None:
    with crowded(copy) as other:
        for player, moves in confirmed.items():
            async with person(other, player.key) as who:
                await who.enters(player.table)
                assert who.seat == player.seat
                assert who.at >= max((at for at, _ in moves.values()), default=0)


def test_a_move_that_cannot_be_saved_was_never_played(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        asyncio.run(fill_the_disk(server))
        assert server.rows("SELECT seq, move, command FROM moves WHERE seat = 0 AND command = 'lost'")
        assert server.stop() == 0


async def fill_the_disk(server: Server) -> None:
    async with person(server) as ada, person(server) as ben, person(server) as cleo:
        table = await two_at_a_table(ada, ben)
        await cleo.creates("highest", 2, bots=("easy",), start=True)
        await cleo.until(lambda who: who.at == 1, "for the bot, which then waits for her")
        await ada.plays()
        await ben.until(lambda who: who.at == 1, "for the move")
        await ben.plays()
        await ada.until(lambda who: who.at == 2, "for the move")
        move = ada.moves[0]
        let_files_grow(server, 512)
        with pytest.raises(Refusal, match="not_saved"):
            await ada.say("play", move=move, at=2, id="lost")
        for who in (ada, ben):
            await who.hears("out", code="reload")
        assert readiness(server) == 503
        await ben.enters(table)
        assert ben.at == 2
        let_files_grow(server, resource.RLIM_INFINITY)
        await goes_on(table, move, ada, ben)
        await cleo.plays()
        assert readiness(server) == 200


async def goes_on(table: str, move: str, ada: Person, ben: Person) -> None:
    """The same command again: played now, and once."""
    await ada.enters(table, at=2)
    assert ada.update["events"] == []
    for _ in range(2):
        ada.heard.clear()
        assert (await ada.say("play", move=move, at=2, id="lost"))["at"] == 3
    await ben.until(lambda who: who.at == 3, "for the move")
    await ben.plays()


async def two_at_a_table(ada: Person, ben: Person) -> str:
    """A match of two people in which ada moves first, and each trick needs both."""
    table = await ada.creates("highest", 2)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    await ben.until(lambda who: who.update, "for the match")
    return table


def let_files_grow(server: Server, size: int) -> None:
    """Let the server write no file beyond a size: to SQLite it is a full disk."""
    assert server.process
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def readiness(server: Server) -> int:
    try:
        with urlopen(f"http://{server.address}/readyz", timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def test_one_folder_serves_one_server(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        refused = start_again(server.data)
        assert refused.returncode == 2
        assert str(server.data) in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
        asyncio.run(someone_can_play(server))


async def someone_can_play(server: Server) -> None:
    async with person(server) as ada:
        await ada.creates("junior", 2, bots=("easy",), start=True)
        await ada.until(lambda who: who.update, "for the match")


def test_what_a_newer_version_wrote_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "elfer.db"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    refused = start_again(tmp_path / "data")
    assert refused.returncode == 2
    assert "99" in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
    assert Rows(file).ask("SELECT name FROM sqlite_master") == []


def start_again(data: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "elfer", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


def test_an_operator_who_stops_the_server_loses_nothing(tmp_path: Path) -> None:
    """People are told that it closes, though they are in the middle of it, and go on at the next start."""
    with crowded(tmp_path / "data") as server:
        crowd = asyncio.run(stop_and_start(server))
        assert server.stop() == 0
    crowd.check(Rows(server.data / "elfer.db"))
    crowd.check_stories(Rows(server.data / "elfer.db"))


async def stop_and_start(server: Server) -> Crowd:
    crowd = Crowd(server, seed=4)
    async with asyncio.TaskGroup() as tasks:
        crowd.begin(tasks, *GAMES)
        await crowd.plays_on(20)
        async with person(server) as onlooker:
            await onlooker.enters(crowd.players[0].table)
            assert await asyncio.to_thread(server.stop) == 0
            assert await onlooker.closed() in (1001, 1012)
        crowd.check(Rows(copied(server.data, server.data.parent / "stopped")))
        await asyncio.to_thread(server.start, server.port)
        await crowd.plays_on(20)
        await crowd.stop()
    return crowd
