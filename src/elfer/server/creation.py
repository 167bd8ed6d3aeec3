"""Opening a table. The key and the id of the command name it, so that a command sent again finds it."""

from __future__ import annotations

import contextlib
import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b

from elfer.core.refusals import Refused
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.commands import AlreadyDone, Given, is_last, noted
from elfer.server.lobby import Lobby
from elfer.server.names import clean
from elfer.server.store import Conflict, Saved
from elfer.server.table import Table


async def opened(lobby: Lobby, command: wire.Create, address: str) -> str:
    """The id of the table that a command opens, or has opened before."""
    id, given = _table_id(command), Given(tables.hashed(command.key), command)
    if saved := await lobby.store.peek(id):
        if _is_sent_again(saved, given):
            return id
        id = secrets.token_urlsafe(16)
    if not lobby.creating.take(address):
        raise Refused("too_many_tables")
    table = _drafted(command, given)
    with contextlib.suppress(Conflict):  # the same command on another connection was first
        await lobby.create(table, id)
    return id


def _table_id(command: wire.Create) -> str:
    """128 bits that only the holder of the key can know before the table is told to others."""
    named = f"{command.key}{command.id}".encode()
    digest = blake2b(named, digest_size=16, person=b"elfer table id").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _drafted(command: wire.Create, given: Given) -> Table:
    """The table as it begins; refused if its match cannot begin at once as it should."""
    people = tuple(map(clean, command.people))
    table = tables.create(command.setup, clean(command.name), given.key, command.bots, people)
    if command.start:
        tables.begin(table)
    return noted(table, given)


def first_match(table: Table) -> Table:
    """A table whose first match was not dealt yet."""
    if table.match:
        raise AlreadyDone
    return table


def _is_sent_again(saved: Saved, given: Given) -> bool:
    """Whether this very command has opened a table, and its sender has done nothing there since: a client
    that has kept its key may count its commands from the beginning again."""
    table, own = saved.table, saved.table.seats_of(given.key)
    moves = saved.log.moves if saved.log else ()
    played = any(move.command and move.seat in own for move in moves)
    return is_last(table, given) and table.match <= 1 and not played
