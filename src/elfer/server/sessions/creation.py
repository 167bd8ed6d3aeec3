"""Creating a table under an id derived from key and command id, so that a resent command finds it."""

from __future__ import annotations

import contextlib
import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.stores.store import Conflict, Saved
from elfer.server.tables import seating
from elfer.server.tables.command_ids import AlreadyDone, done_command, is_last, remember
from elfer.server.tables.names import clean_name
from elfer.server.tables.seating import Table


async def create_table(lobby: Lobby, command: wire.Create, address: str) -> str:
    """The id of the table that a command creates, or has created before."""
    id, key = _table_id(command), seating.hashed(command.key)
    if saved := await lobby.store.peek(id):
        if _is_resend(saved, key, command):
            return id
        id = secrets.token_urlsafe(16)
    if not lobby.creating.take(address):
        raise Refused("too_many_tables")
    people = tuple(map(clean_name, command.people))
    table = seating.create(command.setup, clean_name(command.name), key, command.bots, people)
    if command.start:
        seating.begin(table)  # refused now if it cannot start
    table = remember(table, done_command(key, command))
    with contextlib.suppress(Conflict):  # the same command came first on another connection
        await lobby.create(table, id)
    return id


def _table_id(command: wire.Create) -> str:
    """128 bits that cannot be guessed without the key."""
    text = f"{command.key}{command.id}".encode()
    digest = blake2b(text, digest_size=16, person=b"elfer table id").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def before_first_match(table: Table) -> Table:
    """The table, if no match was dealt yet."""
    if table.match:
        raise AlreadyDone
    return table


def _is_resend(saved: Saved, key: str, command: wire.Create) -> bool:
    """Whether this command created the table and its sender has done nothing there since: a client with the
    same key may count its command ids from 1 again."""
    table, own = saved.table, saved.table.seats_of(key)
    moves = saved.log.moves if saved.log else ()
    played = any(move.command and move.seat in own for move in moves)
    return is_last(table, done_command(key, command)) and table.match <= 1 and not played
