"""The commands by which people play: one that is sent again is not played again."""

from __future__ import annotations

from collections.abc import Iterable

from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.server.store import Played

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
