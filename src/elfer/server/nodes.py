"""What a server asks of the place where several nodes meet that serve one set of tables.

A node is a process that serves tables. It is held as long as all others must take it for living: only then
may it tell anybody anything. One that was taken for dead comes back under another name, with no table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Protocol

LEASE_SECONDS = 5.0
"""After how long a node that gives no sign is taken for dead; …"""
HOLD_SECONDS = 4.0
"""… it takes itself for dead a little earlier."""
RENEW_SECONDS = 1.0
"""How often a node gives a sign."""


class Nodes(Protocol):
    """This node among all others. Each verb may raise `Unavailable`."""

    taken: Callable[[], object]
    """Called when this node is held no longer: all its tables are to leave its memory."""
    takeovers: int
    """How many tables of others this node has taken, …"""
    fenced: int
    """… how many of its own writes were refused since the table was another one's, …"""
    batches: Counter[int]
    """… and how many commits it has made of so many writes."""

    @property
    def name(self) -> str:
        """Its name, which no other node ever has."""

    @property
    def address(self) -> str:
        """Where other nodes reach it, `host:port`; empty if they cannot."""

    @property
    def secret(self) -> bytes:
        """32 bytes that all nodes share, and nobody else."""

    @property
    def held(self) -> bool:
        """Whether nobody can have taken this node's tables."""

    def publish(self, tables: bytes) -> Awaitable[None]:
        """Let all nodes know of this node's open tables, in place of what they knew."""

    def published(self) -> Awaitable[tuple[bytes, ...]]:
        """What the nodes that live have published, this one included."""

    def others(self) -> Awaitable[int]:
        """How many other nodes live."""

    def leave(self) -> Awaitable[None]:
        """Finish what was asked for, let go of all tables at once, and be a node no longer."""
