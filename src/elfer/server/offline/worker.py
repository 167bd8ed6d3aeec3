"""Starts the offline server in a browser's worker."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from elfer.server.offline.host import Host, SendTo
from elfer.server.stores.key_value import BrowserKeyValue, DictKeyValue, IndexedDb, KeyValue, KeyValueChange
from elfer.server.stores.key_value_store import open_key_value_store
from elfer.server.stores.store import Unavailable


class FallbackKeyValue:
    """A key-value storage that continues in memory once the browser's storage fails."""

    def __init__(self, key_value: KeyValue, lost: Callable[[], object]) -> None:
        self._key_value, self._lost = key_value, lost

    async def read(self, *prefixes: str) -> list[dict[str, str]]:
        return await self._key_value.read(*prefixes)

    async def write(self, change: KeyValueChange) -> None:
        try:
            await self._key_value.write(change)
        except Unavailable:
            (texts,) = await self._key_value.read("")
            self._key_value = DictKeyValue(texts)
            self._lost()
            raise


async def start(
    database: IndexedDb | None, send: SendTo, lost: Callable[[], object], version: str, link: str
) -> Host:
    """A host with its tables in the browser's storage, or in memory after calling *lost*."""
    if database is not None:
        with contextlib.suppress(Unavailable):
            store = await open_key_value_store(FallbackKeyValue(BrowserKeyValue(database), lost))
            return Host(store, send, version, link)
    lost()
    return Host(await open_key_value_store(DictKeyValue()), send, version, link)
