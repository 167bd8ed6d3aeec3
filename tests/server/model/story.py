"""What happened at a table, read from the log of moves beside the server and played by the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

import elfer
from elfer.core.game import Event
from elfer.match import AnyMatch
from tests.server.people import Server

MATCHES = "SELECT number, first, opening FROM matches WHERE table_id = ? ORDER BY number"
MOVES = "SELECT seq, seat, move, command FROM moves WHERE table_id = ? ORDER BY seq"


class Row(NamedTuple):
    """A move as it is kept."""

    number: int
    seat: int
    move: str
    command: str | None


def _row(number: int, seat: int, move: str, command: str | None) -> Row:
    """A move with its command as it was given: in later matches their number is kept with it."""
    return Row(number, seat, move, command and command.partition("·")[0])


def plain(value: object) -> Any:
    """A value of the library as a page reads it."""
    return json.loads(elfer.to_json(value))


class Opening(NamedTuple):
    """A match as it was dealt."""

    number: int
    first: int
    record: str


class Moment(NamedTuple):
    """A match right after a move, or after it was dealt."""

    opening: Opening
    at: int
    match: AnyMatch

    def update(self, seat: int | None) -> dict[str, Any]:
        """What a seat must be told then; its events and the clock apart."""
        match = self.match
        return {
            "is": "update",
            "at": self.at,
            "round": match.round,
            "totals": list(match.totals),
            "awaited": list(match.awaited),
            "view": plain(match.view(seat)),
            "result": plain(match.result),
        }


class Story:
    """All matches of a table so far. What has been read once stays, in its order."""

    def __init__(self, server: Server, table: str) -> None:
        self._server, self._table = server, table
        self._rows: list[Row] = []
        self._openings: list[Opening] = []
        self._events: list[tuple[Event, ...]] = []
        """What happened at each move."""
        self.moments: list[Moment] = []
        self.finished: dict[int, str] = {}
        """The records of matches that are over."""
        self.loaded = 0
        """When the table was last brought back from the log: since then it knows who could do what."""

    @property
    def at(self) -> int:
        return len(self._rows)

    @property
    def number(self) -> int:
        """The number of the last match."""
        return len(self._openings)

    @property
    def now(self) -> AnyMatch:
        return self.moments[-1].match

    @property
    def commands(self) -> dict[tuple[int, str], int]:
        return {(row.seat, row.command): row.number for row in self._rows if row.command}

    def given(self, seat: int, id: str) -> list[tuple[Row, bool]]:
        """The moves of a seat under an id in this match, and in the one before; whether it is this one."""
        first, second = ([0, 0, *(opening.first for opening in self._openings)])[-2:]
        return [
            (row, row.number > second)
            for row in reversed(self._rows[first:])
            if (row.seat, row.command) == (seat, id)
        ]

    def news(self) -> Iterator[Opening | Row]:
        """What is in the log and not yet in the story, in order. What was there is there, and the same."""
        openings = [Opening(*row) for row in self._server.rows(MATCHES, self._table)]
        rows = [_row(*row) for row in self._server.rows(MOVES, self._table)]
        assert openings[: self.number] == self._openings
        assert rows[: len(self._rows)] == self._rows
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        while True:
            opening = openings[self.number] if self.number < len(openings) else None
            if opening and opening.first == len(self._rows):
                yield opening
            elif len(self._rows) < len(rows):
                yield rows[len(self._rows)]
            else:
                assert opening is None
                return

    def begin(self, opening: Opening) -> None:
        """Go on with the next match."""
        assert opening.number == self.number + 1
        self._openings.append(opening)
        self.moments.append(Moment(opening, self.at, elfer.replay(opening.record)))

    def take(self, row: Row) -> None:
        """Go on with a move."""
        after = copy(self.now)
        self._events.append(after.play(row.seat, row.move))
        self._rows.append(row)
        self.moments.append(Moment(self._openings[-1], self.at, after))
        if after.over:
            self.finished[self.number] = after.record()

    def row(self, number: int) -> Row:
        return self._rows[number - 1]

    def since(self, seat: int) -> int:
        """Since which move a seat has had its present legal moves, none perhaps."""
        moves, since = self.now.moves(seat), self.at
        for moment in reversed(self.moments):
            if moment.opening != self._openings[-1] or moment.match.moves(seat) != moves:
                break
            since = moment.at
        return since

    def refusal(self, seat: int, move: str) -> str | None:
        """Why a seat may not play a move now, if so."""
        try:
            self.now.foresee(seat, move)
        except elfer.IllegalMove as refused:
            return refused.code
        return None

    def events(self, before: int, moment: Moment, seat: int | None) -> list[Any]:
        """What a seat is told of what happened in a match since a move."""
        moves = self._events[max(before, moment.opening.first) : moment.at]
        return [plain(event.seen_by(seat)) for events in moves for event in events]
