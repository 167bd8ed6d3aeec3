"""Standard input or output that is closed, full, or a broken pipe."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import elfer
from tests.cli.command import ELFER

COMMAND = shlex.join(ELFER)
FULL = Path("/dev/full")


def shell(script: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A line of shell, in which `elfer` is the program."""
    settings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "80"} | env
    script = f'elfer() {{ {COMMAND} "$@"; }}; {script}'
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, encoding="utf-8", env=settings, timeout=120
    )


@pytest.mark.parametrize("command", ["play --seed 5", "play snap --seed 5", "play --seed 5 >&-"])
def test_a_closed_input_ends_the_game(command: str) -> None:
    out = shell(f"elfer {command} <&-")
    assert (out.returncode, out.stderr) == (0, "")


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "command", ["games", "rules classic", "play --seed 5", "--version", "-h", "replay FILE"]
)
def test_a_full_disk_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    file = tmp_path / "match.elfer"
    file.write_text(elfer.start("classic", seed=5).record(), "utf-8")
    out = shell(f"echo r11 | elfer {command.replace('FILE', str(file))} > {FULL}")
    assert out.returncode == 2
    assert out.stderr == "elfer: The output cannot be written: No space left on device.\n"
    assert out.stdout == ""


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    out = shell("elfer rules classic | head -n 1")
    assert (out.returncode, out.stderr) == (0, "")
    assert out.stdout.strip() == "Elfer raus!"


def test_without_a_command_there_is_help_and_no_empty_complaint() -> None:
    out = shell("elfer")
    assert "Usage:" in out.stdout + out.stderr
    assert "elfer: " not in out.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_dumb_terminal_gets_plain_lines_of_its_own_width() -> None:
    """As in an editor's shell: no colours, no movements."""
    own, other = pty.openpty()
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "40", "TERM": "dumb"}
    with subprocess.Popen([*ELFER, "play", "--seed", "5"], stdin=other, stdout=other, env=env) as program:
        os.close(other)
        shown = b""
        while b"\n> " not in shown:
            shown += os.read(own, 4096)
        os.write(own, b"quit\n")
        assert program.wait(60) == 0
    os.close(own)
    lines = shown.decode().replace("\r", "").removesuffix("> ").splitlines()
    assert max(map(len, lines)) <= 40
    assert not any("\x1b[" in line for line in lines)


def test_in_a_game_of_reaction_nobody_is_waited_for() -> None:
    """After one Enter nothing more is typed, and the other turns up a card all the same."""
    command = [*ELFER, "play", "snap", "--seats", "2", "--seed", "5", "--bots", "expert"]
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=env
    ) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write("\n")
        program.stdin.flush()
        while "Expert 1 turns up" not in (line := program.stdout.readline()):
            assert line, "it has ended"
        program.stdin.close()
        assert program.wait(60) == 0
