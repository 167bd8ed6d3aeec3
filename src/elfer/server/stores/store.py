"""The interface of all stores: tables, matches, moves and device codes.

When an awaited method returns, its change survives a crash of the process and of the machine, if the store is
a durable one. The log of moves alone decides which of two commands came first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from elfer.core.canonical_json import to_json
from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.server.tables.seating import Table

CODE_SECONDS = 300
"""How long a device code is valid."""
MAX_CODES = 100_000
"""Beyond this number, the codes that end first are dropped."""
T = TypeVar("T")


def steady() -> float:
    """Seconds of a monotonic clock that includes the time a machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


def parsed(text: str, kind: type[T]) -> T:
    """A JSON document of this type; `Refused` if it is none."""
    try:
        return msgspec.json.decode(text, type=kind)
    except ValueError as error:
        raise Refused("table_broken", why=str(error)) from None


class Conflict(Exception):
    """A move with this number, or the same command, is stored already."""


class Fenced(Conflict):
    """Another node owns the table; nothing was stored."""


class Elsewhere(Exception):
    """Another living node owns the table."""

    def __init__(self, node: str) -> None:
        super().__init__(node)
        self.node = node
        """The owner's address, `host:port`; empty if it has none."""


class Unavailable(Exception):
    """Nothing could be read, or it is unknown whether it was stored."""


class Played(NamedTuple):
    """A stored move."""

    number: int
    """Counts the moves of all matches of the table, from 1."""
    seat: Seat
    move: Move
    command: str | None = None
    """The id of a person's command, unique per table and seat; none for bots and clocks."""


class Opening(NamedTuple):
    """The start of a match."""

    number: int
    """1 for the first match of the table."""
    first: int
    """The number of the table's moves before it."""
    record: str
    """The record of the match before its first move."""
    names: tuple[str, ...]
    """Players by seat."""
    watch: bool = False
    """Whether onlookers may see it, also as a replay."""


def opening_of(row: Iterable[Any]) -> Opening:
    """An opening as a database has it, with the names as JSON."""
    number, first, record, names, watch = row
    return Opening(number, first, record, parsed(names, tuple[str, ...]), bool(watch))


def row_of(opening: Opening) -> tuple[object, ...]:
    """An opening for a database."""
    number, first, record, names, watch = opening
    return number, first, record, to_json(names), watch


class Log(NamedTuple):
    """A match and its moves."""

    opening: Opening
    moves: tuple[Played, ...]


class Saved(NamedTuple):
    """A stored table, with its last match if there is one."""

    table: Table
    log: Log | None


class Whole(NamedTuple):
    """A table with all its matches."""

    table: Table
    openings: tuple[Opening, ...]
    moves: tuple[Played, ...]
    times: tuple[int, ...]
    """The time of each move (ms since 1970)."""
    touched: int
    """The last visit (seconds since 1970)."""


class Code(NamedTuple):
    """The seat that a device code moves: the table, and the hashed key of the seat."""

    table: str
    key: str


class StoreCounts:
    """What a store has done so far."""

    def __init__(self) -> None:
        self.jobs = self.commits = 0
        self.failed = False
        """Whether the last write failed."""


class Store(Protocol):
    """Stores tables. Each method is atomic, and may raise `Unavailable`.

    A node owns the tables it has created or loaded, until it releases them or loses its lease. Methods that
    change a table raise `Fenced` if another node owns it."""

    counts: StoreCounts
    newest: float | None
    """The last visit of any table before this store was opened (seconds since 1970)."""

    def create(self, id: str, table: Table) -> Awaitable[None]:
        """Store a new table, and own it."""

    def load(self, id: str) -> Awaitable[Saved | None]:
        """Take ownership of a table and read it; `Elsewhere` if another living node owns it, `Refused` if it
        cannot be read."""

    def peek(self, id: str) -> Awaitable[Saved | None]:
        """Read a table without taking ownership."""

    def whole(self, id: str) -> Awaitable[Whole | None]:
        """Read a table with all its matches, without taking ownership; `Refused` if it cannot be read."""

    def put(self, id: str, whole: Whole) -> Awaitable[None]:
        """Replace a table and all its matches; it has no owner afterwards."""

    def finished(self, id: str, number: int) -> Awaitable[Log | None]:
        """Read a match by its number; `Refused` if it cannot be read."""

    def faults(self) -> Awaitable[tuple[str, ...]]:
        """Damage that the database itself reports."""

    def ids(self) -> Awaitable[tuple[str, ...]]:
        """The ids of all tables."""

    def append(self, id: str, played: Played, table: Table | None = None) -> Awaitable[None]:
        """Store a move, and the table if the move changes it; `Conflict` if the number is taken."""

    def open_match(self, id: str, table: Table, opening: Opening) -> Awaitable[None]:
        """Store a new match, with its table."""

    def save_table(self, id: str, table: Table) -> Awaitable[None]:
        """Store a changed table."""

    def cut(self, id: str, last: int, table: Table) -> Awaitable[None]:
        """Delete the moves after *last*, and store the table."""

    def release(self, id: str) -> Awaitable[None]:
        """Give up ownership, and store the time of the visit."""

    def keep_code(self, code: str, table: str, key: str, seconds: float) -> Awaitable[None]:
        """Store a (hashed) device code for some time; an earlier one for the same table and key ends."""

    def find_code(self, code: str) -> Awaitable[Code | None]:
        """The seat of a valid (hashed) code. Redeeming does not end it, so that a resent command finds its
        table."""

    def end_code(self, table: str, key: str) -> Awaitable[None]:
        """End the code for this table and key, if there is one."""

    def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> Awaitable[tuple[str, ...]]:
        """Delete old tables, and return their ids.

        A table is old if its last visit (seconds since 1970) is before *finished*, where its match is over,
        or else before *abandoned*. Tables of other living nodes and those that *spare* names stay. At most
        *most* are deleted, the oldest first."""

    def close(self) -> None:
        """Finish pending operations, and close."""
