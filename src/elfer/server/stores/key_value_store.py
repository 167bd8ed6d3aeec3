"""A store of tables in key-value storage.

The keys of a table begin with its id: `at/ID/table`, `at/ID/owner`, `at/ID/match/0001`,
`at/ID/move/00000001`, and `at/ID/asked/SEAT/COMMAND`, so that no command is saved twice. `seen/ID/` is the
time of the last visit. Several workers may share one storage: the last one that loaded a table owns it.
Device codes are kept in memory alone: no other device can use a browser's storage.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from elfer.core.canonical_json import to_json
from elfer.core.game import Move, Seat
from elfer.server.stores.device_codes import DeviceCodes
from elfer.server.stores.key_value import DictKeyValue, KeyValue, KeyValueChange
from elfer.server.stores.store import (
    Code,
    Fenced,
    Log,
    Opening,
    Played,
    Saved,
    StoreCounts,
    Unavailable,
    Whole,
    parsed,
)
from elfer.server.tables.seating import Table

T = TypeVar("T")


class KeyValueStore:
    """A store in key-value storage; in memory, if none is given."""

    def __init__(self, key_value: KeyValue | None = None, newest: float | None = None) -> None:
        self._key_value, self.newest = key_value or DictKeyValue(), newest
        self._name = secrets.token_hex(8)
        self._codes = DeviceCodes()
        self.counts = StoreCounts()

    # Tables

    async def create(self, id: str, table: Table) -> None:
        new = {_at(id, "table"): to_json(table), _at(id, "owner"): self._name}
        await self._write(KeyValueChange(add=new, put=_seen(id)))

    async def load(self, id: str) -> Saved | None:
        while True:
            (owner,) = await self._read(_at(id, "owner"))
            if not owner:
                return None
            with contextlib.suppress(Fenced):  # another worker took it in between
                await self._write(KeyValueChange(need=owner, put=self._own(id)))
                return await self.peek(id)

    async def peek(self, id: str) -> Saved | None:
        found = await self._found(id)
        return Saved(found.table, found.log(found.table.match)) if found else None

    async def finished(self, id: str, number: int) -> Log | None:
        found = await self._found(id)
        return found.log(number) if found else None

    async def whole(self, id: str) -> Whole | None:
        found = await self._found(id)
        if found is None:
            return None
        openings = tuple(found.openings[number] for number in sorted(found.openings))
        return Whole(found.table, openings, found.moves, found.times, found.touched)

    async def put(self, id: str, whole: Whole) -> None:
        texts = {_at(id, "table"): to_json(whole.table), _at(id, "owner"): ""} | _seen(id, whole.touched)
        for opening in whole.openings:
            texts |= _opening(id, opening)
        for move, ms in zip(whole.moves, whole.times, strict=True):
            texts |= _move(id, move, ms)
        await self._write(KeyValueChange(drop=[_at(id)], put=texts))

    async def faults(self) -> tuple[str, ...]:
        return ()

    async def ids(self) -> tuple[str, ...]:
        (seen,) = await self._read("seen/")
        return tuple(map(_id, seen))

    # Changes

    async def append(self, id: str, played: Played, table: Table | None = None) -> None:
        changed = _changed(id, table) if table is not None else {}
        await self._write(KeyValueChange(need=self._own(id), add=_move(id, played), put=changed))

    async def open_match(self, id: str, table: Table, opening: Opening) -> None:
        change = KeyValueChange(need=self._own(id), add=_opening(id, opening), put=_changed(id, table))
        await self._write(change)

    async def save_table(self, id: str, table: Table) -> None:
        await self._write(KeyValueChange(need=self._own(id), put=_changed(id, table)))

    async def cut(self, id: str, last: int, table: Table) -> None:
        found = await self._found(id)
        moves = found.moves if found else ()
        dropped = [key for move in moves if move.number > last for key in _move(id, move)]
        await self._write(KeyValueChange(need=self._own(id), drop=dropped, put=_changed(id, table)))

    async def release(self, id: str) -> None:
        await self._write(KeyValueChange(need=self._own(id), put=_seen(id)))

    async def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> tuple[str, ...]:
        (seen,) = await self._read("seen/")
        times = {_id(key): float(text) for key, text in seen.items()}
        old = [id for id in sorted(times, key=times.__getitem__) if times[id] < max(finished, abandoned)]
        texts = await self._read(*(_at(id, "table") for id in old))
        dropped = [
            id
            for id, text in zip(old, texts, strict=True)
            if times[id] < (finished if _over(text) else abandoned)
        ]
        dropped = [id for id in dropped if not spare(id)][:most]
        if dropped:
            await self._write(KeyValueChange(drop=[key for id in dropped for key in (_at(id), *_seen(id))]))
        return tuple(dropped)

    # Device codes

    async def keep_code(self, code: str, table: str, key: str, seconds: float) -> None:
        self._codes.keep(code, Code(table, key), seconds)

    async def find_code(self, code: str) -> Code | None:
        return self._codes.find(code)

    async def end_code(self, table: str, key: str) -> None:
        self._codes.end(Code(table, key))

    # Storage

    def close(self) -> None:
        """Nothing to release."""

    def _own(self, id: str) -> dict[str, str]:
        return {_at(id, "owner"): self._name}

    async def _found(self, id: str) -> StoredTable | None:
        texts, seen = await self._read(_at(id), *_seen(id))
        return StoredTable(id, texts, seen) if texts else None

    async def _read(self, *prefixes: str) -> list[dict[str, str]]:
        self.counts.jobs += 1
        return await self._key_value.read(*prefixes)

    async def _write(self, change: KeyValueChange) -> None:
        self.counts.jobs += 1
        self.counts.commits += 1
        try:
            await self._key_value.write(change)
            self.counts.failed = False
        except Unavailable:
            self.counts.failed = True
            raise


class StoredTable:
    """One table with its matches and moves, parsed."""

    def __init__(self, id: str, texts: dict[str, str], seen: dict[str, str]) -> None:
        parts = {key.removeprefix(_at(id)): text for key, text in texts.items()}
        self.table = parsed(parts["table"], Table)
        self.touched = round(max(map(float, seen.values()), default=0))
        matches = _numbered(parts, "match/", tuple[int, str, tuple[str, ...], bool])
        self.openings = {number: Opening(number, *match) for number, match in matches}
        moves = _numbered(parts, "move/", tuple[Seat, Move, str | None, int])
        self.moves = tuple(Played(number, *move[:3]) for number, move in moves)
        self.times = tuple(move[3] for _, move in moves)

    def log(self, number: int) -> Log | None:
        """A match and its moves."""
        if number not in self.openings:
            return None
        opening, after = self.openings[number], self.openings.get(number + 1)
        last = after.first if after else max((move.number for move in self.moves), default=0)
        return Log(opening, tuple(move for move in self.moves if opening.first < move.number <= last))


async def open_key_value_store(key_value: KeyValue) -> KeyValueStore:
    """The store in a storage that may have tables already."""
    (seen,) = await key_value.read("seen/")
    return KeyValueStore(key_value, max(map(float, seen.values()), default=None))


def _at(id: str, part: str = "") -> str:
    return f"at/{id}/{part}"


def _id(seen: str) -> str:
    """The table of a `seen/` key."""
    return seen.removeprefix("seen/").removesuffix("/")


def _numbered(parts: dict[str, str], prefix: str, kind: type[T]) -> list[tuple[int, T]]:
    """The parts whose keys are this prefix and a number."""
    return [
        (int(key.removeprefix(prefix)), parsed(text, kind))
        for key, text in parts.items()
        if key.startswith(prefix)
    ]


def _over(texts: dict[str, str]) -> bool:
    return any(parsed(text, Table).phase == "over" for text in texts.values())


def _seen(id: str, when: float | None = None) -> dict[str, str]:
    return {f"seen/{id}/": str(time.time() if when is None else when)}


def _changed(id: str, table: Table) -> dict[str, str]:
    return {_at(id, "table"): to_json(table)} | _seen(id)


def _opening(id: str, opening: Opening) -> dict[str, str]:
    return {_at(id, f"match/{opening.number:04}"): to_json(opening[1:])}


def _move(id: str, played: Played, ms: int | None = None) -> dict[str, str]:
    """A move, and its command if a person made it; no key is a prefix of another."""
    number, seat, move, command = played
    when = round(time.time() * 1000) if ms is None else ms
    texts = {_at(id, f"move/{number:08}"): to_json((seat, move, command, when))}
    if command is not None:
        texts[_at(id, f"asked/{seat}/{command} ")] = str(number)
    return texts
