"""The command line."""

from __future__ import annotations

import io
import sys
import warnings

import typer
from typer.exceptions import TyperException

from elfer.cli import joining, playing, serving, simulating
from elfer.cli.common import Voice, app
from elfer.core.refusals import Refused
from elfer.core.texts import Words

__all__ = ["app", "joining", "main", "playing", "serving", "simulating"]


def main() -> None:
    """Run the command line; whatever is refused is said in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.formatwarning = _warned
    try:
        sys.exit(app(standalone_mode=False))
    except Refused as refused:
        sys.exit(_complain(refused.tell(Words(Voice.lang))))
    except TyperException as wrong:
        sys.exit(_complain(" ".join(wrong.format_message().split())))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)


def _warned(message: Warning | str, *_: object, **__: object) -> str:
    """A warning, such as of a package whose game cannot be used, in one line."""
    return f"elfer: {message}\n"


def _complain(text: str) -> int:
    sys.stderr.write(f"elfer: {text}\n")
    return 2
