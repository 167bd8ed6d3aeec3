"""The command line as a person meets it, in a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from elfer.cli import main

ELFER = [sys.executable, "-m", "elfer"]


SETTINGS = {"LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"}


def run_here(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, for what is refused before any work."""
    out, errors, code = io.StringIO(), io.StringIO(), 0
    with (
        patch.object(sys, "argv", ["elfer", *arguments]),
        patch.dict(os.environ, SETTINGS),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), errors.getvalue())


def run(*arguments: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    settings = {"PATH": os.environ["PATH"]} | SETTINGS | env
    out = subprocess.run(
        [*ELFER, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=settings,
        timeout=120,
    )
    out.stdout = out.stdout.replace("\N{NO-BREAK SPACE}", " ")
    return out


def widest(text: str) -> int:
    """The longest line; where a person types, the line ends after the prompt."""
    return max(len(line.removeprefix("> ")) for line in text.splitlines())
