"""The command line."""

from __future__ import annotations

import os
import sys
import warnings

import typer
from typer.exceptions import TyperException

from elfer.cli import joining, playing, serving, simulating
from elfer.cli.common import Voice, app
from elfer.core.refusals import BadInput, Refused
from elfer.core.texts import Words
from elfer.terminal.screen import speak_plainly

__all__ = ["app", "joining", "main", "playing", "serving", "simulating"]


def main() -> None:
    """Run the command line; whatever is refused is said in one line, with exit code 2."""
    speak_plainly()
    warnings.formatwarning = _warned
    try:
        code = app(standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
        sys.exit(code)
    except Refused as refused:
        sys.exit(_complain(refused.tell(Words(Voice.lang))))
    except TyperException as wrong:
        sys.exit(_complain(" ".join(wrong.format_message().split())))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)
    except OSError as error:
        if not _lost_output():
            raise
        sys.exit(_complain_of_output(error))


def _warned(message: Warning | str, *_: object, **__: object) -> str:
    """A warning, such as of a package whose game cannot be used, in one line."""
    return f"elfer: {message}\n"


def _complain(text: str) -> int:
    """Say what is wrong; nothing, where a help text has said it."""
    if text and sys.stderr:
        sys.stderr.write(f"elfer: {text}\n")
    return 2


def _lost_output() -> bool:
    """Whether standard output takes nothing any more; from now on, what is left for it is dropped."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _complain_of_output(error: OSError) -> int:
    """A full disk is named; whoever closes a pipe, such as `head`, has seen enough."""
    if isinstance(error, BrokenPipeError):
        return 1
    return _complain(BadInput("output", why=error.strerror or error).tell(Words(Voice.lang)))
