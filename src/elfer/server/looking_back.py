"""Looking back at a match that is over: its record, or its steps."""

from __future__ import annotations

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.devices import Device
from elfer.server.lobby import Lobby
from elfer.server.replays import Film
from elfer.server.room import Room
from elfer.server.table import Table


async def look_back(
    lobby: Lobby, room: Room, device: Device, address: str, command: wire.Record | wire.Replay
) -> wire.News:
    """What somebody at a table may see of a match there; who looks on, only where that was allowed."""
    if not room.may_look(device):
        raise Refused("no_watching")
    async with lobby.replays.turn(address):
        film = await lobby.finished(room, command.match)
        if not film.watch:
            _check_played(room.table, device, film.number)
        if isinstance(command, wire.Record):
            return wire.RecordText(id=command.id, text=film.record)
        return await _shown(film, command)


def _check_played(table: Table, device: Device, match: int) -> None:
    """Refuse a match at which others might not look on, unless a seat of the device was taken before it."""
    if not device.seats:
        raise Refused("no_watching")
    if all(table.chairs[seat].since > match for seat in device.seats):
        raise Refused("match_private")


async def look_at(lobby: Lobby, record: str, address: str, command: wire.Replay) -> wire.News:
    """What somebody sees of a match that was not played here."""
    async with lobby.replays.turn(address):
        return await _shown(await lobby.replays.of_record(record, address), command)


async def _shown(film: Film, command: wire.Replay) -> wire.Steps:
    if command.seat is not None and command.seat >= film.seats:
        raise Refused("seat_range", key="seat", seat=command.seat, high=film.seats - 1)
    return await film.show(command)
