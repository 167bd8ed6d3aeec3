"""A server alone with its database, or as one of several nodes: where tables are kept, and its doors."""

from __future__ import annotations

import asyncio
import contextlib
import socket as sockets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import NamedTuple

from elfer.core.refusals import BadInput
from elfer.server.lobby import Lobby
from elfer.server.nodes import Nodes
from elfer.server.session import Session
from elfer.server.settings import Settings
from elfer.server.store import Store
from elfer.server.stores.places import open_postgres
from elfer.server.stores.sqlite import SqliteStore
from elfer.server.web.listener import Listener
from elfer.server.web.pipes import Pipes

TICK_SECONDS = 0.02
ANYWHERE = ("", "0.0.0.0", "::", "[::]")
Save = Callable[[], Coroutine[object, object, None]]


class Node(NamedTuple):
    """Where this server's tables are kept; and if others share them, the ways to and from those."""

    store: Store
    nodes: Nodes | None = None
    pipes: Pipes | None = None
    listener: Listener | None = None
    door: sockets.socket | None = None

    async def open(self, lobby: Lobby) -> None:
        """Let other nodes bring the pages of this node's tables."""
        if self.listener and self.door:
            await self.listener.open(self.door, lambda address, send: Session(lobby, address, send))

    async def let_go(self, lobby: Lobby) -> None:
        """Let what is being saved be told, and other nodes have the tables at once."""
        if self.listener:
            self.listener.hear_no_more()
        await lobby.close()
        if self.listener and self.nodes:
            while self.listener.answering:
                await asyncio.sleep(TICK_SECONDS)
            await self.nodes.leave()
            self.listener.close()


@contextlib.asynccontextmanager
async def joined(settings: Settings) -> AsyncIterator[Node]:
    """The node that this server is, for as long as it is one."""
    if not settings.database:
        store = SqliteStore(settings.data)
        try:
            yield Node(store)
        finally:
            store.close()
        return
    with _door(settings.node) as (door, address):
        kept, nodes = await open_postgres(settings.database, address)
        pipes = Pipes(nodes.secret)
        try:
            yield Node(kept, nodes, pipes, Listener(nodes.secret), door)
        finally:
            pipes.close()
            await nodes.leave()
            kept.close()


@contextlib.contextmanager
def _door(node: str) -> Iterator[tuple[sockets.socket, str]]:
    """A socket for other nodes, and where they reach it."""
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
