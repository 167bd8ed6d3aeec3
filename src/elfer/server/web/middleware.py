"""ASGI middleware: security headers, the request rate of an address, and the names of this server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from elfer.server.web.connection_limits import ConnectionLimits, address_of, host_name

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of every response."""
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
MAX_WAIT_SECONDS = 1.0
"""Longest delay of a request beyond the rate of its address; then it is refused."""


class SecurityHeaders:
    """Adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_RAW_HEADERS]}
            await send(message)

        return self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class RequestRate:
    """Delays the requests of an address beyond its rate, and refuses them with 429 beyond a second."""

    def __init__(self, app: ASGIApp, limits: ConnectionLimits) -> None:
        self._app, self._limits = app, limits

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http":
            return self._app(scope, receive, send)  # counted in `HttpConnection.handle_websocket_upgrade`
        rate = self._limits.requests.of(address_of(scope))
        wait = rate.due()
        if wait > MAX_WAIT_SECONDS:
            return too_many_requests()(scope, receive, send)
        rate.spend()
        return self._delayed(wait, scope, receive, send) if wait else self._app(scope, receive, send)

    async def _delayed(self, wait: float, scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(wait)
        await self._app(scope, receive, send)


def too_many_requests() -> PlainTextResponse:
    headers = {"retry-after": "5", "connection": "close"}
    return PlainTextResponse("Too many requests: please wait a moment.\n", 429, headers)


class HostCheck:
    """Refuses requests for other hosts (DNS rebinding), and sockets that another site's page opens.

    Starlette's `TrustedHostMiddleware` compares no Origin, and answers 400 in place of 421.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app, self._names = app, frozenset((*LOOPBACK_NAMES, *names))

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if scope["type"] == "http" and not self.knows(host):
            return PlainTextResponse("This server does not go by that name.\n", 421)(scope, receive, send)
        if scope["type"] == "websocket" and not self.allows(headers.get("origin"), host):
            return send({"type": "websocket.close", "code": 1008, "reason": "wrong host or origin"})
        return self._app(scope, receive, send)

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        return host_name(host) in self._names

    def allows(self, origin: str | None, host: str) -> bool:
        """Whether a page of *origin* may open a socket; programs other than browsers send no origin."""
        return self.knows(host) and origin in (None, f"http://{host}", f"https://{host}")
