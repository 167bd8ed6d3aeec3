"""The Starlette application: the page, the API, and the socket."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from functools import cache
from html import escape

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from elfer import __version__
from elfer.core.canonical_json import to_json
from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.sessions.session import Session
from elfer.server.web import game_info
from elfer.server.web.connection_limits import ConnectionLimits, address_of
from elfer.server.web.hardening import WebSocketConnection
from elfer.server.web.middleware import HostCheck, RequestRate, SecurityHeaders
from elfer.server.web.socket import PageSocket
from elfer.server.web.static_files import PAGE, REVALIDATE, PageFiles, has_page

JSON, MARKDOWN = "application/json", "text/markdown"
OPENAPI = PAGE.with_name("openapi.json")


def application(lobby: Lobby, link: str, limits: ConnectionLimits) -> Starlette:
    """The application of one server; *link* is the beginning of an invitation."""
    files = PageFiles(PAGE) if has_page() else None
    endpoints = Endpoints(lobby, files, link)
    app = Starlette(
        routes=[
            *(Route(path, endpoints.page) for path in ("/", "/t/{table}", "/learn/{game}", "/here/{table}")),
            Route("/healthz", endpoints.healthz),
            Route("/readyz", endpoints.readyz),
            Route("/api/games", endpoints.games),
            Route("/api/openapi.json", endpoints.openapi),
            Route("/api/how/{lang}/{game}", endpoints.how),
            Route("/api/rules/{lang}/{game}", endpoints.rules),
            WebSocketRoute("/socket", endpoints.socket),
            *([Mount("/", files)] if files else []),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestRate, limits),
            Middleware(HostCheck, lobby.settings.name),
        ],
        exception_handlers={404: endpoints.not_found, 405: endpoints.method_not_allowed},
    )
    app.router.redirect_slashes = False
    return app


async def warm_up() -> None:
    """Make the list of games and load anyio's backend, which would both delay the first requests."""
    await run_in_threadpool(_games)


class Endpoints:
    """The answers to all requests other than for files; without the built page, how to build it."""

    def __init__(self, lobby: Lobby, files: PageFiles | None, link: str) -> None:
        self._lobby, self._files, self._link = lobby, files, link

    async def page(self, request: Request) -> Response:
        return self._page(request, 200)

    async def not_found(self, request: Request, error: Exception) -> Response:
        """A browser gets the page, which shows its own message."""
        return self._page(request, 404) if "text/html" in request.headers.get("accept", "") else _nothing()

    def _page(self, request: Request, status: int) -> Response:
        if self._files:
            return self._files.index(request.scope, status)
        return HTMLResponse(_not_built(), 404, {"cache-control": REVALIDATE})

    async def method_not_allowed(self, request: Request, error: Exception) -> Response:
        return PlainTextResponse("Nothing can be changed here.\n", 405, {"allow": "GET, HEAD"})

    async def healthz(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(self, request: Request) -> Response:
        ready = self._lobby.ready
        return PlainTextResponse("ready\n" if ready else "not ready\n", 200 if ready else 503)

    async def games(self, request: Request) -> Response:
        return _games().response(request)

    async def openapi(self, request: Request) -> Response:
        return _openapi().response(request)

    async def how(self, request: Request) -> Response:
        return _of_game(request, _how)

    async def rules(self, request: Request) -> Response:
        return _of_game(request, _rules)

    async def socket(self, websocket: WebSocket) -> None:
        """Serve one page, from its welcome to its end."""
        lobby, address = self._lobby, address_of(websocket.scope)
        if lobby.sessions[address] >= lobby.settings.sockets:
            await websocket.close(1013, "too many connections")
            return
        await websocket.accept()
        connection: WebSocketConnection = websocket.scope["connection"]
        socket = PageSocket(connection)
        session = Session(lobby, address, socket.send)
        connection.seated = lambda: session.seated
        session.tell(wire.Welcome(version=wire.VERSION, server=__version__, link=self._link))
        try:
            await socket.serve(session)
        finally:
            session.close()
            del connection.seated, connection.drained  # they would keep all of this in a reference cycle


def _not_built() -> str:
    """How to build the page, in every language."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>elfer</title>'
    paragraphs = "".join(
        f'<p lang="{lang}">{escape(Words(lang).say("serve.no_page"), quote=False)}' for lang in LANGUAGES
    )
    return f'<!doctype html><html lang="en">{head}{paragraphs}\n'


def _nothing() -> Response:
    return PlainTextResponse("There is nothing here.\n", 404)


class Document:
    """A document of the API as responses made once; `GZipMiddleware` would compress every answer again."""

    def __init__(self, content: bytes, media_type: str) -> None:
        tag = hashlib.blake2b(content, digest_size=12).hexdigest()
        headers = {"etag": f'W/"{tag}"', "cache-control": REVALIDATE, "vary": "accept-encoding"}
        self._plain = Response(content, 200, headers, media_type)
        self._not_modified = Response(None, 304, headers)
        headers["content-encoding"] = "gzip"
        self._compressed = Response(gzip.compress(content, mtime=0), 200, headers, media_type)

    def response(self, request: Request) -> Response:
        if self._plain.headers["etag"] in request.headers.get("if-none-match", ""):
            return self._not_modified
        return self._compressed if "gzip" in request.headers.get("accept-encoding", "") else self._plain


def _of_game(request: Request, document: Callable[[str, str], Document | None]) -> Response:
    """A document about a game, or why there is none."""
    lang, game = request.path_params["lang"], request.path_params["game"]
    try:
        if lang not in LANGUAGES:
            raise Refused("unknown_lang", lang=lang, langs=LANGUAGES)
        found = document(lang, game)
    except Refused as refused:
        return PlainTextResponse(f"{refused.tell(Words('en'))}\n", 404)
    return found.response(request) if found else _nothing()


@cache
def _games() -> Document:
    return Document(game_info.listed(), JSON)


@cache
def _openapi() -> Document:
    return Document(OPENAPI.read_bytes(), JSON)


@cache
def _how(lang: str, game: str) -> Document | None:
    page = game_info.how_to(lang, game)
    return Document(to_json(page).encode(), JSON) if page else None


@cache
def _rules(lang: str, game: str) -> Document:
    return Document(game_info.rules(lang, game).encode(), MARKDOWN)
