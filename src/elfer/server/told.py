"""What the people at a table are told: who sits where, and the match as each seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from elfer.core.game import Event, Move, Seat
from elfer.match import AnyMatch
from elfer.server import wire
from elfer.server.clock import Clock
from elfer.server.pages import Pages
from elfer.server.solo import forced, may_undo
from elfer.server.table import Table


class Tellable(Protocol):
    """A room, as far as others are told of it."""

    id: str
    table: Table
    match: AnyMatch | None
    at: int
    pages: Pages
    ready: set[Seat]
    clock: Clock

    @property
    def present(self) -> frozenset[Seat]: ...


def of_table(room: Tellable) -> Callable[[Seat | None], wire.TableInfo]:
    """What each seat hears of the table."""
    table, chairs = room.table, tuple(_chair(room, seat) for seat in range(len(room.table.chairs)))
    watching = room.pages.watching
    results = room.match.results if room.match and table.phase != "gathering" else []
    scores = tuple(result.points for result in results)
    return lambda seat: wire.TableInfo(
        id=room.id,
        setup=table.setup,
        chairs=chairs,
        host=table.host,
        you=seat,
        phase=table.phase,
        match=table.match,
        watching=watching,
        scores=scores,
    )


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
) -> Callable[[Seat | None], wire.Update]:
    """What each seat hears of the match: its view and events, what it may do, and what all may know."""
    match = room.match
    assert match
    for_all: dict[str, Any] = {
        "at": room.at,
        "round": match.round,
        "totals": match.totals,
        "awaited": match.awaited,
        "wait": room.clock.left(),
        "result": match.result,
    }

    def update(seat: Seat | None) -> wire.Update:
        return wire.Update(
            view=wire.raw(match.view(seat)),
            events=wire.raw_events(events, seat),
            undo=seat is not None and may_undo(room.table, match, seat),
            forced=seat is not None and forced(room.table, match, seat, moves[seat]),
            **for_all,
        )

    return update
