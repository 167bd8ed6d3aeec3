"""The web application: the page, what it needs to know of the games, and the socket."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from html import escape
from importlib.metadata import version
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from elfer.core.encoding import to_json
from elfer.core.game import package_of
from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words, sentences_of
from elfer.games import BUILT_IN, GameInfo, family_of, game_type, games
from elfer.server import wire
from elfer.server.bot_pool import BotPool
from elfer.server.lobby import Lobby
from elfer.server.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.sqlite import SqliteStore
from elfer.server.web.guard import Origins, address_of
from elfer.server.web.metrics import Metrics
from elfer.server.web.socket import Socket
from elfer.sheets import sheets, title

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
PAGE = Path(__file__).parent / "page"
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
async def opened(settings: Settings) -> AsyncIterator[Lobby]:
    """A lobby with its database and its bots; at the end all is saved and let go."""
    store = SqliteStore(settings.data)
    bots = BotPool(settings.bots)
    lobby = Lobby(settings, store, bots)
    metrics = Metrics(lobby, settings.metrics_port)
    log.info("ready", extra={"port": settings.port})
    try:
        yield lobby
    finally:
        metrics.close()
        await lobby.close()
        bots.close()
        store.close()
        log.info("stopped")


def application(lobby: Lobby, link: str) -> ASGIApp:
    """The application of one server; *link* is what an invitation begins with."""
    served = Served(lobby, link)
    routes = [
        Route("/healthz", served.alive),
        Route("/readyz", served.ready),
        Route("/api/games", served.games),
        Route("/api/openapi.json", served.openapi),
        Route("/api/rules/{lang}/{game}", served.rules),
        Route("/t/{table}", served.page),
        Route("/", served.page),
        Mount("/", Files(directory=PAGE, check_dir=False)),
    ]
    smaller = [Middleware(GZipMiddleware, minimum_size=1000)]
    app = Starlette(routes=routes, middleware=smaller, exception_handlers={404: served.nowhere})
    return Guarded(app, served.socket, Origins(lobby.settings.name))


class Files(StaticFiles):
    """The files of the page; where there is no page, none of them is found."""

    async def check_config(self) -> None:
        """A missing folder is no mistake: the operator was told at the start."""


class Guarded:
    """An application that answers only to its own names, and sets the headers that browsers heed."""

    def __init__(self, app: ASGIApp, socket: ASGIApp, origins: Origins) -> None:
        self._app, self._socket, self._origins = app, socket, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["path"] == "/socket" and self._origins.allows(_header(scope, b"origin"), _host(scope)):
            await self._socket(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "wrong path or origin"})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        known = self._origins.knows(_host(scope))
        app = self._app if known else PlainTextResponse("This server does not go by that name.\n", 421)
        await app(scope, receive, with_headers)


def _header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def _host(scope: Scope) -> str:
    return _header(scope, b"host") or ""


class Served:
    """What the routes of one server share."""

    def __init__(self, lobby: Lobby, link: str) -> None:
        self._lobby = lobby
        self._link = link
        there = has_page()
        self._page = (PAGE / "index.html").read_bytes() if there else _no_page()
        self._status = 200 if there else 404
        self._openapi = PAGE.with_name("openapi.json").read_bytes()

    async def alive(self, _request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def ready(self, _request: Request) -> Response:
        """Whether tables can be played and saved."""
        fine = not self._lobby.store.failed
        return PlainTextResponse("ready\n" if fine else "not ready\n", 200 if fine else 503)

    async def page(self, _request: Request) -> Response:
        fresh = {"cache-control": "no-cache"}
        return Response(self._page, self._status, media_type="text/html; charset=utf-8", headers=fresh)

    async def nowhere(self, request: Request, _error: Exception) -> Response:
        """The answer to a mistyped address: a browser gets the page, which says so in its own way."""
        if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("There is nothing here.\n", 404)
        return Response(self._page, 404, media_type="text/html; charset=utf-8")

    async def games(self, _request: Request) -> Response:
        """The games with their families, seats, options and titles, and the sentences that the page lacks."""
        return _json({"games": [_game(info) for info in games().values()]})

    async def openapi(self, _request: Request) -> Response:
        """What may be asked here, as OpenAPI says it."""
        return Response(self._openapi, media_type="application/json")

    async def rules(self, request: Request) -> Response:
        """The rule sheets of a game as Markdown, the ones it builds on included."""
        lang, game = request.path_params["lang"], request.path_params["game"]
        try:
            if lang not in LANGUAGES:
                raise Refused("unknown_lang", lang=lang, langs=LANGUAGES)
            found = sheets(game, lang)
        except Refused as refused:
            return PlainTextResponse(refused.tell(Words("en")) + "\n", 404)
        return PlainTextResponse("\n".join(found), media_type="text/markdown; charset=utf-8")

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One page's connection, from its welcome to its end."""
        lobby, address = self._lobby, address_of(scope)
        if lobby.sessions[address] >= lobby.settings.sockets:
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections"})
            return
        await receive()  # the connection itself
        await send({"type": "websocket.accept"})
        socket = Socket(receive, send)
        session = Session(lobby, address, socket.send)
        session.tell(wire.Welcome(version=wire.VERSION, server=version("elfer"), link=self._link))
        try:
            await socket.serve(session)
        finally:
            session.close()


def _game(info: GameInfo) -> dict[str, object]:
    """A game as the page is told of it, which was built with the sentences of our own games only."""
    kind = game_type(info.id)
    told = {
        **msgspec.structs.asdict(info),
        "family": family_of(kind),
        "titles": {lang: title(info.id, lang) for lang in LANGUAGES},
    }
    if info.id not in BUILT_IN:
        told["texts"] = {lang: sentences_of(package_of(kind), lang) for lang in LANGUAGES}
    return told


def _json(value: object) -> Response:
    return Response(to_json(value), media_type="application/json")
