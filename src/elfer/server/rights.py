"""Who may do what at a table, where not everybody may."""

from __future__ import annotations

from collections.abc import Callable

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server.room import Room
from elfer.server.table import Table

IDLE_SECONDS = 120.0
"""How long nobody has moved before anybody may hand an idle seat to a bot, …"""
HOST_IDLE_SECONDS = 30.0
"""… and before the host may, where its person is there."""


def as_host(key: str, change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """A change that only the host may make; looked at when it is carried out."""

    def checked(table: Table) -> Table:
        if table.host is None or table.host not in table.seats_of(key):
            raise Refused("not_host")
        return change(table)

    return checked


def check_idle(room: Room, own: tuple[Seat, ...], seat: Seat) -> None:
    """Refuse to hand a seat to a bot if its person is playing, or if it is not for one of *own* to say."""
    idle = room.clock.idle()
    if room.table.host not in own and idle < IDLE_SECONDS:
        raise Refused("not_host")
    if room.match is None or room.table.phase != "playing":
        raise Refused("no_match")
    waits = seat in room.match.awaited and idle >= HOST_IDLE_SECONDS
    if seat in room.present and not waits:
        raise Refused("seat_active", seat=seat)
