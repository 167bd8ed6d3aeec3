"""Who may do what at a table, where not everybody may."""

from __future__ import annotations

from collections.abc import Callable

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.names import clean
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


def as_newcomer(room: Room, key: str, wish: wire.Sit) -> Callable[[Table], Table]:
    """A change by which a (hashed) key takes a free seat, unless the host has just removed it."""
    name = clean(wish.name)

    def seated(table: Table) -> Table:
        room.pages.check_welcome(key)
        return tables.sit(table, wish.seat, name, key, program=wish.program, beside=wish.beside)

    return seated


def removing(room: Room, seat: Seat, removed: list[str]) -> Callable[[Table], Table]:
    """A change by which a person loses the seat; the (hashed) key is among the *removed* ones then."""

    def vacated(table: Table) -> Table:
        key = table.chairs[seat].key if seat < len(table.chairs) else ""
        if not key or table.host in table.seats_of(key):
            raise Refused("seat_no_person", seat=seat)
        room.pages.ban(key)  # before anybody else has a turn to sit
        removed.append(key)
        return tables.go(table, key, None, room.present)

    return vacated


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
