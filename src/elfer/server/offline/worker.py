"""What the worker of a page starts: a host with a place for its tables."""

from __future__ import annotations

from elfer.server.offline.host import Host, Say
from elfer.server.stores.memory import MemoryStore


def start(say: Say, version: str, link: str) -> Host:
    """A host whose tables are kept nowhere."""
    return Host(MemoryStore(), say, version, link)
