"""What a server asks of the place where its tables and their moves are kept.

Whatever an awaited verb has returned from survives a crash of the process and of the machine, as far as the
place is a durable one. The moves of a table are the only arbiter of who came first.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from elfer.core.game import Move, Seat
from elfer.server.table import Table

CODE_SECONDS = 300
"""How long a code brings a seat to another device."""
MAX_CODES = 100_000
"""How many codes are kept at most; of more, those that end first are dropped."""


CLOCK = getattr(time, "CLOCK_BOOTTIME", None)


def steady() -> float:
    """Seconds by a clock that only ever goes on, also while the machine sleeps."""
    return time.monotonic() if CLOCK is None else time.clock_gettime(CLOCK)


class Conflict(Exception):
    """Something else is kept in that place: another move of this number, or the same command."""


class Fenced(Conflict):
    """The table is another node's by now, and nothing was kept."""


class Elsewhere(Exception):
    """The table is in memory at another node."""

    def __init__(self, node: str) -> None:
        super().__init__(node)
        self.node = node
        """The address at which nodes reach it, `host:port`; empty if it has none."""


class Unavailable(Exception):
    """Nothing could be read or kept; nobody should count on either."""


class Played(NamedTuple):
    """A move as it is kept."""

    number: int
    """Counts the moves of all matches of the table, from 1."""
    seat: Seat
    move: Move
    command: str | None = None
    """The id of a person's command; none for bots and clocks. No two of a seat are the same at
    a table: `elfer.server.commands` has the text."""


class Opening(NamedTuple):
    """A match as it was dealt."""

    number: int
    """1 for the first match of the table."""
    first: int
    """How many moves the table had seen before."""
    record: str
    """The record of the match before its first move."""
    names: tuple[str, ...]
    """Who sat where."""
    watch: bool = False
    """Whether those without a seat may look at it, also later."""


class Log(NamedTuple):
    """A match and its moves."""

    opening: Opening
    moves: tuple[Played, ...]


class Saved(NamedTuple):
    """A table as it was kept, with its last match if there was one."""

    table: Table
    log: Log | None


class Whole(NamedTuple):
    """A table with all its matches, as it is carried from one store to another."""

    table: Table
    openings: tuple[Opening, ...]
    moves: tuple[Played, ...]
    times: tuple[int, ...]
    """When each of the moves was made (ms since 1970)."""
    touched: int
    """When somebody was last at the table (seconds since 1970)."""


class Code(NamedTuple):
    """What a code brings to another device: the seat at a table of whoever has this (hashed) key."""

    table: str
    key: str


class Store(Protocol):
    """Where tables are kept. Each verb does all it says or nothing, and may raise `Unavailable`.

    A table is that of the node that has created or loaded it until it releases it or is taken for dead.
    Verbs that change a table raise `Fenced` where it is another one's by then."""

    @property
    def failed(self) -> bool:
        """Whether the last attempt to keep something failed."""

    @property
    def jobs(self) -> int:
        """How many verbs were carried out so far, …"""

    @property
    def commits(self) -> int:
        """… and in how many commits."""

    @property
    def newest(self) -> float | None:
        """When somebody was last at a table before this store was opened (seconds since 1970)."""

    def create(self, id: str, table: Table) -> Awaitable[None]:
        """Keep a new table, which is ours."""

    def load(self, id: str) -> Awaitable[Saved | None]:
        """A table as it was kept, if there is one, which is ours from now on; `Elsewhere` if it is that of
        another node that lives, `Refused` if it is there and cannot be read."""

    def peek(self, id: str) -> Awaitable[Saved | None]:
        """The same, whosever it is and stays."""

    def whole(self, id: str) -> Awaitable[Whole | None]:
        """A table with all its matches, whosever it is; `Refused` if it is there and cannot be read."""

    def put(self, id: str, whole: Whole) -> Awaitable[None]:
        """Keep a table with all its matches in place of what is kept of it; it is nobody's."""

    def finished(self, id: str, number: int) -> Awaitable[Log | None]:
        """A match of a table by its number, if there was one; `Refused` if it cannot be read."""

    def faults(self) -> Awaitable[tuple[str, ...]]:
        """What the place itself finds wrong with what is kept there."""

    def ids(self) -> Awaitable[tuple[str, ...]]:
        """All tables."""

    def append(self, id: str, played: Played, table: Table | None = None) -> Awaitable[None]:
        """Keep a move, and the table where the move changes it; `Conflict` if its place is taken."""

    def open_match(self, id: str, table: Table, opening: Opening) -> Awaitable[None]:
        """Keep a match that was dealt, with its table."""

    def save_table(self, id: str, table: Table) -> Awaitable[None]:
        """Keep a table that has changed."""

    def cut(self, id: str, last: int, table: Table) -> Awaitable[None]:
        """Drop the moves after the *last* whole one, and keep the table as it was then."""

    def release(self, id: str) -> Awaitable[None]:
        """Note that somebody was at the table until now, and that it is nobody's any more if it is ours."""

    def keep_code(self, code: str, table: str, key: str, seconds: float) -> Awaitable[None]:
        """Keep a (hashed) code for some time; one that was kept for the same table and key before ends."""

    def find_code(self, code: str) -> Awaitable[Code | None]:
        """What a (hashed) code brings, or has brought: it is not ended when it is redeemed, so that one sent
        again finds its table. Nothing if its time is over."""

    def end_code(self, table: str, key: str) -> Awaitable[None]:
        """Let the code end that was kept for this table and key, if there is one."""

    def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> Awaitable[tuple[str, ...]]:
        """Delete tables that nobody was at since these times (seconds since 1970): *finished* for those whose
        match is over, *abandoned* for others; but *spare* some and those of other nodes that live, and delete
        so many at *most*, the oldest first. The ids of the deleted ones."""

    def close(self) -> None:
        """Finish what was asked for, and let go."""
