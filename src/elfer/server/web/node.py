"""Opening a server's lobby: alone with SQLite, or as one of several nodes on PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket as sockets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import NamedTuple

from elfer.core.refusals import BadInput
from elfer.server.bots.pool import BotPool
from elfer.server.lobby import Lobby
from elfer.server.nodes.client import PeerClient
from elfer.server.nodes.connection import tls_contexts
from elfer.server.nodes.membership import Nodes
from elfer.server.nodes.server import PeerServer
from elfer.server.sessions.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.places import open_postgres
from elfer.server.stores.sqlite import SqliteStore
from elfer.server.stores.store import Store
from elfer.server.web.metrics import Metrics

TICK_SECONDS = 0.02
ANYWHERE = ("", "0.0.0.0", "::", "[::]")
Save = Callable[[], Coroutine[object, object, None]]
log = logging.getLogger("elfer.app")


class ServerNode(NamedTuple):
    """The store of this server, and its connections with other nodes if there are any."""

    store: Store
    nodes: Nodes | None = None
    client: PeerClient | None = None
    server: PeerServer | None = None
    door: sockets.socket | None = None

    async def open(self, lobby: Lobby) -> None:
        """Accept pages that other nodes forward."""
        if self.server and self.door:
            await self.server.listen(self.door, lambda *page: Session(lobby, *page, is_forwarded=True))

    async def let_go(self, lobby: Lobby) -> None:
        """Save and answer what is under way, and release all tables to other nodes."""
        if self.server:
            self.server.stop()
        await lobby.close()
        if self.server and self.nodes:
            while self.server.answering:
                await asyncio.sleep(TICK_SECONDS)
            await self.nodes.leave()
            await self.server.close()


@contextlib.asynccontextmanager
async def open_lobby(
    settings: Settings, metrics: sockets.socket | None = None
) -> AsyncIterator[tuple[Lobby, Save]]:
    """A lobby with its database, bots and metrics, and a function that saves all."""
    async with joined(settings) as node:
        bots = BotPool(settings.bots, patient=settings.seed is not None)
        lobby = Lobby(settings, node.store, bots, node.nodes, node.client.forward if node.client else None)
        await node.open(lobby)
        figures = Metrics(lobby, metrics, node.client)
        log.info("ready", extra={"port": settings.port})
        try:
            yield lobby, lambda: node.let_go(lobby)
        finally:
            figures.close()
            await node.let_go(lobby)
            bots.close()
    log.info("stopped")


@contextlib.asynccontextmanager
async def joined(settings: Settings) -> AsyncIterator[ServerNode]:
    """Join the nodes of the database, and leave them at the end."""
    if not settings.database:
        store = SqliteStore(settings.data)
        try:
            yield ServerNode(store)
        finally:
            store.close()
        return
    client_tls, server_tls = tls_contexts(settings.node_tls) if settings.node_tls else (None, None)
    with _door(settings.node) as (door, address):
        kept, nodes = await open_postgres(settings.database, address)
        client = PeerClient(nodes.secret, client_tls)
        try:
            yield ServerNode(kept, nodes, client, PeerServer(nodes.secret, server_tls), door)
        finally:
            client.close()
            await nodes.leave()
            kept.close()


@contextlib.contextmanager
def _door(node: str) -> Iterator[tuple[sockets.socket, str]]:
    """A socket for other nodes, and its address."""
    host, _, port = node.rpartition(":")
    if host in ANYWHERE or not port.isdecimal():
        raise BadInput("no_node", node=node)
    family = sockets.AF_INET6 if host.startswith("[") else sockets.AF_INET
    with sockets.socket(family, sockets.SOCK_STREAM) as door:
        door.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            door.bind((host.strip("[]"), int(port)))
        except (OSError, OverflowError) as error:
            raise BadInput("no_port", host=host, port=port, why=str(error)) from None
        yield door, f"{host}:{door.getsockname()[1]}"
