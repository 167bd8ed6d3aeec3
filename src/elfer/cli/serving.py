"""A server, a copy of its database, and a look at its health."""

from __future__ import annotations

import asyncio
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from elfer.cli.common import LOCALE, Lang, command, words_in
from elfer.server.settings import Option, Settings, options, user_data


def serve(lang: str, **given: Any) -> None:
    """Serve tables for the browser: for this machine, or with --lan for the whole house."""
    from elfer.server.web import run
    from elfer.server.web.app import has_page

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


def _told(option: Option) -> object:
    """A setting as the command line offers it."""
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
        *(_parameter(name, Annotated[one.kind, _told(one)], one.default) for name, one in OPTIONS.items()),
        _parameter("lang", Lang, LOCALE),
    ]
)
command(help="help.command_serve")(serve)


@command(help="help.command_backup")
def backup(
    file: Annotated[Path, typer.Argument(help="help.backup_file")],
    data: Annotated[Path | None, _told(OPTIONS["data"])] = None,
    database: Annotated[str, _told(OPTIONS["database"])] = "",
    lang: Lang = LOCALE,
) -> None:
    """Copy the server's database, while it runs."""
    from elfer.server.stores.places import backup as backup_

    words = words_in(lang)
    backup_(_place(data, database), file)
    Console(highlight=False).print(words.say("serve.saved", file=file))


@command(help="help.command_doctor")
def doctor(
    data: Annotated[Path | None, _told(OPTIONS["data"])] = None,
    database: Annotated[str, _told(OPTIONS["database"])] = "",
    mend: Annotated[bool, typer.Option("--mend", help="help.doctor_mend")] = False,
    lang: Lang = LOCALE,
) -> None:
    """Look through all tables of a server that is not running; with --mend, mend those with a gap."""
    from elfer.cli.examining import examine

    words = words_in(lang)
    raise typer.Exit(asyncio.run(examine(_place(data, database), mend, words)))


@command("move-data", help="help.command_move")
def move_data(
    source: Annotated[str, typer.Argument(metavar="help.from", help="help.move_from")],
    target: Annotated[str, typer.Argument(metavar="help.to", help="help.move_to")],
    lang: Lang = LOCALE,
) -> None:
    """Copy all tables from one database to another, and replay every match there."""
    from elfer.cli.moving import carry

    words = words_in(lang)
    raise typer.Exit(asyncio.run(carry(source, target, words)))


def _place(data: Path | None, database: str) -> str:
    """Where the tables are: in a database if one is named, else in a folder."""
    from elfer.server.stores.places import address_of

    return address_of(database) if database else str(data or user_data())
