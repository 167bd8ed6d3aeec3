"""What all commands share: the application, the language, the options of a game."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from elfer import __version__, bots
from elfer.core.game import AnyGame, Option
from elfer.core.options import options_of
from elfer.core.refusals import BadInput
from elfer.core.texts import LANGUAGES, Words
from elfer.files import read_file
from elfer.games import registry
from elfer.terminal.screen import Spelled


class Commands(TyperGroup):
    """All commands; in their help texts a flag stands without a type, for it takes no value."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _bare(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command:
            _bare(command.get_params(ctx))
        return command


def _bare(parameters: list[Any]) -> list[Any]:
    for one in parameters:
        if getattr(one, "is_flag", False):
            one.metavar = ""
    return parameters


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"elfer {__version__}\n")
        raise typer.Exit


@app.callback()
def about(
    _: Annotated[
        bool, typer.Option("--version", help="Tell the version.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """The Elfer raus! family of card games: in the browser, in the terminal, and simulated."""


def language() -> str:
    """The language of the locale, if it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.startswith("de") else "en"
    return "en"


LOCALE = language()
Lang = Annotated[
    str,
    typer.Option(
        "--lang", help="en or de; by default that of the locale.", autocompletion=lambda: list(LANGUAGES)
    ),
]
GAME = typer.Argument(
    metavar="GAME", help="A game, as listed by `elfer games`.", autocompletion=lambda: list(registry())
)
GameId = Annotated[str, GAME]
Rounds = Annotated[int, typer.Option(help="How many rounds the match has.")]


def _choices(ctx: typer.Context, incomplete: str) -> list[str]:
    """What may stand behind `--option`, for the game that is named before it."""
    named = ctx.params.get("game") or next(
        iter(ctx.args), "classic"
    )  # not yet understood, where a value lacks
    kind = registry().get(named)
    offered = options_of(kind) if kind else {}
    typed = {name: [_written(value) for value in option.choices] for name, option in offered.items()}
    said = [f"{name}={value}" for name, values in typed.items() for value in values or [""]]
    return [text for text in said if text.startswith(incomplete)]


def _written(value: object) -> str:
    """A choice as it is typed."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="A rule option as name=value; may be repeated.",
        autocompletion=_choices,
    ),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON; - prints them.")
]
NAMES = ", ".join(bots.BOTS)


class Voice:
    """The language in which whatever goes wrong is said."""

    lang = LOCALE


def words_in(lang: str) -> Words:
    """The sentences of a language; what goes wrong from now on is said in it, too."""
    if lang not in LANGUAGES:
        raise BadInput("unknown_lang", lang=lang, langs=LANGUAGES)
    Voice.lang = lang
    return Spelled(lang)


def given_options(kind: type[AnyGame], texts: list[str]) -> dict[str, object]:
    """Options as typed, turned into what they mean: `first=2`, `symbols=true`, `row_order=red,blue,…`."""
    offered = options_of(kind)
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("option_syntax", text=text)
        options[name] = _value(offered[name], value) if name in offered else value
    return options


def _value(option: Option, text: str) -> object:
    """The value of an option, as typed."""
    if option.type == "bool" and text.lower() in ("true", "false", "yes", "no"):
        return text.lower() in ("true", "yes")
    if option.type == "seat" and text.isdecimal():
        return int(text)
    if option.type in ("order", "pair"):
        return text.split(",")
    if option.type == "text":
        return read_file(Path(text))
    return next((choice for choice in option.choices if _written(choice) == text), text)


def as_json(figures: object) -> str:
    """Figures as they are written to a file."""
    return json.dumps(figures, indent=2) + "\n"
