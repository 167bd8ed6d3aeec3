"""Two nodes in the process of a test: lobbies, and a real way between them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator

from elfer.server.lobby import Lobby
from elfer.server.session import Session
from elfer.server.store import Elsewhere, Saved, Store
from elfer.server.stores.memory import MemoryStore
from elfer.server.web.listener import Brought, Listener, NearEnd
from elfer.server.web.pipes import FarEnd, Pipe, Pipes
from tests.server.indoors import Guest, Link, indoors
from tests.server.people import News, new_key

SECRET = secrets.token_bytes(32)
ADDRESS = "203.0.113.9"


class OtherStore(MemoryStore):
    """The store of a node that has no table itself."""

    owner = ""

    async def load(self, id: str) -> Saved | None:
        raise Elsewhere(self.owner)


class Carried(Link):
    """A page that may be carried on to another node."""

    def __init__(self, lobby: Lobby, address: str) -> None:
        super().__init__(lobby, address)
        self.session.close()
        self.cut: tuple[int, str] | None = None
        self.session = Session(lobby, address, self._receive, self._cut)

    def _cut(self, code: int, reason: str) -> None:
        self.cut = code, reason

    def heard(self) -> list[News]:
        """What has come and was not looked at yet."""
        return [json.loads(self._frames.get_nowait() or "") for _ in range(self._frames.qsize())]


@contextlib.asynccontextmanager
async def listening(lobby: Lobby, secret: bytes = SECRET) -> AsyncIterator[tuple[Listener, str]]:
    """Where other nodes reach a lobby."""
    door = socket.create_server(("127.0.0.1", 0))
    listener = Listener(secret)
    await listener.open(door, lambda address, send: Session(lobby, address, send))
    try:
        yield listener, f"127.0.0.1:{door.getsockname()[1]}"
    finally:
        listener.hear_no_more()
        listener.close()
        await settled(lambda: not listener.ends)


@contextlib.contextmanager
def ways(secret: bytes = SECRET) -> Iterator[Pipes]:
    """The pipes of a node, for as long as it lives."""
    pipes = Pipes(secret)
    try:
        yield pipes
    finally:
        pipes.close()


@contextlib.asynccontextmanager
async def two_nodes(kept: Store | None = None) -> AsyncIterator[tuple[Lobby, Lobby, Listener]]:
    """A node that has all tables, and one that has pipes to it."""
    store = OtherStore()
    async with indoors(kept) as owner, indoors(store) as other, listening(owner) as (listener, address):
        store.owner = address
        with ways() as other.pipes:
            yield owner, other, listener


async def settled(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def visitor(lobby: Lobby) -> AsyncIterator[Guest]:
    someone = Guest(Carried(lobby, ADDRESS), new_key())
    try:
        yield someone
    finally:
        await someone.leaves()


class Piped:
    """Both ends of a pipe for one page."""

    def __init__(self, carried: Carried, pipe: Pipe, pipes: Pipes, listener: Listener) -> None:
        self.carried, self.pipe, self.pipes = carried, pipe, pipes
        self.far: FarEnd = next(iter(pipes.ends.values()))
        self.near: NearEnd = next(iter(listener.ends))

    @property
    def page(self) -> Brought:
        """The page, at the other node."""
        (page,) = self.near.pages.values()
        return page


@contextlib.asynccontextmanager
async def piped(store: MemoryStore | None = None) -> AsyncIterator[Piped]:
    """A page that talks to a lobby through a pipe."""
    async with indoors(store) as lobby, listening(lobby) as (listener, address):
        carried = Carried(lobby, ADDRESS)
        with ways() as pipes:
            pipe = await pipes.open(address, ADDRESS, carried.session)
            assert pipe
            both = Piped(carried, pipe, pipes, listener)
            await settled(lambda: both.near.pages)
            yield both
        await carried.close()
