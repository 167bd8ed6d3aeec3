"""Membership of a node: its lease, and what it knows of the other nodes on one database.

A node is a process that serves tables. While it has a lease, no other node can take its tables, and only then
may it tell anything about them. A node whose lease ended comes back under another name, without tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Protocol

LEASE_SECONDS = 5.0
"""How long after its last sign of life other nodes may take a node's tables."""
HOLD_SECONDS = 4.0
"""How long after its last sign of life a node uses its own lease."""
RENEW_SECONDS = 1.0
"""Interval of the signs of life."""


class Nodes(Protocol):
    """This node among the others. Each method may raise `Unavailable`.

    PostgreSQL implements it; the lobby, which also runs in a browser, must not import a database driver.
    """

    name: str
    """Unique among all nodes there ever were."""
    secret: bytes
    """32 bytes that the nodes share."""
    taken: Callable[[], object]
    """Called when the lease ends: all tables have to leave memory."""
    takeovers: int
    """Tables taken from other nodes."""
    fenced: int
    """Writes refused because another node owns the table."""
    batches: Counter[int]
    """Commits by the number of writes in them."""

    @property
    def has_lease(self) -> bool:
        """Whether no other node can have taken this node's tables."""

    def publish(self, tables: bytes) -> Awaitable[None]:
        """Replace the list of this node's open tables, which all nodes can read."""

    def published(self) -> Awaitable[tuple[bytes, ...]]:
        """The lists of all living nodes, this one included."""

    def others(self) -> Awaitable[int]:
        """The number of other living nodes."""

    def leave(self) -> Awaitable[None]:
        """Finish pending writes, release all tables, and end the membership."""
