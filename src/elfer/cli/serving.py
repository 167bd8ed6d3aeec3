"""A server, and a copy of its database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from elfer.cli.common import LOCALE, Lang, app, words_in

DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data", envvar="ELFER_DATA", help="The folder of the database; by default the user's own."
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="ELFER_HOST", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="ELFER_PORT", help="The port; 0 takes any.", min=0, max=65535)
    ] = 8011,
    data: DataFolder = None,
    lan: Annotated[bool, typer.Option("--lan", help="Listen for the phones in the house, too.")] = False,
    browser: Annotated[bool, typer.Option(help="Open the browser at the lobby.")] = True,
    name: Annotated[
        list[str] | None,
        typer.Option(envvar="ELFER_NAME", help="A name under which the server is reached; may be repeated."),
    ] = None,
    bots: Annotated[
        int, typer.Option(envvar="ELFER_BOTS", help="How many processes think for the bots.", min=1, max=64)
    ] = 1,
    pause: Annotated[
        float, typer.Option(envvar="ELFER_PAUSE", help="Seconds a bot takes for a move.", min=0, max=60)
    ] = 0.7,
    grace: Annotated[
        float, typer.Option(envvar="ELFER_GRACE", help="Seconds an absent person is waited for.", min=0)
    ] = 60,
    relaxed: Annotated[
        float, typer.Option(envvar="ELFER_RELAXED", help="Seconds for a turn at a relaxed pace.", min=0.1)
    ] = 60,
    quick: Annotated[
        float, typer.Option(envvar="ELFER_QUICK", help="Seconds for a turn at a quick pace.", min=0.1)
    ] = 15,
    round_pause: Annotated[
        float,
        typer.Option(envvar="ELFER_ROUND_PAUSE", help="Seconds until the next round at the latest.", min=0),
    ] = 60,
    unload: Annotated[
        float,
        typer.Option(envvar="ELFER_UNLOAD", help="Seconds until a table nobody is at leaves memory.", min=0),
    ] = 60,
    keep_finished: Annotated[
        float, typer.Option(envvar="ELFER_KEEP_FINISHED", help="Days a finished table is kept.", min=0)
    ] = 90,
    keep_abandoned: Annotated[
        float, typer.Option(envvar="ELFER_KEEP_ABANDONED", help="Days an abandoned table is kept.", min=0)
    ] = 14,
    metrics_port: Annotated[
        int,
        typer.Option(
            envvar="ELFER_METRICS_PORT", help="Prometheus on loopback; 0 is none.", min=0, max=65535
        ),
    ] = 0,
    sockets: Annotated[
        int, typer.Option(envvar="ELFER_SOCKETS", help="Connections an address may have.", min=1)
    ] = 64,
    tables: Annotated[
        int, typer.Option(envvar="ELFER_TABLES", help="Tables an address may open in an hour.", min=1)
    ] = 30,
    ping: Annotated[
        float,
        typer.Option(envvar="ELFER_PING", help="Seconds between looks whether pages are there.", min=0.1),
    ] = 20,
    lang: Lang = LOCALE,
) -> None:
    """Serve tables for the browser: for this machine, or with --lan for the whole house."""
    from elfer.server.settings import Settings
    from elfer.server.web.app import has_page
    from elfer.server.web.run import qr
    from elfer.server.web.run import serve as serve_

    words, console = words_in(lang), Console(highlight=False)

    def greet(own: str, home: str | None) -> None:
        console.print(words.say("serve.own", link=own))
        if home:
            console.print(words.say("serve.home", link=home))
            console.print(qr(home))
        if not has_page():
            console.print(words.say("serve.no_page"), style="bold")
        console.print(words.say("serve.stop"), style="dim")

    settings = Settings(
        host=host,
        port=port,
        metrics_port=metrics_port,
        hosts=tuple(name or ()),
        thinkers=bots,
        bot_pause=pause,
        grace=grace,
        relaxed=relaxed,
        quick=quick,
        round_pause=round_pause,
        unload=unload,
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
        sockets_per_address=sockets,
        tables_per_address=tables,
        ping=ping,
    )
    settings = replace(settings, data=data) if data else settings
    serve_(settings, lan=lan, browser=browser, greet=greet)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy; a new file.")],
    data: DataFolder = None,
    lang: Lang = LOCALE,
) -> None:
    """Copy the server's database, while it runs."""
    from elfer.server.settings import Settings
    from elfer.server.stores.sqlite import backup as backup_

    words = words_in(lang)
    backup_(data or Settings().data, file)
    Console(highlight=False).print(words.say("serve.saved", file=file))
