"""`elfer join`: users' bots at a table of a real server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.bots import own_bots
from tests.cli.command import ELFER, run, run_here
from tests.server.people import PATIENCE, person, serving

ROOT = Path(__file__).parents[2]
NOWHERE = "http://127.0.0.1:1/t/g-jxsyojfF9jvqAf7YJtfw"
BOT = f"{own_bots.__name__}:Lowest"


@contextmanager
def joined(link: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """An `elfer join` that runs until it is stopped."""
    process = subprocess.Popen(
        [*ELFER, "join", link, "--bot", BOT, "--pause", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def stopped_after(process: subprocess.Popen[str], lines: int) -> tuple[int, list[str], str]:
    """The whole output of a program that is stopped with Ctrl-C after a number of lines."""
    assert process.stdout
    assert process.stderr
    out = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGINT)
    out += process.stdout.readlines()
    return process.wait(PATIENCE), [line.rstrip("\n") for line in out], process.stderr.read().strip()


def test_two_bots_of_ones_own_play_a_match_at_the_table_of_a_host(tmp_path: Path) -> None:
    async def story(running: ExitStack) -> None:
        async with person(server) as ada:
            table = await ada.creates("classic", 3, programs=True, rounds=2)
            link = f"http://{server.address}/t/{table}"
            one = running.enter_context(joined(link, "--seat", "2"))
            two = running.enter_context(joined(link, "--name", "Otto"))
            await ada.until(lambda p: all(chair["name"] for chair in p.table["chairs"]), "for both")
            chairs = ada.table["chairs"]
            assert [(chair["name"], chair["program"]) for chair in chairs] == [
                ("Ada", False),
                ("Otto", True),
                ("Lowest", True),
            ]
            await ada.say("start")
            await ada.plays_on()
            points = ", ".join(map(str, ada.update["result"]["points"]))
            for process, name, seat in ((one, "Lowest", 2), (two, "Otto", 1)):
                code, out, errors = await asyncio.to_thread(stopped_after, process, 2)
                assert (code, errors) == (130, "")
                assert (
                    out[0] == f"{name} sits in seat {seat} at a table of classic. Ctrl-C gives the seat up."
                )
                assert out[1].startswith("Match 1 is over. Won by ")
                assert out[1].endswith(f"Points by seat: {points}.")
                assert out[2:] == ["The seat is given up; in a match a bot of the table takes it."]
            await ada.until(lambda p: not any(chair["name"] for chair in p.table["chairs"][1:]), "for an end")

    with serving(tmp_path / "data") as server, ExitStack() as running:
        asyncio.run(story(running))


def test_a_table_without_programs_refuses_in_a_line(tmp_path: Path) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table = await ada.creates("classic", 2)
            link = f"http://{server.address}/t/{table}"
            out = await asyncio.to_thread(run, "join", link, "--bot", "random")
            assert (out.returncode, out.stdout) == (2, "")
            assert out.stderr.count("\n") == 1
            assert "Its host can allow other programs." in out.stderr

    with serving(tmp_path / "data") as server:
        asyncio.run(story())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["http://localhost:8011/", "--bot", "random"], "is not the link of a table"),
        ([NOWHERE, "--bot", "random"], "There is no server at 127.0.0.1:1"),
        ([NOWHERE, "--bot", "hard"], "its host can put one into a seat"),
        ([NOWHERE, "--bot", "best"], "There is no bot 'best'"),
        ([NOWHERE, "--bot", "nowhere:Bot"], "cannot be loaded"),
        ([NOWHERE], "--bot is missing. See --help."),
        ([NOWHERE, "--bot", "random", "--seat", "-1"], "--seat cannot be −1. It is at least 0."),
        ([NOWHERE, "--bot", "random", "--lang", "fr"], "There is no language 'fr'"),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], message: str) -> None:
    out = run_here("join", *arguments)
    assert (out.returncode, out.stdout) == (2, "")
    assert message in out.stderr
    assert out.stderr.count("\n") == 1
