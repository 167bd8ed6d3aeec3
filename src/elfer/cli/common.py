"""The application, and the options that commands share."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from elfer import __version__, bots
from elfer.cli.help import LOCALE, CliCommand, Commands, Voice
from elfer.core.game import AnyGame, Option
from elfer.core.options import options_of
from elfer.core.refusals import BadInput
from elfer.core.texts import LANGUAGES, Words
from elfer.files import read_file
from elfer.games import registry
from elfer.terminal.screen import EncodableWords

__all__ = ["LOCALE", "CliCommand", "Voice", "app", "command"]

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
command = partial(app.command, cls=CliCommand)


def _tell_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"elfer {__version__}\n")
        raise typer.Exit


@app.callback(help="help.about")
def about(
    _: Annotated[
        bool, typer.Option("--version", help="help.version", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """The Elfer raus! family of card games: in the browser, in the terminal, and simulated."""


Lang = Annotated[
    str,
    typer.Option("--lang", metavar="help.language", help="help.lang", autocompletion=lambda: list(LANGUAGES)),
]
GAME = typer.Argument(metavar="help.game", help="help.game_named", autocompletion=lambda: list(registry()))
GameId = Annotated[str, GAME]
Rounds = Annotated[int, typer.Option(help="help.rounds")]


def _choices(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete `--option` for the game named before it."""
    named = ctx.params.get("game") or next(iter(ctx.args), "classic")  # not parsed where a value is missing
    offered = options_of(registry()[named]) if named in registry() else {}
    said = (f"{name}={option_text(c)}" for name, option in offered.items() for c in option.choices or [""])
    return [text for text in said if text.startswith(incomplete)]


def option_text(value: object) -> str:
    """A value of an option as typed text."""
    if isinstance(value, tuple):
        return ",".join(value)
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="help.name_value", help="help.option", autocompletion=_choices),
]


def _complete_bots(incomplete: str) -> list[str]:
    """Complete the last name of `--bots`."""
    before = incomplete[: incomplete.rfind(",") + 1]
    return [before + name for name in bots.BOTS]


def bots_option(help: str) -> Any:
    return typer.Option(metavar="help.bots", help=help, autocompletion=_complete_bots)


JsonFile = Annotated[Path | None, typer.Option("--json", help="help.json")]


def words_in(lang: str) -> Words:
    """The sentences of a language, which error messages use from now on."""
    if lang not in LANGUAGES:
        raise BadInput("unknown_lang", lang=lang, langs=LANGUAGES)
    Voice.lang = lang
    return EncodableWords(lang)


def given_options(kind: type[AnyGame], texts: list[str]) -> dict[str, object]:
    """Parse options: `first=2`, `symbols=true`, `row_order=red,blue,…`."""
    offered = options_of(kind)
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("option_syntax", text=text)
        options[name] = _value(offered[name], value) if name in offered else value
    return options


def _value(option: Option, text: str) -> object:
    if option.type == "bool" and text.lower() in ("true", "false", "yes", "no"):
        return text.lower() in ("true", "yes")
    if option.type == "seat" and text.isdecimal():
        return int(text)
    if option.type in ("order", "pair"):
        return text.split(",")
    if option.type == "text":
        return read_file(Path(text))
    return next((choice for choice in option.choices if option_text(choice).lower() == text.lower()), text)


def as_json(figures: object) -> str:
    return json.dumps(figures, indent=2) + "\n"
