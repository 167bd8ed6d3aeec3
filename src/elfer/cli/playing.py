"""Games, rules, a match at the terminal, and a record stepped through."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from elfer import bots as bots_
from elfer.cli.common import LOCALE, NAMES, GameId, Lang, Options, Rounds, app, given_options, words_in
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.files import check_writable, read_file, write_file
from elfer.games import game_type, games
from elfer.match import replay as replay_
from elfer.match import start
from elfer.sheets import sheets, title
from elfer.terminal.stepping import step_through
from elfer.terminal.table import Person, Quit, play_match


@app.command("games")
def list_games(lang: Lang = LOCALE) -> None:
    """List the games, their seats and options."""
    words = words_in(lang)
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
    words_in(lang)
    console = Console(width=min(100, Console().width))
    for text in sheets(game, lang):
        console.print(Markdown(text))


@app.command()
def play(
    game: GameId = "classic",
    seats: Annotated[int | None, typer.Option(help="How many play; you are seat 0.")] = None,
    bots: Annotated[
        str, typer.Option(help=f"Who plays against you, from your left on: {NAMES}, or your own module:Name.")
    ] = "medium",
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    rounds: Rounds = 1,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of the match, for `elfer replay`.")
    ] = None,
    lang: Lang = LOCALE,
) -> None:
    """Play a game against bots."""
    words = words_in(lang)
    if record:
        check_writable(record)
    kind = game_type(game)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **given_options(kind, option or []))
    names = [name.strip() for name in bots.split(",")]
    if len(names) > match.seats - 1:
        raise BadInput("bot_count", count=len(names), seats=match.seats, most=match.seats - 1)
    names += names[-1:] * (match.seats - 1 - len(names))
    players = {seat: bots_.bot(name, seed) for seat, name in enumerate(names, 1)}
    who = [words.say("table.you")]
    who += [words.say("table.bot", name=_shown(name), seat=seat) for seat, name in enumerate(names, 1)]
    table = Words(lang, who, getattr(match.game, "edition", ""), you=0)
    console = Console(highlight=False)
    try:
        play_match(Person(match, 0, table, console, bots_.bot("expert", seed)), players)
    except Quit:
        console.print(words.say("table.bye"))
    finally:
        if record:
            write_file(record, match.record())


def _shown(bot: str) -> str:
    """What a bot is called at the table: a level, or the name of somebody's own."""
    return bot.rpartition(":")[2] if ":" in bot else bot.capitalize()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `Match.record()` writes it.")],
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture with all hands open; - prints it.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(help="Begin after so many moves; --svg draws the end unless told.")
    ] = None,
    lang: Lang = LOCALE,
) -> None:
    """Step through the record of a match, or draw its table."""
    words_in(lang)
    match = replay_(read_file(file))
    words = Words(lang, (), getattr(match.game, "edition", ""))
    then = match if at is None else match.at(at)
    if svg:
        write_file(svg, then.svg(open=True, words=words))
    else:
        step_through(match, words, Console(highlight=False), at or 0)
