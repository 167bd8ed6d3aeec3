"""The command line as a person meets it: in a process of its own, or quicker in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout
from tempfile import TemporaryFile
from unittest.mock import patch

from elfer.cli import main
from elfer.cli.common import LOCALE, Voice

ELFER = [sys.executable, "-m", "elfer"]


SETTINGS = {"LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"}


def run_here(*arguments: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, where only what is said matters; each command is also tried for real."""
    if LOCALE != "en":  # which was looked up long before
        return run(*arguments, typed=typed, **env)
    out, errors = (io.TextIOWrapper(io.BytesIO(), env.get("PYTHONIOENCODING", "utf-8")) for _ in range(2))
    code = 0
    with (
        TemporaryFile("w+", encoding="utf-8") as keys,
        patch.object(sys, "argv", ["elfer", *arguments]),
        patch.object(sys, "stdin", keys),
        patch.object(warnings, "formatwarning"),
        patch.object(Voice, "lang", LOCALE),
        patch.dict(os.environ, SETTINGS | env),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        keys.write(typed)
        keys.seek(0)
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    said = [_text(stream) for stream in (out, errors)]
    return subprocess.CompletedProcess(arguments, code, said[0].replace("\N{NO-BREAK SPACE}", " "), said[1])


def _text(stream: io.TextIOWrapper) -> str:
    """What was written to a stream."""
    stream.seek(0)
    return stream.read()


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
