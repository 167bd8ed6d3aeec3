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
from elfer.server.sessions.session import Session
from elfer.server.tables.presence import Send

OpenSession = Callable[[str, Send], Session]
"""Makes the session of a page: `open_session(visitor's address, send)`."""


class RemotePage:
    """A page at another node, and its session here."""

    def __init__(
        self, number: int, address: str, connection: PeerConnection, open_session: OpenSession
    ) -> None:
        self._number, self._connection = number, connection
        self._commands: asyncio.Queue[str | None] = asyncio.Queue()
        self._leaving = False
        self.answering = False
        """Whether a command is being carried out."""
        self.serving = asyncio.create_task(self._serve(open_session(address, self.send)))

    def receive(self, frame: str) -> None:
        """Queue a command; commands are carried out one after the other."""
        if not self._leaving:
            self._commands.put_nowait(frame)

    async def _serve(self, session: Session) -> None:
        """Carry out commands until the page leaves; none is ever cancelled."""
        while (frame := await self._commands.get()) is not None:
            self.answering = True
            await session.receive(frame)
            await asyncio.sleep(0)  # lets other tasks run even if the session never waited
            self.answering = not self._commands.empty()
        session.close()
        self._connection.send(PageLeft(self._number))

    def send(self, frame: str, merge: str = "") -> None:
        self._connection.send(PageFrame(self._number, frame, merge))

    def drop_commands(self) -> None:
        """Drop waiting commands; the one being carried out is still answered."""
        while not self._commands.empty():
            self._commands.get_nowait()
        if self._leaving:
            self._commands.put_nowait(None)

    def leave(self) -> None:
        """End the session, once all queued commands are carried out."""
        if not self._leaving:
            self._leaving = True
            self._commands.put_nowait(None)


class PeerServer:
    """Accepts connections of other nodes."""

    def __init__(self, secret: bytes, tls: ssl.SSLContext | None = None) -> None:
        self._secret, self._tls = secret, tls
        self._draining = False
        self._server: Server | None = None
        self.connections: dict[PeerConnection, dict[int, RemotePage]] = {}
        """Open connections and their pages."""
        self.pages: set[RemotePage] = set()
        """All pages whose commands are not finished, also those of lost connections."""

    async def listen(self, door: socket, open_session: OpenSession) -> None:
        """Accept connections at a bound socket."""
        self._open_session = open_session
        self._server = await serve(
            self._serve,
            sock=door,
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
        pages = self.connections[connection] = {}
        try:
            async for message in connection.messages():
                if not self._draining:  # what is lost here, the client refuses when the connection ends
                    self._receive(connection, pages, message)
        finally:
            del self.connections[connection]
            for page in pages.values():
                page.leave()

    def _receive(self, connection: PeerConnection, pages: dict[int, RemotePage], message: AnyMessage) -> None:
        number = message.page
        if isinstance(message, OpenPage):
            page = pages[number] = RemotePage(number, message.address, connection, self._open_session)
            self.pages.add(page)
            page.serving.add_done_callback(lambda _: self._forget(pages, number, page))
        elif number in pages and isinstance(message, PageFrame):
            pages[number].receive(message.text)
        elif number in pages and isinstance(message, LeavePage):
            pages[number].leave()

    def _forget(self, pages: dict[int, RemotePage], number: int, page: RemotePage) -> None:
        self.pages.discard(page)
        pages.pop(number, None)

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
