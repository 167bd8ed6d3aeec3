"""News for each device at a table: the table, and the match as its seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from elfer.core.game import Event, Seat
from elfer.server import wire
from elfer.server.tables.devices import Device, calls, is_covered, shown_seat
from elfer.server.tables.live_table import LiveTable
from elfer.server.tables.seating import points


def table_info(room: LiveTable) -> Callable[[Device], wire.TableInfo]:
    """The table as each device sees it."""
    table = room.table
    chairs = tuple(_chair_info(room, seat) for seat in range(len(table.chairs)))
    watching = room.pages.watching
    scores = points(room.match) if room.match else table.scores or ()
    lost = room.match is None and table.phase == "over"
    ended = wire.EndedMatch(room.ended, table.scores is not None) if lost else None
    return lambda device: wire.TableInfo(
        id=room.id,
        setup=table.setup,
        chairs=chairs,
        host=table.host,
        you=shown_seat(table, device),
        phase=table.phase,
        match=table.match,
        watching=watching,
        scores=() if table.phase == "gathering" else scores,
        device=device.seats if device.shared else (),
        covered=is_covered(table, device),
        ended=ended,
    )


def _chair_info(room: LiveTable, seat: Seat) -> wire.ChairInfo:
    chair, here = room.table.chairs[seat], seat in room.present
    stand_in = bool(chair.key) and room.times.bot_plays(seat)
    absent = bool(chair.key) and not here and not stand_in
    return wire.ChairInfo(
        name=chair.name,
        bot=chair.bot,
        here=bool(chair.bot) or here,
        stand_in=stand_in,
        ready=seat in room.ready,
        program=chair.program,
        was=chair.was,
        wait=room.times.absence_left(seat) if absent else None,
    )


def match_update(room: LiveTable, events: Iterable[Event]) -> Callable[[Device], wire.Update]:
    """The match and *events* as each device may know them."""
    match = room.match
    assert match
    at, totals, awaited, result = room.at, match.totals, match.awaited, match.result

    def update(device: Device) -> wire.Update:
        seat = shown_seat(room.table, device)
        return wire.Update(
            at=at,
            round=match.round,
            totals=totals,
            awaited=awaited,
            wait=room.times.turn_left(device),
            view=wire.raw(match.view(seat)),
            events=wire.raw_events(events, seat),
            result=result,
            undo=seat is not None and room.may_undo(seat),
            forced=seat is not None and room.is_forced(seat),
            calls=calls(room.table, match, device),
        )

    return update
