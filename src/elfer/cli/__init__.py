"""The command line."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

try:
    import typer
    from typer.exceptions import TyperException

    from elfer.cli import joining, playing, serving, simulating
    from elfer.cli.common import Voice, app
    from elfer.cli.helping import kind
    from elfer.core import texts
    from elfer.core.refusals import BadInput, Refused
    from elfer.core.texts import LANGUAGES, Words
    from elfer.terminal.screen import Spelled, speak_plainly
except KeyboardInterrupt:  # while it starts
    sys.exit(130)

texts.add(__name__)

__all__ = ["app", "joining", "main", "playing", "serving", "simulating"]

WRONG = {
    "int": "argument_whole",
    "float": "argument_number",
    "less_than": "argument_most",
    "greater_than": "argument_least",
}
"""What is said of a value by what it is refused for."""


def main() -> None:
    """Run the command line; whatever is refused is said in one line, with exit code 2."""
    speak_plainly()
    Voice.lang = _asked_for(sys.argv) or Voice.lang
    warnings.formatwarning = _warned
    try:
        code = app(standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
        sys.exit(code)
    except Refused as refused:
        sys.exit(_complain(refused.tell(Words(Voice.lang))))
    except typer.BadParameter as wrong:
        sys.exit(_complain(_said(wrong)))
    except TyperException as wrong:
        sys.exit(_complain(_misused(wrong)))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)
    except OSError as error:
        if not _lost_output():
            raise
        sys.exit(_complain_of_output(error))


def _asked_for(arguments: list[str]) -> str | None:
    """The language that is asked for, known before the rest is understood."""
    said = dict(zip(arguments, [*arguments[1:], ""], strict=True))
    inside = next((word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")), None)
    lang = inside or said.get("--lang")
    return lang if lang in LANGUAGES else None


def _said(wrong: typer.BadParameter) -> str:
    """What is wrong with a value, in the words of this program where it has some."""
    found: list[dict[str, Any]] = getattr(wrong.__cause__, "errors", list)()
    if not found or wrong.param is None:
        return _misused(wrong)
    name, value, kind = max(wrong.param.opts, key=len), found[0].get("input"), str(found[0].get("type"))
    limits = {
        name: f"{limit:g}" for name, limit in (found[0].get("ctx") or {}).items() if name in ("le", "ge")
    }
    code = next((code for begins, code in WRONG.items() if kind.startswith(begins)), "argument_other")
    most, least = limits.get("le"), limits.get("ge")
    return BadInput(code, option=name, value=value, most=most, least=least).tell(Words(Voice.lang))


def _misused(wrong: TyperException) -> str:
    """What is wrong with how a command is written, in the words of this program."""
    words, given = Spelled(Voice.lang), wrong.__dict__
    option, parameter = given.get("option_name"), given.get("param")
    match type(wrong).__name__:
        case "NoSuchOption":
            close = sorted(given.get("possibilities") or [])
            refused = BadInput("option_close" if close else "option_unknown", option=option, close=close)
        case "BadOptionUsage":
            refused = BadInput(
                "option_alone" if "not take" in wrong.message else "option_value", option=option
            )
        case "MissingParameter" if parameter is not None:
            missing = max(parameter.opts, key=len) if parameter.opts[0][:1] == "-" else kind(parameter, words)
            refused = BadInput("argument_missing", what=missing)
        case _:
            return " ".join(wrong.format_message().split())
    return refused.tell(words)


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
