"""Opening a server's lobby: alone with SQLite, or as one of several nodes on PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket as sockets
import sys
from collections.abc import AsyncIterator, Callable, Coroutine

from elfer.core.refusals import BadInput, Refused
from elfer.server.bots.pool import BotPool
from elfer.server.lobby import Lobby
from elfer.server.nodes.client import PeerClient
from elfer.server.nodes.connection import tls_contexts
from elfer.server.nodes.server import PeerServer
from elfer.server.sessions.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.places import open_store
from elfer.server.web.metrics import Metrics

TICK_SECONDS = 0.02
ANYWHERE = ("", "0.0.0.0", "::", "[::]")
Save = Callable[[], Coroutine[object, object, None]]
log = logging.getLogger("elfer.app")


@contextlib.asynccontextmanager
async def open_lobby(
    settings: Settings, metrics: sockets.socket | None = None
) -> AsyncIterator[tuple[Lobby, Save]]:
    """A lobby with its database, bots and metrics, and a function that saves all and gives up its tables."""
    client = server = listener = None
    address = ""
    async with contextlib.AsyncExitStack() as stack:
        if settings.database:
            client_tls, server_tls = tls_contexts(settings.node_tls) if settings.node_tls else (None, None)
            listener, address = node_socket(settings.node)
            stack.enter_context(listener)
        place = settings.database or str(settings.data)
        store, nodes = await stack.enter_async_context(open_store(place, address, new=True))
        if nodes:
            client, server = PeerClient(nodes.secret, client_tls), PeerServer(nodes.secret, server_tls)
            stack.callback(client.close)
        bots = BotPool(settings.bots, patient=settings.seed is not None)
        stack.callback(bots.close)
        lobby = Lobby(settings, store, bots, nodes, client.forward if client else None)
        if server and listener:
            await server.listen(listener, lambda *page: Session(lobby, *page, is_forwarded=True))

        async def save() -> None:
            """Save and answer what is under way, and release all tables to other nodes."""
            if server:
                server.stop()
            await lobby.close()
            if server and nodes:
                while server.answering:
                    await asyncio.sleep(TICK_SECONDS)
                await nodes.leave()
                await server.close()

        stack.push_async_callback(save)
        stack.callback(Metrics(lobby, metrics, client).close)
        log.info("ready", extra={"port": settings.port})
        yield lobby, save
    log.info("stopped")


def bound(host: str, port: int) -> sockets.socket:
    """A socket bound to a free port."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((host.strip("[]"), port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise Refused("no_port", host=host, port=port, why=str(error)) from None
    return listener


def node_socket(node: str) -> tuple[sockets.socket, str]:
    """A socket for other nodes, and its address."""
    host, _, port = node.rpartition(":")
    if host in ANYWHERE or not port.isdecimal():
        raise BadInput("no_node", node=node)
    listener = bound(host, int(port))
    return listener, f"{host}:{listener.getsockname()[1]}"
