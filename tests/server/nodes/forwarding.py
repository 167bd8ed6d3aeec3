"""Two nodes in the process of a test: lobbies, and a real connection between them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import ssl
from collections.abc import AsyncIterator, Callable

from elfer.server.lobby import Lobby
from elfer.server.nodes.client import OwnerConnection, PeerClient
from elfer.server.nodes.forwarding import ForwardedPage
from elfer.server.nodes.protocol import PageFrame
from elfer.server.nodes.server import PeerServer
from elfer.server.sessions.queue import QueuedSession
from elfer.server.sessions.session import Session
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Elsewhere, Saved, Store
from tests.server.indoors import Guest, Link, indoors
from tests.server.people import News, new_key

SECRET = secrets.token_bytes(32)
ADDRESS = "203.0.113.9"


class OtherStore(KeyValueStore):
    """The store of a node that owns no table."""

    owner = ""

    async def load(self, id: str) -> Saved | None:
        raise Elsewhere(self.owner)


class ForwardableLink(Link):
    """A page that may be forwarded to another node."""

    def heard(self) -> list[News]:
        """The news that have come since the last call."""
        return [json.loads(self._frames.get_nowait() or "") for _ in range(self._frames.qsize())]

    async def forward(self, client: PeerClient, node: str) -> ForwardedPage | None:
        """Forward this page to a node."""
        page = await client.forward(node, ADDRESS, self.session.send)
        self.session._forwarded = page
        return page


@contextlib.asynccontextmanager
async def listening(
    lobby: Lobby, secret: bytes = SECRET, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[PeerServer, str]]:
    """The server of a node, and its address."""
    door = socket.create_server(("127.0.0.1", 0))
    server = PeerServer(secret, tls)
    await server.listen(door, lambda *page: Session(lobby, *page, is_forwarded=True))
    try:
        yield server, f"127.0.0.1:{door.getsockname()[1]}"
    finally:
        server.stop()
        await server.close()
        assert server._server
        await server._server.wait_closed()
        await settled(lambda: not server.pages)


@contextlib.asynccontextmanager
async def dialing(secret: bytes = SECRET, tls: ssl.SSLContext | None = None) -> AsyncIterator[PeerClient]:
    """The client of a node."""
    client = PeerClient(secret, tls)
    try:
        yield client
    finally:
        client.close()
        await settled(lambda: not client._serving)


@contextlib.asynccontextmanager
async def two_nodes(kept: Store | None = None) -> AsyncIterator[tuple[Lobby, Lobby, PeerServer]]:
    """A node that owns all tables, and one that forwards to it."""
    store = OtherStore()
    async with indoors(kept) as owner, indoors(store) as other, listening(owner) as (server, address):
        store.owner = address
        async with dialing() as client:
            other.forward = client.forward
            yield owner, other, server


async def settled(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def visitor(lobby: Lobby) -> AsyncIterator[Guest]:
    someone = Guest(ForwardableLink(lobby, ADDRESS), new_key())
    try:
        yield someone
    finally:
        await someone.leaves()


class Forwarding:
    """A forwarded page, as both nodes know it."""

    def __init__(
        self, link: ForwardableLink, page: ForwardedPage, client: PeerClient, server: PeerServer
    ) -> None:
        self.link, self.page, self.client, self.server = link, page, client, server
        ((self.node, self.owner),) = client.owners.items()
        (self.accepted,) = server.connections

    node: str
    owner: OwnerConnection

    @property
    def session(self) -> QueuedSession:
        """The page's session at the owner of its table."""
        (page,) = self.server.pages
        return page

    def tells(self, news: str, merge: str = "") -> None:
        """Let the owner have news for the page."""
        self.accepted.send(PageFrame(self.page.number, news, merge))


@contextlib.asynccontextmanager
async def forwarded(store: KeyValueStore | None = None) -> AsyncIterator[Forwarding]:
    """A page that is forwarded to a lobby."""
    async with indoors(store) as lobby, listening(lobby) as (server, address):
        link = ForwardableLink(lobby, ADDRESS)
        async with dialing() as client:
            page = await link.forward(client, address)
            assert page
            await settled(lambda: server.pages)
            yield Forwarding(link, page, client, server)
        await link.close()
