"""The commands of people: one that is sent again is not carried out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.server.store import Played
from elfer.server.table import DoneCommand, Table
from elfer.server.wire import Command

MAX_DONE = 32
"""How many commands a table remembers of each key that has a seat, and of all others together."""
KEY_LETTERS = 16
"""How much of a (hashed) key is kept with its commands."""
IN_MATCH = "·"
"""Stands between an id, which is ASCII, and the number of its match."""


class Commands:
    """What people played in a match and in the one before, by their seats and ids.

    A store keeps no text twice for a seat, in all matches of a table. So that others may sit there later and
    count their commands from the beginning, too, a later match's number is kept with the id.
    """

    def __init__(self, match: int, moves: Iterable[Played] = (), before: Iterable[Played] = ()) -> None:
        self._match = match
        self._played, self._before = _by_id(moves), _by_id(before)

    def next(self) -> Commands:
        """Those of the next match."""
        return Commands(self._match + 1, before=self._played.values())

    def text(self, id: str | None) -> str | None:
        """What is kept of an id."""
        return id if id is None or self._match == 1 else f"{id}{IN_MATCH}{self._match}"

    def note(self, played: Played) -> None:
        """A move was played, be it a person's or not."""
        self._played |= _by_id((played,))

    def __contains__(self, given: tuple[Seat, str]) -> bool:
        return given in self._played

    def number(self, seat: Seat, move: Move, id: str | None, at: int | None) -> int | None:
        """The number of a move that is sent again; another one under an id of this match is refused.

        It is another one if its sender had seen the first one played: *at* is how many moves that were."""
        if id is None:
            return None
        known = self._played.get((seat, id))
        for played in (known, self._before.get((seat, id))):
            if played and played.move == move and (at is None or at < played.number):
                return played.number
        if known:
            raise Refused("command_used", number=known.number)
        return None


def _by_id(moves: Iterable[Played]) -> dict[tuple[Seat, str], Played]:
    given = ((played.seat, played.command, played) for played in moves)
    return {(seat, text.partition(IN_MATCH)[0]): played for seat, text, played in given if text is not None}


class Given(NamedTuple):
    """A command about a table, and the (hashed) key of its sender."""

    key: str
    command: Command


class AlreadyDone(Exception):
    """A command was carried out before, and nothing is left to do."""


def once(given: Given, change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """A change that a command makes, which the table remembers; `AlreadyDone` the second time."""

    def changed(table: Table) -> Table:
        if was_done(table, given):
            raise AlreadyDone
        return noted(change(table), given)

    return changed


def was_done(table: Table, given: Given) -> bool:
    """Whether this very command was carried out at a table; another one under its id is refused."""
    wanted = _done(given)
    for done in reversed(table.done):
        if (done.key, done.id) == (wanted.key, wanted.id):
            if done.content != wanted.content:
                raise Refused("command_used")
            return True
    return False


def is_last(table: Table, given: Given) -> bool:
    """Whether this very command is the last one of its key that was carried out at a table."""
    wanted = _done(given)
    return next((done for done in reversed(table.done) if done.key == wanted.key), None) == wanted


def noted(table: Table, given: Given) -> Table:
    """A table that remembers a command; the keys of its seats cannot be crowded out by others."""
    seated = {key[:KEY_LETTERS] for key in table.keys}
    counts: Counter[str] = Counter()
    kept: list[DoneCommand] = []
    for done in (_done(given), *reversed(table.done)):
        group = done.key if done.key in seated else ""
        counts[group] += 1
        if counts[group] <= MAX_DONE:
            kept.append(done)
    return replace(table, done=tuple(reversed(kept)))


def _done(given: Given) -> DoneCommand:
    content = blake2b(msgspec.json.encode(given.command), digest_size=8).hexdigest()
    return DoneCommand(given.key[:KEY_LETTERS], given.command.id, content)
