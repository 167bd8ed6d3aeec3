"""The server for other nodes, which forward pages of this node's tables."""

from __future__ import annotations

import asyncio
import hmac
import ssl
from collections.abc import Callable
from http import HTTPStatus
from socket import socket

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from elfer.server.nodes.connection import SOCKET_OPTIONS, PeerConnection
from elfer.server.nodes.protocol import (
    PATH,
    PROOF,
    AnyMessage,
    LeavePage,
    OpenPage,
    PageFrame,
    PageLeft,
    authorization,
    proof,
)
from elfer.server.sessions.queue import QueuedSession
from elfer.server.sessions.session import Session
from elfer.server.tables.presence import Send

OpenSession = Callable[[str, Send], Session]
"""Makes the session of a page: `open_session(visitor's address, send)`."""


class PeerServer:
    """Accepts connections of other nodes."""

    def __init__(self, secret: bytes, tls: ssl.SSLContext | None = None) -> None:
        self._secret, self._tls = secret, tls
        self._draining = False
        self._server: Server | None = None
        self.connections: dict[PeerConnection, dict[int, QueuedSession]] = {}
        """Open connections and their pages."""
        self.pages: set[QueuedSession] = set()
        """All pages whose commands are not finished, also those of lost connections."""

    async def listen(self, listener: socket, open_session: OpenSession) -> None:
        """Accept connections at a bound socket."""
        self._open_session = open_session
        self._server = await serve(
            self._serve,
            sock=listener,
            ssl=self._tls,
            process_request=self._authenticate,
            process_response=self._prove,
            server_header=None,
            **SOCKET_OPTIONS,
        )

    def _authenticate(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse a client without the token, and then one of another version."""
        shown = request.headers.get("Authorization", "")
        if not hmac.compare_digest(shown.encode(), authorization(self._secret).encode()):
            return connection.respond(HTTPStatus.UNAUTHORIZED, "")
        if request.path != PATH:
            return connection.respond(HTTPStatus.UPGRADE_REQUIRED, "protocol version differs\n")
        return None

    def _prove(self, _: ServerConnection, request: Request, response: Response) -> None:
        """Add the proof that this node knows the secret."""
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            response.headers[PROOF] = proof(self._secret, "server", request.headers["Sec-WebSocket-Key"])

    async def _serve(self, websocket: ServerConnection) -> None:
        connection = PeerConnection(websocket)
        self.connections[connection] = {}
        try:
            async for message in connection.messages():
                if not self._draining:  # what is lost here, the client refuses when the connection ends
                    self._receive(connection, message)
        finally:
            for page in self.connections.pop(connection).values():
                page.leave()

    def _receive(self, connection: PeerConnection, message: AnyMessage) -> None:
        if isinstance(message, OpenPage):
            self._open(connection, message)
        elif page := self.connections[connection].get(message.page):
            if isinstance(message, PageFrame):
                page.receive(message.text)
            elif isinstance(message, LeavePage):
                page.leave()

    def _open(self, connection: PeerConnection, message: OpenPage) -> None:
        """Serve a page at another node."""
        pages, number = self.connections[connection], message.page

        def send(frame: str, merge: str = "") -> None:
            connection.send(PageFrame(number, frame, merge))

        def left(_: asyncio.Task[None]) -> None:
            self.pages.discard(page)
            pages.pop(number, None)
            connection.send(PageLeft(number))

        page = pages[number] = QueuedSession(self._open_session(message.address, send))
        self.pages.add(page)
        page.serving.add_done_callback(left)

    def stop(self) -> None:
        """Accept no more connections and commands."""
        self._draining = True
        if self._server:
            self._server.close(close_connections=False)
        for page in self.pages:
            page.drop_commands()

    @property
    def answering(self) -> bool:
        """Whether commands are being carried out."""
        return any(page.answering for page in self.pages)

    async def close(self) -> None:
        """Close all connections after what was sent on them."""
        await asyncio.gather(*(connection.close() for connection in list(self.connections)))
