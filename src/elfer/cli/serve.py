"""The commands `serve`, `backup`, `doctor`, `move-data` and `join`."""

from __future__ import annotations

import asyncio
import sys
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from elfer.cli.common import LOCALE, Lang, command, words_in
from elfer.server.settings import ServerOption, Settings, options, user_data
from elfer.server.tables.names import MAX_NAME_CHARACTERS


def serve(lang: str, **given: Any) -> None:
    """Serve tables for the browser: for this machine, or with --lan for the whole house."""
    from elfer.server.web import run
    from elfer.server.web.static_files import has_page

    words, console = words_in(lang), Console(highlight=False)

    def greet(own: str, home: str | None) -> None:
        console.print(words.say("serve.own", link=own))
        if home:
            console.print(words.say("serve.home", link=home))
            console.print(run.qr(home))
        if not has_page():
            console.print(words.say("serve.no_page"), style="bold")
        console.print(words.say("serve.stop"), style="dim")

    chosen = {name: value for name, value in given.items() if value is not None}
    run.serve(Settings(**chosen), greet)


def _option(option: ServerOption) -> object:
    """The command-line option for a setting."""
    setting = option.setting
    return typer.Option(
        option.flag,
        metavar="help.folder" if option.kind == Path | None else None,
        envvar=option.variable,
        help=setting.help,
        min=setting.min,
        max=setting.max,
    )


def _parameter(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


OPTIONS = options()
serve.__signature__ = Signature(  # type: ignore[attr-defined]
    [
        *(_parameter(name, Annotated[one.kind, _option(one)], one.default) for name, one in OPTIONS.items()),
        _parameter("lang", Lang, LOCALE),
    ]
)
command(help="help.command_serve")(serve)


@command(help="help.command_backup")
def backup(
    file: Annotated[Path, typer.Argument(help="help.backup_file")],
    data: Annotated[Path | None, _option(OPTIONS["data"])] = None,
    database: Annotated[str, _option(OPTIONS["database"])] = "",
    lang: Lang = LOCALE,
) -> None:
    """Copy the server's database, while it runs."""
    from elfer.server.stores.places import backup as backup_

    words = words_in(lang)
    backup_(_place(data, database), file)
    Console(highlight=False).print(words.say("serve.saved", file=file))


@command(help="help.command_doctor")
def doctor(
    data: Annotated[Path | None, _option(OPTIONS["data"])] = None,
    database: Annotated[str, _option(OPTIONS["database"])] = "",
    mend: Annotated[bool, typer.Option("--mend", help="help.doctor_mend")] = False,
    lang: Lang = LOCALE,
) -> None:
    """Look through all tables of a server that is not running; with --mend, mend those with a gap."""
    from elfer.cli.upkeep import examine

    words = words_in(lang)
    raise typer.Exit(asyncio.run(examine(_place(data, database), mend, words)))


@command("move-data", help="help.command_move")
def move_data(
    source: Annotated[str, typer.Argument(metavar="help.from", help="help.move_from")],
    target: Annotated[str, typer.Argument(metavar="help.to", help="help.move_to")],
    lang: Lang = LOCALE,
) -> None:
    """Copy all tables from one database to another, and replay every match there."""
    from elfer.cli.upkeep import carry

    words = words_in(lang)
    raise typer.Exit(asyncio.run(carry(source, target, words)))


def _place(data: Path | None, database: str) -> str:
    """The address of the database, or the data folder."""
    from elfer.server.stores.places import database_url

    return database_url(database) if database else str(data or user_data())


@command(help="help.command_join")
def join(
    link: Annotated[str, typer.Argument(metavar="help.link", help="help.link_of")],
    bot: Annotated[str, typer.Option(metavar="help.bot", help="help.join_bot")],
    name: Annotated[str | None, typer.Option(metavar="help.name", help="help.join_name")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="help.join_seat")] = None,
    pause: Annotated[float, typer.Option(min=0, max=60, help="help.join_pause")] = 0.7,
    lang: Lang = LOCALE,
) -> None:
    """Let a bot of your own sit at a table of a server; its host must allow programs."""
    from elfer.remote_bot.bot import remote_bot
    from elfer.remote_bot.connection import parse_link, play
    from elfer.remote_bot.player import RemotePlayer

    words = words_in(lang)

    def tell(key: str, **params: object) -> None:
        print(words.say(key, **params), flush=True)  # a console says it twice if Ctrl-C comes in between

    address, table = parse_link(link)
    called = name if name is not None else bot.rpartition(":")[2].rpartition(".")[2][:MAX_NAME_CHARACTERS]
    player = RemotePlayer(table, remote_bot(bot), called, seat=seat, pause=pause, tell=tell)
    try:
        play(address, player, lambda key: sys.stderr.write(f"elfer: {words.say(key)}\n"))
    except KeyboardInterrupt:
        tell("join.left")
        raise
