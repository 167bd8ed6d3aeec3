"""What the people at a table are told: who sits where, and the match as each seat may know it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from elfer.core.game import Event, Move, Seat
from elfer.match import AnyMatch
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.clock import Clock
from elfer.server.devices import Device, calls, is_covered, looking
from elfer.server.pages import Pages
from elfer.server.solo import forced, may_undo
from elfer.server.table import Table

MISSED_EVENTS = 100
"""How many events somebody who was away is told; a view says the rest."""


class Tellable(Protocol):
    """A room, as far as others are told of it."""

    id: str
    table: Table
    match: AnyMatch | None
    ended: wire.WhyEnded
    at: int
    pages: Pages
    ready: set[Seat]
    clock: Clock

    @property
    def present(self) -> frozenset[Seat]: ...


def of_table(room: Tellable) -> Callable[[Device], wire.TableInfo]:
    """What those at each device hear of the table."""
    table, chairs = room.table, tuple(_chair(room, seat) for seat in range(len(room.table.chairs)))
    watching = room.pages.watching
    scores = tables.points(room.match) if room.match else table.scores or ()
    ended = wire.Ended(room.ended, table.scores is not None) if _is_ended(room) else None
    return lambda device: wire.TableInfo(
        id=room.id,
        setup=table.setup,
        chairs=chairs,
        host=table.host,
        you=looking(table, device),
        phase=table.phase,
        match=table.match,
        watching=watching,
        scores=() if table.phase == "gathering" else scores,
        device=device.seats if device.shared else (),
        covered=is_covered(table, device),
        ended=ended,
    )


def _is_ended(room: Tellable) -> bool:
    """Whether the match at a table cannot be played on or looked at."""
    return room.match is None and room.table.phase == "over"


def _chair(room: Tellable, seat: Seat) -> wire.Chair:
    chair, here = room.table.chairs[seat], seat in room.present
    stands_in = bool(chair.key) and room.clock.stands_in(seat)
    awaited = bool(chair.key) and not here and not stands_in
    return wire.Chair(
        name=chair.name,
        bot=chair.bot,
        here=bool(chair.bot) or here,
        stand_in=stands_in,
        ready=seat in room.ready,
        program=chair.program,
        was=chair.was,
        wait=room.clock.waits(seat) if awaited else None,
    )


def of_match(
    room: Tellable, moves: tuple[tuple[Move, ...], ...], events: Iterable[Event]
) -> Callable[[Device], wire.Update]:
    """What those at each device hear of the match: view, events, what they may do, and what all may know."""
    match = room.match
    assert match
    for_all: dict[str, Any] = {
        "at": room.at,
        "round": match.round,
        "totals": match.totals,
        "awaited": match.awaited,
        "result": match.result,
    }

    def update(device: Device) -> wire.Update:
        seat = looking(room.table, device)
        return wire.Update(
            view=wire.raw(match.view(seat)),
            events=wire.raw_events(events, seat),
            undo=seat is not None and may_undo(room.table, match, seat),
            forced=seat is not None and forced(room.table, match, seat, moves[seat]),
            calls=calls(room.table, match, device),
            wait=room.clock.left(device),
            **for_all,
        )

    return update


def missed(match: AnyMatch, numbers: list[int], seen: int | None) -> list[Event]:
    """What happened since somebody has *seen* a move, by the numbers of all moves; of very much, the end."""
    since = match.steps if seen is None else bisect_right(numbers, seen)
    steps = match.since(max(since, match.steps - MISSED_EVENTS))
    return [event for step in steps for event in step.events][-MISSED_EVENTS:]


def last_own(match: AnyMatch | None, numbers: list[int], seat: Seat | None) -> int | None:
    """The number of the last move of a seat."""
    steps = match.history if match else ()
    own = (number for number, step in zip(numbers, steps, strict=True) if step.seat == seat)
    return max(own, default=None)
