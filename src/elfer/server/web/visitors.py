"""Everybody who is connected: how many may be, who makes room, and how much an address may ask for.

One address may be a school, so its limits grow with the number of sockets that the operator allows it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Protocol

from uvicorn.server import ServerState

from elfer.server.limits import Buckets
from elfer.server.web.guard import OWN_PROXIES, same_address

VISITS_PER_SECOND = 5.0
"""How many connections and requests an address may make for long, for each socket that it may have, …"""
MAX_VISITS_AT_ONCE = 64.0
"""… and at once: a page that comes for the first time fetches about 60 files."""
FRAMES_PER_SECOND = 8.0
"""How many frames an address may send for long, for each socket that it may have, …"""
MAX_FRAMES_AT_ONCE = 60.0
"""… and at once."""
MAX_PLAIN = 4
"""How many connections without a socket an address may have, for each socket that it may have."""


class Connection(Protocol):
    """A connection of any kind."""

    transport: asyncio.Transport


class Line(Connection, Protocol):
    """A connection that is a socket."""

    def seated(self) -> bool:
        """Whether somebody with a seat is there."""


class Visitors(ServerState):
    """The connections of a server, at most so many in all; *sockets* are for one address."""

    def __init__(self, sockets: int, most: int, proxies: Iterable[str] = ()) -> None:
        super().__init__()
        self.proxies = OWN_PROXIES.union(map(same_address, proxies))
        """Whose word is taken for whom they ask."""
        self._most, self._most_plain = most, MAX_PLAIN * sockets
        self.visits = Buckets(VISITS_PER_SECOND * sockets, MAX_VISITS_AT_ONCE * sockets)
        self.frames = Buckets(FRAMES_PER_SECOND * sockets, MAX_FRAMES_AT_ONCE * sockets)
        self._plain: OrderedDict[Connection, str] = OrderedDict()
        """The connections without a socket, the oldest first, and whose they are."""
        self._counts: Counter[str] = Counter()
        self._lines: OrderedDict[Line, None] = OrderedDict()

    def come(self, connection: Connection, address: str) -> bool:
        """Let a connection in, for which an older one may have to go; whether there is room."""
        if not self.visits.take(address):
            return False
        self._add(connection, address)
        if len(self.connections) <= self._most:
            return True
        first = next(iter(self._plain))
        goes = first if first is not connection else next((x for x in self._lines if not x.seated()), None)
        if goes is None:
            return False
        self._turn_away(goes)
        return True

    def belongs(self, connection: Connection, address: str) -> None:
        """Count a connection for the visitor for whom a proxy has opened it."""
        if self._plain.get(connection, address) != address:
            self.leave(connection)
            self._add(connection, address)

    def _add(self, connection: Connection, address: str) -> None:
        self._plain[connection] = address
        self._counts[address] += 1
        if self._counts[address] > self._most_plain:
            self._turn_away(next(one for one, its in self._plain.items() if its == address))

    def _turn_away(self, connection: Connection) -> None:
        self.leave(connection)
        connection.transport.abort()

    def leave(self, connection: Connection) -> None:
        """A connection has ended, or becomes a socket."""
        self._lines.pop(connection, None)  # type: ignore[call-overload]
        address = self._plain.pop(connection, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def open(self, line: Line) -> None:
        """A connection has become a socket."""
        self._lines[line] = None
