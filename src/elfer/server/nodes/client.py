"""Connections from this node to the owners of its pages' tables, one to each node."""

from __future__ import annotations

import asyncio
import hmac
import logging
import ssl
from http import HTTPStatus
from itertools import count

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from elfer.server.nodes.connection import SOCKET_OPTIONS, PeerConnection
from elfer.server.nodes.forwarding import ForwardedPage
from elfer.server.nodes.protocol import PATH, PROOF, OpenPage, PageFrame, PageLeft, authorization, proof
from elfer.server.tables.presence import Send

log = logging.getLogger("elfer.nodes")


class OwnerConnection:
    """The connection to one node, and the pages that are forwarded on it."""

    def __init__(self, connection: PeerConnection) -> None:
        self.connection = connection
        self.pages: dict[int, ForwardedPage] = {}
        self._numbers = count()

    def forward(self, address: str, send: Send) -> ForwardedPage:
        """Forward a page of a visitor with this address."""
        number, connection = next(self._numbers), self.connection
        page = self.pages[number] = ForwardedPage(number, connection.send, connection.drained, send)
        connection.send(OpenPage(number, address))
        return page

    async def serve(self) -> None:
        """Hand the owner's messages to their pages until the connection ends."""
        try:
            async for message in self.connection.messages():
                if not (page := self.pages.get(message.page)):
                    continue
                if isinstance(message, PageLeft):
                    page.finish()
                    del self.pages[page.number]
                elif isinstance(message, PageFrame) and page.open:
                    page.receive(message.text, message.merge)
        finally:
            self.connection.abort()
            for page in self.pages.values():
                if page.open:
                    page.lost()
            self.pages.clear()


class PeerClient:
    """All connections from this node to others."""

    def __init__(self, secret: bytes, tls: ssl.SSLContext | None = None) -> None:
        self._secret, self._tls = secret, tls
        self.owners: dict[str, OwnerConnection] = {}
        """Open connections by the address of the node."""
        self._connecting: dict[str, asyncio.Task[OwnerConnection | None]] = {}
        self._serving: set[asyncio.Task[None]] = set()

    @property
    def forwarded(self) -> int:
        """The number of forwarded pages."""
        return sum(page.open for owner in self.owners.values() for page in owner.pages.values())

    async def forward(self, node: str, address: str, send: Send) -> ForwardedPage | None:
        """Forward a page to the node at an address; none if that cannot be reached."""
        owner = self.owners.get(node)
        if owner is None or not owner.connection.open:
            if node not in self._connecting:
                self._connecting[node] = asyncio.create_task(self._connect(node))
            owner = await asyncio.shield(self._connecting[node])
        return owner.forward(address, send) if owner and owner.connection.open else None

    async def _connect(self, node: str) -> OwnerConnection | None:
        try:
            if connection := await self._connected(node):
                owner = self.owners[node] = OwnerConnection(connection)
                task = asyncio.create_task(self._serve(node, owner))
                self._serving.add(task)
                task.add_done_callback(self._serving.discard)
                return owner
        finally:
            del self._connecting[node]
        return None

    async def _connected(self, node: str) -> PeerConnection | None:
        """A connection to a node that has proven that it knows the secret."""
        try:
            socket = await connect(
                f"{'wss' if self._tls else 'ws'}://{node}{PATH}",
                ssl=self._tls,
                proxy=None,
                additional_headers={"Authorization": authorization(self._secret)},
                **SOCKET_OPTIONS,
            )
        except (OSError, ValueError, WebSocketException) as error:
            if isinstance(error, InvalidStatus) and error.response.status_code == HTTPStatus.UPGRADE_REQUIRED:
                log.warning("protocol version differs", extra={"node": node})
            return None
        assert socket.request
        assert socket.response
        expected = proof(self._secret, "server", socket.request.headers["Sec-WebSocket-Key"])
        if hmac.compare_digest(socket.response.headers.get(PROOF, "").encode(), expected.encode()):
            return PeerConnection(socket)
        socket.transport.abort()
        return None

    async def _serve(self, node: str, owner: OwnerConnection) -> None:
        try:
            await owner.serve()
        finally:
            if self.owners.get(node) is owner:
                del self.owners[node]

    def close(self) -> None:
        for owner in self.owners.values():
            owner.connection.abort()
