"""The command line as a person meets it, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

ELFER = [sys.executable, "-m", "elfer"]


def run(*arguments: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    settings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"} | env
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
