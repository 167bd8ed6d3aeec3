"""Limits of connections, requests and frames, and the client address that they count by.

An address may be a whole school, so its limits grow with the number of sockets that the operator allows it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Protocol

from starlette.types import Scope
from uvicorn.server import ServerState

from elfer.server.limits import Buckets

REQUESTS_PER_SECOND = 5.0
"""Sustained rate of connections and requests per address, for each socket that it may have."""
MAX_REQUESTS_AT_ONCE = 64.0
"""Burst of them, for each socket; the first visit of a page is about 60 requests."""
ADDRESS_FRAMES_PER_SECOND = 8.0
"""Sustained rate of frames per address, for each socket that it may have."""
MAX_ADDRESS_FRAMES_AT_ONCE = 60.0
"""Burst of frames per address, for each socket that it may have."""
MAX_HTTP_CONNECTIONS = 4
"""Connections per address that are no sockets, for each socket that it may have."""
HEADER_SECONDS = 10.0
"""Deadline of a request's head."""
HEADER_BYTES = 16_384
"""Length of a request's head."""
MAX_PIPELINED = 8
"""Requests that wait for earlier ones of their connection; browsers send none."""
WRITE_SECONDS = 10.0
"""How long a response may stay unread once the system's buffers are full."""
IDLE_SECONDS = 5
"""How long a connection stays open for another request."""
CLOSE_SECONDS = 5.0
"""How long a peer has at least to read the rest, and how long to answer a close frame."""
FLOODED_CLOSE_SECONDS = 1.0
"""The same for a peer that went on sending."""
SEND_BYTES = 131_072
"""Send buffer of the system for each connection; the default is megabytes."""
RECEIVE_BYTES = 65_536
"""Receive buffer of the system for each connection."""
UPGRADE_REQUESTS = 8
"""Number of requests that a new socket counts as."""
FRAMES_PER_SECOND = 400.0
"""Sustained rate of frames of any kind per socket."""
MAX_FRAMES_AT_ONCE = 2_000.0
"""Burst of frames per socket; sixty commands of the greatest length are less."""
BYTES_A_FRAME = 1_024
"""Number of bytes that count as one more frame."""
PIECE_BYTES = 1_024
"""Number of bytes parsed between two checks of the limits."""
PAUSE_SECONDS = 0.05
"""Added to the wait of an address beyond its limit, so that waiting costs little work."""
UNREAD_PONG_BYTES = 262_144
"""Bytes of pongs that a peer may leave unread."""
MAX_FRAGMENTS = 64
"""Fragments of a message; empty ones cost a sender nothing."""
OWN_PROXIES = frozenset(("127.0.0.1", "::1"))
"""Proxies whose X-Forwarded-For is always trusted."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@\[\]]+)(?::\d{1,5})?")
"""A host name or address, with or without a port."""


class OpenConnection(Protocol):
    """A connection of any kind."""

    transport: asyncio.Transport


class OpenSocket(OpenConnection, Protocol):
    """A connection that has become a socket."""

    def seated(self) -> bool:
        """Whether its page has a seat."""


class ConnectionLimits(ServerState):
    """The open connections of a server, at most *total*; an address may have *sockets* sockets.

    Where there are too many, the oldest HTTP connection makes room, or else the oldest socket without a seat.
    """

    def __init__(self, sockets: int, total: int, proxies: Iterable[str] = ()) -> None:
        super().__init__()
        self.proxies = OWN_PROXIES.union(map(normalized, proxies))
        """Proxies whose X-Forwarded-For is trusted."""
        self._total, self._http_per_address = total, MAX_HTTP_CONNECTIONS * sockets
        self.requests = Buckets(REQUESTS_PER_SECOND * sockets, MAX_REQUESTS_AT_ONCE * sockets)
        self.frames = Buckets(ADDRESS_FRAMES_PER_SECOND * sockets, MAX_ADDRESS_FRAMES_AT_ONCE * sockets)
        self._http: OrderedDict[OpenConnection, str] = OrderedDict()
        """The HTTP connections and their addresses, oldest first."""
        self._counts: Counter[str] = Counter()
        self._sockets: OrderedDict[OpenSocket, None] = OrderedDict()
        self._closing: set[OpenConnection] = set()
        """The connections that were closing at the last call of `abort_unread`."""

    def admit(self, connection: OpenConnection, address: str) -> bool:
        """Count a new connection, closing an older one if necessary; False if there is no room."""
        if not self.requests.take(address):
            return False
        self._add(connection, address)
        if len(self.connections) <= self._total:
            return True
        oldest: OpenConnection | None = next(iter(self._http))
        if oldest is connection:
            oldest = next((socket for socket in self._sockets if not socket.seated()), None)
        if oldest is None:
            return False
        self._abort(oldest)
        return True

    def client(self, peer: str, forwarded: list[str]) -> str:
        """The client address of a connection, by its X-Forwarded-For headers where the peer is trusted."""
        return client_address(peer, forwarded[-1] if forwarded else "", self.proxies)

    def reassign(self, connection: OpenConnection, address: str) -> None:
        """Count a proxy's connection for the client that it was opened for."""
        if self._http.get(connection, address) != address:
            self.release(connection)
            self._add(connection, address)

    def _add(self, connection: OpenConnection, address: str) -> None:
        self._http[connection] = address
        self._counts[address] += 1
        if self._counts[address] > self._http_per_address:
            self._abort(next(one for one, its in self._http.items() if its == address))

    def _abort(self, connection: OpenConnection) -> None:
        self.release(connection)
        connection.transport.abort()

    def abort_unread(self) -> None:
        """From now on, abort connections whose peers do not read the rest; `transport.close()` waits for them
        without a deadline (attack `pipeline`)."""
        closing: set[OpenConnection] = {one for one in self.connections if one.transport.is_closing()}
        for connection in closing & self._closing:
            connection.transport.abort()
        self._closing = closing
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort_unread)

    def release(self, connection: OpenConnection) -> None:
        """Stop counting a connection that has ended or becomes a socket."""
        self._sockets.pop(connection, None)  # type: ignore[call-overload]
        address = self._http.pop(connection, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def add_socket(self, socket: OpenSocket) -> None:
        """Count a connection that has become a socket."""
        self._sockets[socket] = None


def host_name(host: str) -> str:
    """A Host header without its port; empty if it is malformed."""
    found = HOST.fullmatch(host.lower())
    return found[1] if found else ""


def address_of(scope: Scope) -> str:
    """The client address of a request or socket."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def client_address(peer: str, forwarded: str, proxies: frozenset[str] = OWN_PROXIES) -> str:
    """The address whose limits count: the peer's, or the last one that a trusted proxy has added."""
    named = forwarded.rpartition(",")[2].strip()
    if named and normalized(peer) in proxies:
        return _network((host_name(named) or named).strip("[]"))
    return _network(peer)


def normalized(address: str) -> str:
    """An address in its canonical spelling; an IPv4 peer of a socket on `::` is an IPv4 address."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str((isinstance(known, IPv6Address) and known.ipv4_mapped) or known)


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address, all of which one client may use."""
    try:
        known = ip_address(normalized(address))
    except ValueError:
        return address[:64]
    return str(IPv6Network((int(known) >> 64 << 64, 64)) if isinstance(known, IPv6Address) else known)
