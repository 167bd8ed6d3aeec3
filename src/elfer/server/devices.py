"""A device at a table: whose seats it has, who of them holds it, and what those may do who do not.

Several people may share one. Nobody sees the cards of another on it: as soon as play waits for the next of
them, nobody holds it any more, and it shows what all may know until somebody takes it. Where a game is played
with open cards alone, nobody needs to hold it, and everybody acts.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.games import game_type
from elfer.match import AnyMatch
from elfer.server.table import Table
from elfer.server.wire import Call


class Device(NamedTuple):
    """The seats that a page has at a table, and the one whose person looks at it; who looks on has none."""

    seats: tuple[Seat, ...] = ()
    holder: Seat | None = None

    @property
    def shared(self) -> bool:
        """Whether several people sit there."""
        return len(self.seats) > 1


def device_of(table: Table, key: str, holder: Seat | None = None) -> Device:
    """The device that has this (hashed) key, in somebody's hands if that one sits there."""
    seats = table.seats_of(key)
    if len(seats) == 1:
        return Device(seats, seats[0])
    return Device(seats, holder if holder in seats and not in_common(table) else None)


def in_common(table: Table) -> bool:
    """Whether a game is being played in which all act on what everybody sees."""
    return table.phase == "playing" and game_type(table.setup.game).common


def looking(table: Table, device: Device) -> Seat | None:
    """The seat whose cards a device shows; when nothing is secret, one of its own at any time."""
    if device.holder is None and table.phase != "playing":
        return next(iter(device.seats), None)
    return device.holder


def in_hand(table: Table, device: Device) -> tuple[Seat, ...]:
    """The seats of those at a device who see what they need to act."""
    if in_common(table):
        return device.seats
    return () if device.holder is None else (device.holder,)


def is_covered(table: Table, device: Device) -> bool:
    """Whether a device waits for somebody to take it."""
    idle = device.shared and device.holder is None
    return idle and table.phase == "playing" and not in_common(table)


def passed_on(table: Table, match: AnyMatch, device: Device, *, dealt: bool) -> Device:
    """A device after a move: in nobody's hands, if play waits for others there and not for the holder, and
    once cards are *dealt*, since all have looked at it before."""
    if not device.shared or table.phase != "playing":
        return device
    next_ones = {seat for seat in device.seats if not table.chairs[seat].stand_in}.intersection(match.awaited)
    waits = next_ones and device.holder not in match.awaited
    return Device(device.seats) if dealt or waits else device


def calls(table: Table, match: AnyMatch, device: Device) -> tuple[Call, ...]:
    """What each seat of a shared device may do without holding it: nothing that tells of its cards."""
    if not device.shared or table.phase != "playing":
        return ()
    offered = ((seat, _offered(table, match, seat)) for seat in device.seats if seat != device.holder)
    return tuple(Call(seat, moves) for seat, moves in offered if moves)


def _offered(table: Table, match: AnyMatch, seat: Seat) -> tuple[Move, ...]:
    if seat not in match.actors:
        return ()
    if in_common(table):
        return match.game.offered(match.state, seat)
    return () if seat in match.awaited else match.moves(seat)


def own_seat(device: Device, seat: Seat | None) -> Seat:
    """A seat that somebody at a device means, if it has it; refuse nobody's."""
    if seat is None:
        raise Refused("not_held")
    if seat not in device.seats:
        raise Refused("not_seated")
    return seat


def check_may_play(table: Table, match: AnyMatch, device: Device, seat: Seat, move: Move) -> None:
    """Refuse what only the holder of a device may do; before anything else, since a reason could tell of
    cards."""
    if own_seat(device, seat) == device.holder or in_common(table):
        return
    if seat in match.awaited or move not in match.moves(seat):
        raise Refused("not_held")
