"""A bot of one's own at a table of a running server."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from elfer.cli.common import LOCALE, Lang, command, words_in
from elfer.server.names import MAX_CHARACTERS


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
    from elfer.server.guest import Guest
    from elfer.server.visitor import visitor
    from elfer.server.web.joining import parse_link, visit

    words = words_in(lang)

    def tell(key: str, **params: object) -> None:
        print(words.say(key, **params), flush=True)  # a console says it twice if Ctrl-C comes in between

    address, table = parse_link(link)
    called = name if name is not None else bot.rpartition(":")[2].rpartition(".")[2][:MAX_CHARACTERS]
    guest = Guest(table, visitor(bot), called, seat=seat, pause=pause, tell=tell)
    try:
        visit(address, guest, lambda key: sys.stderr.write(f"elfer: {words.say(key)}\n"))
    except KeyboardInterrupt:
        tell("join.left")
        raise
