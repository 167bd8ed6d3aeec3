"""The command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from typer.exceptions import TyperException

from elfer import bots as bots_
from elfer.games import game_type, games
from elfer.match import replay as replay_
from elfer.match import start
from elfer.options import options_of
from elfer.refusals import BadInput, Refused
from elfer.sheets import sheets, title
from elfer.terminal.stepping import step_through
from elfer.terminal.table import Person, Quit, play_match
from elfer.words import LANGUAGES, Words

app = typer.Typer(
    help="The Elfer raus! family of card games, in the terminal.", no_args_is_help=True, add_completion=False
)


def language() -> str:
    """The language of the locale, if it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.startswith("de") else "en"
    return "en"


LOCALE = language()
Lang = Annotated[str, typer.Option("--lang", help="en or de; by default that of the locale.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game, as listed by `elfer games`.")]


class Voice:
    """The language in which whatever goes wrong is said."""

    lang = LOCALE


def _words(lang: str) -> Words:
    if lang not in LANGUAGES:
        raise BadInput("unknown_lang", lang=lang, langs=LANGUAGES)
    Voice.lang = lang
    return Words(lang)


@app.command("games")
def list_games(lang: Lang = LOCALE) -> None:
    """List the games, their seats and options."""
    words = _words(lang)
    table = Table()
    for name in ("game", "title", "seats", "options"):
        table.add_column(words.say(f"cli.{name}"))
    for info in games().values():
        options = []
        for name, option in info.options.items():
            listed = () if isinstance(option.default, tuple) else option.choices
            others = [str(c) for c in listed if c not in (option.default, None)]
            if option.type == "seat":
                others.insert(0, words.say("cli.seat"))
            default = "–" if option.default is None else _typed(option.default)
            options.append(f"{name}: {', '.join([default, *others])}")
        seats = "–".join(dict.fromkeys((str(info.seats[0]), str(info.seats[-1]))))
        table.add_row(info.id, title(info.id, lang), seats, "\n".join(options))
    console = Console()
    console.print(table)
    console.print(words.say("cli.note"), style="dim")


def _typed(value: object) -> str:
    """A value of an option as it is typed."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


@app.command()
def rules(game: GameId, lang: Lang = LOCALE) -> None:
    """Print the rules of a game, and those it builds on."""
    _words(lang)
    console = Console(width=min(100, Console().width))
    for text in sheets(game, lang):
        console.print(Markdown(text))


@app.command()
def play(
    game: GameId = "classic",
    seats: Annotated[int | None, typer.Option(help="How many play; you are seat 0.")] = None,
    bots: Annotated[
        str, typer.Option(help="Who plays against you, from your left on: greedy, random.")
    ] = "greedy",
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    rounds: Annotated[int, typer.Option(help="How many rounds the match has.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A rule option as name=value; may be repeated.")
    ] = None,
    lang: Lang = LOCALE,
) -> None:
    """Play a game against bots."""
    words = _words(lang)
    kind = game_type(game)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **_options(kind, option or []))
    names = [name.strip() for name in bots.split(",")]
    if len(names) > match.seats - 1:
        raise BadInput("bot_count", count=len(names), seats=match.seats, most=match.seats - 1)
    names += names[-1:] * (match.seats - 1 - len(names))
    players = {seat: bots_.bot(name, seed) for seat, name in enumerate(names, 1)}
    who = [words.say("table.you")]
    who += [words.say("table.bot", name=name.capitalize(), seat=seat) for seat, name in enumerate(names, 1)]
    table = Words(lang, who, getattr(match.game, "edition", ""))
    console = Console(highlight=False)
    try:
        play_match(Person(match, 0, table, console, bots_.bot("greedy", seed)), players)
    except Quit:
        console.print(words.say("table.bye"))


def _options(kind: Any, texts: list[str]) -> dict[str, Any]:
    """Options as typed, turned into what they mean: `first=2`, `symbols=true`, `row_order=red,blue,…`."""
    offered = options_of(kind)
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("option_syntax", text=text)
        kind_of = offered[name].type if name in offered else ""
        options[name] = _value(kind_of, value)
    return options


def _value(kind: str, text: str) -> Any:
    if kind == "bool" and text.lower() in ("true", "false", "yes", "no"):
        return text.lower() in ("true", "yes")
    if kind == "seat" and text.isdecimal():
        return int(text)
    if kind in ("order", "pair"):
        return text.split(",")
    if kind == "text":
        return _read(Path(text))
    return None if text == "none" else text


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `Match.record()` writes it.")],
    lang: Lang = LOCALE,
) -> None:
    """Step through the record of a match."""
    _words(lang)
    match = replay_(_read(file))
    step_through(match, Words(lang, (), getattr(match.game, "edition", "")), Console(highlight=False))


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput("file", path=path, why=error.strerror or error) from None
    except UnicodeDecodeError:
        raise BadInput("file_text", path=path) from None


def main() -> None:
    """Run the command line; whatever is refused is said in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        sys.exit(app(standalone_mode=False))
    except Refused as refused:
        sys.exit(_complain(refused.tell(Words(Voice.lang))))
    except TyperException as wrong:
        sys.exit(_complain(" ".join(wrong.format_message().split())))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)


def _complain(text: str) -> int:
    sys.stderr.write(f"elfer: {text}\n")
    return 2
