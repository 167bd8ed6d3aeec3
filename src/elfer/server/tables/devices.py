"""A device at a table: its seats, its holder, and what other seats may do without holding it.

Several players may share a device without seeing each other's cards: when play waits for another of its
seats, the device is covered and shows only public facts until a player takes it. In a game with open cards
only, no seat needs to hold it.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.core.game import Move, Seat
from elfer.core.refusals import Refused
from elfer.game_card import policy_of
from elfer.games import game_type
from elfer.match import AnyMatch
from elfer.server.tables.seating import Table
from elfer.server.wire import Call


class Device(NamedTuple):
    """The seats of a page at a table, and the seat whose player holds it; a spectator has none."""

    seats: tuple[Seat, ...] = ()
    holder: Seat | None = None

    @property
    def shared(self) -> bool:
        return len(self.seats) > 1


def device_of(table: Table, key: str, holder: Seat | None = None) -> Device:
    """The device with this key hash, held by *holder* if that is one of several seats."""
    seats = table.seats_of(key)
    if len(seats) == 1:
        return Device(seats, seats[0])
    return Device(seats, holder if holder in seats and not all_open(table) else None)


def all_open(table: Table) -> bool:
    """Whether a game without hidden cards is being played."""
    return table.phase == "playing" and policy_of(game_type(table.setup.game)).shared_screen


def shown_seat(table: Table, device: Device) -> Seat | None:
    """The seat whose view a device shows; between matches, its first one."""
    if device.holder is None and table.phase != "playing":
        return next(iter(device.seats), None)
    return device.holder


def seats_in_hand(table: Table, device: Device) -> tuple[Seat, ...]:
    """The seats of a device whose players see what they need to act."""
    if all_open(table):
        return device.seats
    return () if device.holder is None else (device.holder,)


def is_covered(table: Table, device: Device) -> bool:
    """Whether a shared device waits for a player to take it."""
    free = device.shared and device.holder is None
    return free and table.phase == "playing" and not all_open(table)


def after_move(table: Table, match: AnyMatch, device: Device, *, dealt: bool) -> Device:
    """A device after a move: covered if play waits for other seats of it, or after a deal, since between
    rounds all players look at it."""
    if not device.shared or table.phase != "playing":
        return device
    people = {seat for seat in device.seats if not table.chairs[seat].stand_in}
    waits = people.intersection(match.awaited) and device.holder not in match.awaited
    return Device(device.seats) if dealt or waits else device


def calls(table: Table, match: AnyMatch, device: Device) -> tuple[Call, ...]:
    """Moves that reveal nothing about hidden cards, for each seat of a shared device but its holder."""
    if not device.shared or table.phase != "playing":
        return ()
    others = [seat for seat in device.seats if seat in match.actors and seat != device.holder]
    if all_open(table):
        offered = {seat: match.game.offered(match.state, seat) for seat in others}
    else:
        offered = {seat: match.moves(seat) for seat in others if seat not in match.awaited}
    return tuple(Call(seat, moves) for seat, moves in offered.items() if moves)


def own_seat(device: Device, seat: Seat | None) -> Seat:
    """*seat*, if it belongs to the device."""
    if seat is None:
        raise Refused("not_held")
    if seat not in device.seats:
        raise Refused("not_seated")
    return seat


def check_may_play(table: Table, match: AnyMatch, device: Device, seat: Seat, move: Move) -> None:
    """Refuse a move that only the holder of a device may make; checked before legality, whose reasons could
    reveal cards."""
    if own_seat(device, seat) == device.holder or all_open(table):
        return
    if seat in match.awaited or move not in match.moves(seat):
        raise Refused("not_held")
