"""Key-value storage: texts by their keys, in memory or in a browser's IndexedDB."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

import msgspec

from elfer.core.canonical_json import to_json
from elfer.server.stores.store import Conflict, Fenced, Unavailable


class KeyValueChange(msgspec.Struct, frozen=True, kw_only=True):
    """An atomic change."""

    need: dict[str, str] = {}
    """Entries that must exist, else `Fenced`."""
    add: dict[str, str] = {}
    """New entries; `Conflict` if one of the keys exists."""
    drop: list[str] = []
    """Prefixes of keys that are deleted, before anything is added."""
    put: dict[str, str] = {}
    """Entries that replace others with the same key."""


class KeyValue(Protocol):
    """Storage of texts. Each method may raise `Unavailable`."""

    def read(self, *prefixes: str) -> Awaitable[list[dict[str, str]]]:
        """For each prefix the entries whose keys begin with it, in the order of the keys; one snapshot."""

    def write(self, change: KeyValueChange) -> Awaitable[None]:
        """Apply a change; it is durable when this returns."""


class DictKeyValue:
    """Storage in memory."""

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self._texts = dict(texts or {})

    async def read(self, *prefixes: str) -> list[dict[str, str]]:
        texts = sorted(self._texts.items())
        return [{key: text for key, text in texts if key.startswith(prefix)} for prefix in prefixes]

    async def write(self, change: KeyValueChange) -> None:
        if any(self._texts.get(key) != text for key, text in change.need.items()):
            raise Fenced
        if taken := change.add.keys() & self._texts.keys():
            raise Conflict(min(taken))
        if change.drop:
            dropped = tuple(change.drop)
            self._texts = {key: text for key, text in self._texts.items() if not key.startswith(dropped)}
        self._texts |= change.put | change.add


class IndexedDb(Protocol):
    """The browser's storage: takes JSON, and returns JSON or an error message."""

    def read(self, prefixes: str) -> Awaitable[str]: ...
    def write(self, change: str) -> Awaitable[str]: ...


class BrowserKeyValue:
    """Storage in a browser's IndexedDB."""

    def __init__(self, database: IndexedDb) -> None:
        self._database = database

    async def read(self, *prefixes: str) -> list[dict[str, str]]:
        found = await self._database.read(to_json(prefixes))
        if not found.startswith("["):
            raise Unavailable(found)
        return msgspec.json.decode(found, type=list[dict[str, str]])

    async def write(self, change: KeyValueChange) -> None:
        match await self._database.write(to_json(change)):
            case "kept":
                return
            case "fenced":
                raise Fenced
            case "conflict":
                raise Conflict
            case error:
                raise Unavailable(error)
