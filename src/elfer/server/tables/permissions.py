"""What only some players may do at a table."""

from __future__ import annotations

from collections.abc import Callable

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server.tables.live_table import LiveTable
from elfer.server.tables.seating import Table, leave

IDLE_SECONDS = 120.0
"""Time without a move after which any player may hand an idle seat to a bot."""
HOST_IDLE_SECONDS = 30.0
"""Time without a move after which the host may hand a connected player's seat to a bot."""


def host_only(key: str, change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """A change that is refused, when it is made, unless *key* is the host's."""

    def checked(table: Table) -> Table:
        if table.host is None or table.host not in table.seats_of(key):
            raise Refused("not_host")
        return change(table)

    return checked


def removal(room: LiveTable, seat: Seat, removed: list[str]) -> Callable[[Table], Table]:
    """A change that bans the person in *seat* and frees the seats; adds the key hash to *removed*."""

    def vacated(table: Table) -> Table:
        key = table.chairs[seat].key if seat < len(table.chairs) else ""
        if not key or table.host in table.seats_of(key):
            raise Refused("seat_no_person", seat=seat)
        room.pages.ban(key)  # before another command of this key gets the lock
        removed.append(key)
        return leave(table, key, None, room.present)

    return vacated


def check_idle(room: LiveTable, own: tuple[Seat, ...], seat: Seat) -> None:
    """Refuse to hand *seat* to a bot if its player is active, or the seats *own* may not decide it."""
    idle = room.times.idle_seconds()
    if room.table.host not in own and idle < IDLE_SECONDS:
        raise Refused("not_host")
    if room.match is None or room.table.phase != "playing":
        raise Refused("no_match")
    waits = seat in room.match.awaited and idle >= HOST_IDLE_SECONDS
    if seat in room.present and not waits:
        raise Refused("seat_active", seat=seat)
