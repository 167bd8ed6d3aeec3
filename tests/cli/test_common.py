"""What all commands share: help, the version, and what a shell completes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import ClassVar, Literal

import pytest
import typer.main

import elfer
from elfer.cli import app
from elfer.cli.common import given_options
from elfer.games.rows.classic import Classic
from elfer.games.snap.rules import Snap
from tests.cli.command import run, run_here

ROOT = Path(__file__).parent.parent.parent
COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_version() -> None:
    out = run("--version")
    assert (out.returncode, out.stdout, out.stderr) == (0, f"elfer {elfer.__version__}\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+", elfer.__version__)


@pytest.mark.parametrize("arguments", [("-h",), ("--help",), ("play", "-h"), ("simulate", "--help")])
def test_help(arguments: tuple[str, ...]) -> None:
    out = (run if arguments == ("-h",) else run_here)(*arguments)
    assert (out.returncode, out.stderr) == (0, "")
    assert "Usage: " in out.stdout
    assert "<bool>" not in out.stdout, "a flag takes no value"


def completed(line: str, by: Callable[..., CompletedProcess[str]] = run_here) -> list[str]:
    """What Bash is told to offer at the end of a line."""
    words, asked = line.split(" "), "_PYTHON _M ELFER_COMPLETE" if by is run else "_ELFER_COMPLETE"
    out = by(**{asked: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)})
    assert (out.returncode, out.stderr) == (0, "")
    return out.stdout.split()


def test_a_shell_completes_commands_games_bots_and_options() -> None:
    assert completed("elfer sim", by=run) == completed("elfer sim") == ["simulate"]
    assert completed("elfer play cl") == ["classic"]
    assert completed("elfer rules o") == ["old-maid"]
    for command in ("play", "simulate classic", "tournament classic"):
        assert completed(f"elfer {command} --bots ex") == ["expert"]
        assert completed(f"elfer {command} --bots hard,gr") == ["hard,greedy"]
        assert "greedy,hard,medium" in completed(f"elfer {command} --bots greedy,hard,")
    assert completed("elfer play --lang ") == ["en", "de"]
    assert completed("elfer play --res") == ["--resume"]
    assert completed("elfer play connect --option at") == ["attention=false", "attention=true"]
    assert "edition=star-wars" in completed("elfer play -o ")
    assert completed("elfer play nothing -o ") == []


class Sized(Classic, frozen=True):
    """A game with numbers as options."""

    id: ClassVar[str] = "sized"
    size: Literal[2, 3, 5] = 3
    limit: Literal[10, 20] | None = None


def test_a_value_is_taken_as_elfer_games_lists_it_and_as_refusals_write_it() -> None:
    assert given_options(Sized, ["size=5", "limit=20"]) == {"size": 5, "limit": 20}
    for nothing in ("none", "None"):
        assert given_options(Sized, [f"without={nothing}", f"limit={nothing}"]) == {
            "without": None,
            "limit": None,
        }
    for yes in ("true", "True", "yes"):
        assert given_options(Snap, [f"together={yes}"]) == {"together": True}
    assert given_options(Sized, ["size=4"]) == {"size": "4"}  # and is refused


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_there_for_a_shell(shell: str) -> None:
    env = {"SHELL": f"/bin/{shell}", "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": ""}
    out = (run if shell == "bash" else run_here)("--show-completion", **env)
    assert (out.returncode, out.stderr) == (0, "")
    assert "complet" in out.stdout


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_documents_name_commands_and_options_that_exist(file: Path) -> None:
    """What they say of `elfer …` works wherever it is installed."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for line in re.findall(r"(?:`|^|\$ |/)elfer ([a-z][^`\n#]*)", file.read_text("utf-8"), re.MULTILINE):
        name, *rest = line.split()
        if name not in COMMANDS:
            assert name in ("of", "is", "plays"), line
            continue
        offered = [(*part.opts, *part.secondary_opts) for part in commands[name].params]
        known = {"-h", "--help"}.union(*offered)
        for option in (word.partition("=")[0].rstrip(",.") for word in rest if word.startswith("--")):
            assert option in known, line
