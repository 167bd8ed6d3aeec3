"""What somebody types at a table, taken for moves."""

from __future__ import annotations

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.server import wire
from elfer.server.limits import Buckets
from elfer.server.room import Room
from elfer.typed import heard

TEXTS_PER_SECOND = 10.0
"""How many typed texts of an address are read in the long run, …"""
MAX_TEXTS_AT_ONCE = 30
"""… and how many at once."""


def answer(typing: Buckets, address: str, room: Room, seat: Seat, said: wire.Say) -> wire.Heard:
    """The moves that a seat means; nothing is played; what could be several is refused with a question."""
    if not typing.take(address):
        raise Refused("too_fast")
    if room.match is None:
        raise Refused("no_match")
    names = [chair.name for chair in room.table.chairs]
    words = Words(said.lang, names, str(room.table.setup.options.get("edition", "")), seat)
    return wire.Heard(id=said.id, moves=heard(room.match, seat, words, said.text, said.open))
