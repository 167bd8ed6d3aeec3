"""Recognises resent commands, so that each is carried out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.server.stores.store import Played
from elfer.server.tables.seating import DoneCommand, Table
from elfer.server.wire import Command

MAX_DONE = 32
"""Commands a table remembers per seated key, and for all other keys together."""
KEY_LETTERS = 16
"""Letters of a key hash stored with its commands."""
IN_MATCH = "·"
"""Separates an id, which is ASCII, from its match number."""


class PlayedCommands:
    """The moves people played in a match and in the one before, by seat and command id.

    A store accepts each (seat, id) once per table. The stored id contains the match number from the second
    match on, so that clients may count their ids from 1 in every match.
    """

    def __init__(self, match: int, moves: Iterable[Played] = (), before: Iterable[Played] = ()) -> None:
        self._match = match
        self._played, self._before = _by_id(moves), _by_id(before)

    def next_match(self) -> PlayedCommands:
        return PlayedCommands(self._match + 1, before=self._played.values())

    def stored_id(self, id: str | None) -> str | None:
        """The id as it is stored."""
        return id if id is None or self._match == 1 else f"{id}{IN_MATCH}{self._match}"

    def note(self, played: Played) -> None:
        """Remember a move, if it was a person's."""
        self._played |= _by_id((played,))

    def __contains__(self, sent: tuple[Seat, str]) -> bool:
        return sent in self._played

    def number(self, seat: Seat, move: Move, id: str | None, at: int | None) -> int | None:
        """The number of a move that is resent; a different one under an id of this match is refused.

        It is different if its sender had already seen the first one: *at* is the last move seen."""
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
    sent = ((played.seat, played.command, played) for played in moves)
    return {(seat, text.partition(IN_MATCH)[0]): played for seat, text, played in sent if text is not None}


class AlreadyDone(Exception):
    """The command was carried out before."""


def done_command(key: str, command: Command) -> DoneCommand:
    """A command as a table remembers it, with the hash of its sender's key."""
    content = blake2b(msgspec.json.encode(command), digest_size=8).hexdigest()
    return DoneCommand(key[:KEY_LETTERS], command.id, content)


def run_once(sent: DoneCommand, change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """A change that the table remembers with its command; raises `AlreadyDone` the second time."""

    def changed(table: Table) -> Table:
        if was_done(table, sent):
            raise AlreadyDone
        return remember(change(table), sent)

    return changed


def was_done(table: Table, sent: DoneCommand) -> bool:
    """Whether a table remembers the command; a different one under the same id is refused."""
    found = next((done for done in reversed(table.done) if done[:2] == sent[:2]), None)
    if found and found != sent:
        raise Refused("command_used")
    return found is not None


def is_last(table: Table, sent: DoneCommand) -> bool:
    """Whether the command is the last one of its key that the table remembers."""
    return next((done for done in reversed(table.done) if done.key == sent.key), None) == sent


def remember(table: Table, sent: DoneCommand) -> Table:
    """The table with a command; those of seated keys cannot be displaced by other keys."""
    seated = {key[:KEY_LETTERS] for key in table.keys}
    counts: Counter[str] = Counter()
    kept: list[DoneCommand] = []
    for done in (sent, *reversed(table.done)):
        group = done.key if done.key in seated else ""
        counts[group] += 1
        if counts[group] <= MAX_DONE:
            kept.append(done)
    return replace(table, done=tuple(reversed(kept)))
