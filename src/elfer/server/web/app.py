"""The web application: the page, what it needs to know of the games, and the socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket as sockets
from collections.abc import AsyncIterator, Callable
from functools import cache, cached_property
from html import escape
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from elfer import __version__
from elfer.core.encoding import to_json
from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words
from elfer.server import wire
from elfer.server.bot_pool import BotPool
from elfer.server.lobby import Lobby
from elfer.server.session import Session
from elfer.server.settings import Settings
from elfer.server.web import about
from elfer.server.web.answers import FRESH, HTML, JSON, MARKDOWN, TOO_MANY, Answer, Answering, Files
from elfer.server.web.guard import Origins, address_of
from elfer.server.web.metrics import Metrics
from elfer.server.web.node import Save, joined
from elfer.server.web.socket import Socket
from elfer.server.web.visitors import Visitors

PAGE = Path(__file__).parent / "page"
MAX_WAIT_SECONDS = 1.0
"""How long a request waits for its turn if its address asks for much, before it is turned away."""
NO_NAME = Answer(b"This server does not go by that name.\n", status=421)
NOTHING = Answer(b"There is nothing here.\n", status=404)
READ_ONLY = Answer(b"Nothing can be changed here.\n", status=405, allow="GET, HEAD")
ALIVE, READY, NOT_READY = Answer(b"ok\n"), Answer(b"ready\n"), Answer(b"not ready\n", status=503)
log = logging.getLogger("elfer.app")


def has_page() -> bool:
    """Whether the web client was built into this package."""
    return (PAGE / "index.html").is_file()


def _no_page() -> bytes:
    """What a browser is shown instead of the page: what to do, in every language."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>elfer</title>'
    said = "".join(
        f'<p lang="{lang}">{escape(Words(lang).say("serve.no_page"), quote=False)}' for lang in LANGUAGES
    )
    return f'<!doctype html><html lang="en">{head}{said}\n'.encode()


@contextlib.asynccontextmanager
async def opened(
    settings: Settings, figures: sockets.socket | None = None
) -> AsyncIterator[tuple[Lobby, Save]]:
    """A lobby with its database and its bots, and what saves all; at the end all is let go."""
    async with joined(settings) as node:
        bots = BotPool(settings.bots)
        lobby = Lobby(settings, node.store, bots, node.nodes, node.pipes)
        await node.open(lobby)
        metrics = Metrics(lobby, figures)
        log.info("ready", extra={"port": settings.port})
        try:
            yield lobby, lambda: node.let_go(lobby)
        finally:
            metrics.close()
            await node.let_go(lobby)
            bots.close()
    log.info("stopped")


def application(lobby: Lobby, link: str, visitors: Visitors) -> ASGIApp:
    """The application of one server; *link* is what an invitation begins with."""
    return Guarded(Served(lobby, link), Origins(lobby.settings.name), visitors)


class Guarded:
    """An application that answers only to its own names, and to everybody only so often."""

    def __init__(self, served: Served, origins: Origins, visitors: Visitors) -> None:
        self._served, self._origins, self._visitors = served, origins, visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await (await self._answer(scope)).send(scope, send)
        elif scope["path"] == "/socket" and self._origins.allows(_header(scope, b"origin"), _host(scope)):
            await self._served.socket(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "wrong path or origin"})

    async def _answer(self, scope: Scope) -> Answering:
        visits = self._visitors.visits.of(address_of(scope))
        wait = visits.due()
        if wait > MAX_WAIT_SECONDS:
            return TOO_MANY
        visits.spend()
        if wait:
            await asyncio.sleep(wait)
        if not self._origins.knows(_host(scope)):
            return NO_NAME
        if scope["method"] not in ("GET", "HEAD"):
            return READ_ONLY
        return self._served.find(scope["path"], "text/html" in (_header(scope, b"accept") or ""))


def _header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def _host(scope: Scope) -> str:
    return _header(scope, b"host") or ""


class Served:
    """What one server has to show, and its sockets."""

    def __init__(self, lobby: Lobby, link: str) -> None:
        self._lobby = lobby
        self._link = link
        self._files = Files(PAGE)
        there = has_page()
        page = (PAGE / "index.html").read_bytes() if there else _no_page()
        self._page = Answer(page, HTML, 200 if there else 404, cache_control=FRESH)
        self._lost = Answer(page, HTML, 404)
        """For a mistyped address in a browser: the page, which says so in its own way."""

    def find(self, path: str, by_browser: bool) -> Answering:
        """The answer to who asks for a path."""
        match path.split("/")[1:]:
            case [""] | ["t", _] | ["learn", _] | ["here", _]:
                return self._page
            case ["healthz"]:
                return ALIVE
            case ["readyz"]:  # whether tables can be played and saved
                return READY if self._lobby.ready else NOT_READY
            case ["api", "games"]:
                return self._games
            case ["api", "openapi.json"]:
                return self._openapi
            case ["api", "how", lang, game]:
                return _in_words(_how, lang, game)
            case ["api", "rules", lang, game]:
                return _in_words(_rules, lang, game)
        return self._files.find(path) or (self._lost if by_browser else NOTHING)

    @cached_property
    def _games(self) -> Answer:
        return Answer(about.listed(), JSON, cache_control=FRESH)

    @cached_property
    def _openapi(self) -> Answer:
        """What may be asked here, as OpenAPI says it."""
        return Answer(PAGE.with_name("openapi.json").read_bytes(), JSON, cache_control=FRESH)

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One page's connection, from its welcome to its end."""
        lobby, address, line = self._lobby, address_of(scope), scope["line"]
        if lobby.sessions[address] >= lobby.settings.sockets:
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections"})
            return
        await receive()  # the connection itself
        await send({"type": "websocket.accept"})
        socket = Socket(line)
        session = Session(lobby, address, socket.send, socket.cut)
        line.seated = lambda: session.seated
        session.tell(wire.Welcome(version=wire.VERSION, server=__version__, link=self._link))
        try:
            await socket.serve(session)
        finally:
            session.close()
            del line.seated, line.drained  # so that nothing is held in a circle


def _in_words(answer: Callable[[str, str], Answer], lang: str, game: str) -> Answer:
    """What is said of a game in a language; without them, a word about what there is."""
    try:
        if lang not in LANGUAGES:
            raise Refused("unknown_lang", lang=lang, langs=LANGUAGES)
        return answer(lang, game)
    except Refused as refused:
        return Answer(f"{refused.tell(Words('en'))}\n".encode(), status=404)


@cache
def _rules(lang: str, game: str) -> Answer:
    return Answer(about.rules(lang, game).encode(), MARKDOWN, cache_control=FRESH)


@cache
def _how(lang: str, game: str) -> Answer:
    page = about.how_to(lang, game)
    return Answer(to_json(page).encode(), JSON, cache_control=FRESH) if page else NOTHING
