"""Names: under which ones this server may be asked, and who it is that asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OWN_PROXIES = frozenset(("127.0.0.1", "::1"))
"""Whose word is always taken for whom they ask: a proxy on this machine."""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@\[\]]+)(?::\d{1,5})?")
"""A name or an address, and perhaps a port."""


class Origins:
    """From where a page may talk to this server: from this server, under one of its names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset((*LOOPBACK, *names))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        return _name(host) in self._names

    def allows(self, origin: str | None, host: str) -> bool:
        """Whether a socket may be opened: only browsers send an origin, and it must be this very server."""
        if not self.knows(host):
            return False
        return origin is None or origin in (f"http://{host}", f"https://{host}")


def _name(host: str) -> str:
    """A host without its port; nothing, if it is not written like one."""
    found = _HOST.fullmatch(host.lower())
    return found[1] if found else ""


def address_of(scope: Scope) -> str:
    """Who is connected, as far as the network knows."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def visitor(peer: str, forwarded: str, proxies: frozenset[str] = OWN_PROXIES) -> str:
    """The address whose limits count: the peer's, or the last one that a proxy names whose word is taken."""
    named = forwarded.rpartition(",")[2].strip()
    if named and same_address(peer) in proxies:
        return _household((_name(named) or named).strip("[]"))
    return _household(peer)


def same_address(text: str) -> str:
    """An address in its one spelling: an IPv4 peer of a socket that listens on `::` is an IPv4 address."""
    try:
        known = ip_address(text)
    except ValueError:
        return text
    return str((isinstance(known, IPv6Address) and known.ipv4_mapped) or known)


@lru_cache(maxsize=4096)
def _household(address: str) -> str:
    """An address, or the network of 64 bits from which one visitor may take any IPv6 address."""
    try:
        known = ip_address(same_address(address))
    except ValueError:
        return address[:64]
    return str(IPv6Network((int(known) >> 64 << 64, 64)) if isinstance(known, IPv6Address) else known)
