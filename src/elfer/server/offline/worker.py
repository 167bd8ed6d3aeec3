"""What the worker of a page starts: a host with a place for its tables."""

from __future__ import annotations

from collections.abc import Callable

from elfer.server.offline.host import Host, Say
from elfer.server.store import Unavailable
from elfer.server.stores.shelf import opened
from elfer.server.stores.shelves import Change, DictShelf, ForeignShelf, Shelf, There


class Spare:
    """A shelf that goes on in memory from when there is no room on its own one."""

    def __init__(self, shelf: Shelf, lost: Callable[[], object]) -> None:
        self._shelf, self._lost = shelf, lost

    async def read(self, *beginnings: str) -> list[dict[str, str]]:
        return await self._shelf.read(*beginnings)

    async def write(self, change: Change) -> None:
        try:
            await self._shelf.write(change)
        except Unavailable:
            (texts,) = await self._shelf.read("")
            self._shelf = DictShelf(texts)
            self._lost()
            raise


async def start(there: There | None, say: Say, lost: Callable[[], object], version: str, link: str) -> Host:
    """A host that keeps its tables *there*; if it cannot, it says that they will be *lost*."""
    if there is not None:
        try:
            return Host(await opened(Spare(ForeignShelf(there), lost)), say, version, link)
        except Unavailable:
            pass
    lost()
    return Host(await opened(DictShelf()), say, version, link)
