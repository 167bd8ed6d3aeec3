"""The command line."""

from __future__ import annotations

import os
import re
import sys
import warnings
from typing import Any

try:
    import typer
    from typer.exceptions import TyperException

    from elfer.cli import play, serve, simulate
    from elfer.cli.common import Voice, app
    from elfer.cli.help import placeholder
    from elfer.core import texts
    from elfer.core.refusals import BadInput, Refused
    from elfer.core.texts import LANGUAGES, Words
    from elfer.terminal.screen import EncodableWords, replace_unencodable
except KeyboardInterrupt:  # while it starts
    sys.exit(130)

texts.add(__name__)

__all__ = ["app", "main", "play", "serve", "simulate"]

WRONG = {
    "int": "argument_whole",
    "float": "argument_number",
    "less_than": "argument_most",
    "greater_than": "argument_least",
}
"""Message codes by the kind of validation error."""


def main() -> None:
    """Run the command line; errors are one line, with exit code 2."""
    replace_unencodable()
    Voice.lang = _language_option(sys.argv) or Voice.lang
    warnings.formatwarning = _format_warning
    try:
        code = app(standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
        sys.exit(code)
    except Refused as refused:
        sys.exit(_print_error(refused.tell(Words(Voice.lang))))
    except typer.BadParameter as wrong:
        sys.exit(_print_error(_invalid_value(wrong)))
    except TyperException as wrong:
        sys.exit(_print_error(_usage_error(wrong)))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)
    except OSError as error:
        if not _output_closed():
            raise
        sys.exit(_output_error(error))


def _language_option(arguments: list[str]) -> str | None:
    """The value of `--lang`, read before parsing."""
    said = re.findall(r"(?<!\S)--lang[= ](\S+)", " ".join(arguments))
    return said[-1] if said and said[-1] in LANGUAGES else None


def _invalid_value(wrong: typer.BadParameter) -> str:
    found: list[dict[str, Any]] = getattr(wrong.__cause__, "errors", list)()
    if not found or wrong.param is None:
        return _usage_error(wrong)
    name, value, kind = max(wrong.param.opts, key=len), found[0].get("input"), str(found[0].get("type"))
    limits = found[0].get("ctx") or {}
    most, least = (f"{limits[name]:g}" if name in limits else None for name in ("le", "ge"))
    code = next((code for begins, code in WRONG.items() if kind.startswith(begins)), "argument_other")
    return BadInput(code, option=name, value=value, most=most, least=least).tell(Words(Voice.lang))


def _usage_error(wrong: TyperException) -> str:
    words, given = EncodableWords(Voice.lang), wrong.__dict__
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
            option = max(parameter.opts, key=len) if parameter.opts[0][:1] == "-" else ""
            refused = BadInput("argument_missing", what=option or placeholder(parameter, words))
        case _:
            return " ".join(wrong.format_message().split())
    return refused.tell(words)


def _format_warning(message: Warning | str, *_: object, **__: object) -> str:
    return f"elfer: {message}\n"


def _print_error(text: str) -> int:
    """Print an error; nothing if help was printed."""
    if text and sys.stderr:
        sys.stderr.write(f"elfer: {text}\n")
    return 2


def _output_closed() -> bool:
    """Whether standard output is closed; later output is then discarded."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _output_error(error: OSError) -> int:
    """Report a full disk; a closed pipe (`head`) is no error."""
    if isinstance(error, BrokenPipeError):
        return 1
    return _print_error(BadInput("output", why=error.strerror or error).tell(Words(Voice.lang)))
