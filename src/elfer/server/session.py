"""What each command does: who may, at which table, and what comes of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from elfer.bots import Bot
from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.match import Match
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.bot_pool import NoThought
from elfer.server.lobby import CODE_SECONDS, House
from elfer.server.names import clean
from elfer.server.room import Room, raw
from elfer.server.table import Table
from elfer.server.web.guard import Bucket
from elfer.server.web.socket import Socket

LONG_IDLE = 120.0
"""After so many seconds anybody may hand an idle seat to a bot."""
EMOTE_SECONDS = 2.0
log = logging.getLogger("elfer.door")


class Door:
    """Carries out the commands of one socket."""

    def __init__(self, house: House, socket: Socket) -> None:
        self._house, self._socket = house, socket
        self._emoted = 0.0
        self._looks = Bucket(2, 20)
        """How often one may look back at a match, which is work."""
        self._thinking: asyncio.Task[None] | None = None

    async def handle(self, command: wire.AnyCommand) -> None:
        """Carry out a command, and answer it."""
        try:
            if isinstance(command, wire.Hint):
                self._hint(command)
            else:
                self._socket.tell(await self._answer(command))
        except Refused as refused:
            self._socket.refuse(command.id, refused)

    def close(self) -> None:
        """The connection has ended."""
        self._house.lobby.discard(self._socket)
        if self._thinking:
            self._thinking.cancel()
        self._exit()

    async def _answer(self, command: wire.AnyCommand) -> wire.News:
        match command:
            case wire.Play():
                room, seat = self._seated()
                at = await room.play(seat, command.move, command.id, command.at)
                return wire.Done(id=command.id, at=at)
            case wire.Ping():
                pass
            case wire.Lobby():
                self._exit()
                self._house.lobby.add(self._socket)
                self._socket.tell(self._house.open_tables())
            case wire.Create():
                return await self._create(command)
            case wire.Enter():
                return await self._enter(command.id, command.table, tables.hashed(command.key), command.at)
            case wire.Redeem():
                return await self._redeem(command)
            case wire.NewCode():
                room, _ = self._seated()
                code = self._house.new_code(room, self._socket.key)
                return wire.DeviceCode(id=command.id, code=code, seconds=CODE_SECONDS)
            case wire.Record() | wire.Replay():
                return await self._look_back(command)
            case _:
                await self._at_table(command)
        return wire.Done(id=command.id)

    async def _at_table(self, command: wire.AnyCommand) -> None:
        """The commands that change the table one is at."""
        match command:
            case wire.Sit():
                await self._sit(command)
            case wire.Leave():
                room, seat = self._seated()
                await self._change(lambda table: tables.leave(table, seat, room.present))
            case wire.Change(setup=setup):
                await self._change(self._as_host(lambda table: tables.change(table, setup)))
            case wire.Place(seat=seat, bot=bot):
                await self._change(self._as_host(lambda table: tables.place(table, seat, bot)))
            case wire.Swap(seat=seat, other=other):
                await self._change(self._as_host(lambda table: tables.swap(table, seat, other)))
            case wire.Start():
                await self._room().begin(self._as_host(lambda table: table))
                self._house.changed(self._room())
            case wire.Ready():
                self._ready()
            case wire.Substitute():
                await self._substitute(command.seat)
            case wire.Remove():
                await self._remove(command.seat)
            case wire.Emotes():
                self._emote(command)

    # Where one is

    def _room(self) -> Room:
        if self._socket.room is None:
            raise Refused("no_table_entered")
        return self._socket.room

    def _seated(self) -> tuple[Room, Seat]:
        room = self._room()
        seat = room.sockets.get(self._socket)
        if seat is None:
            raise Refused("not_seated")
        return room, seat

    def _as_host(self, change: Callable[[Table], Table]) -> Callable[[Table], Table]:
        """A change that only the host may make; looked at when it is carried out."""
        key = self._socket.key

        def checked(table: Table) -> Table:
            if table.host is None or table.seat_of(key) != table.host:
                raise Refused("not_host")
            return change(table)

        return checked

    async def _change(self, change: Callable[[Table], Table]) -> None:
        room = self._room()
        await room.change(change)
        self._house.changed(room)

    def _exit(self) -> None:
        room, self._socket.room = self._socket.room, None
        if room:
            room.exit(self._socket)
            self._house.left(room)

    # Commands

    async def _create(self, command: wire.Create) -> wire.News:
        if not self._house.creating.take(self._socket.address):
            raise Refused("too_many_tables")
        key = tables.hashed(command.key)
        table = tables.create(command.setup, clean(command.name), key, command.bots)
        if command.start:
            tables.begin(table)  # refuses what cannot begin, before anything is made
        room = await self._house.create(table)
        done = await self._enter(command.id, room.id, key, None)
        if command.start:
            await room.begin()
        return done

    async def _enter(self, id: str, table: str, key: str, seen: int | None) -> wire.News:
        self._exit()
        self._house.lobby.discard(self._socket)
        room = await self._house.room(table)
        async with room.lock:
            room.enter(self._socket, key, seen)
            self._socket.room = room
        self._house.changed(room)
        return wire.Done(id=id, table=table, at=room.at)

    async def _sit(self, command: wire.Sit) -> None:
        name, key = clean(command.name), self._socket.key
        room = self._room()
        await self._change(lambda table: tables.sit(table, command.seat, name, key))
        room.clock.came(key)

    async def _remove(self, seat: Seat) -> None:
        room, key = self._room(), ""

        def removed(table: Table) -> Table:
            nonlocal key
            if seat >= len(table.chairs) or not table.chairs[seat].key or seat == table.host:
                raise Refused("seat_no_person", seat=seat)
            key = table.chairs[seat].key
            return tables.leave(table, seat, room.present)

        await self._change(self._as_host(removed))
        room.put_out(key)

    async def _redeem(self, command: wire.Redeem) -> wire.News:
        code, key = self._house.code(command.code, self._socket.address), tables.hashed(command.key)
        room = await self._house.room(code.table)
        await room.change(lambda table: tables.move_key(table, code.key, key))
        self._house.changed(room)
        return await self._enter(command.id, code.table, key, None)

    def _ready(self) -> None:
        room, seat = self._seated()
        if room.table.phase == "gathering":
            raise Refused("no_match")
        room.be_ready(seat)

    async def _substitute(self, seat: Seat) -> None:
        room, own = self._seated()
        if own != room.table.host and room.clock.idle() < LONG_IDLE:
            raise Refused("not_host")
        if room.table.phase != "playing":
            raise Refused("no_match")
        await self._change(lambda table: tables.stand_in(table, seat, True))

    def _emote(self, command: wire.Emotes) -> None:
        room, seat = self._seated()
        now = time.monotonic()
        if now - self._emoted < EMOTE_SECONDS:
            raise Refused("too_fast")
        self._emoted = now
        room.show(seat, command.emote)

    def _hint(self, command: wire.Hint) -> None:
        """Ask a bot; other commands need not wait for its answer."""
        room, seat = self._seated()
        if not room.table.setup.hints:
            raise Refused("no_hints")
        if room.match is None or seat not in room.match.actors:
            raise Refused("no_hint_now")
        if self._thinking and not self._thinking.done():
            raise Refused("too_fast")
        bot = Bot("expert", room.bot_seed())
        asked = self._house.thinkers.ask("weigh", bot, bot.observe(room.match, seat))
        self._thinking = asyncio.get_running_loop().create_task(self._hinted(command.id, asked))

    async def _hinted(self, id: str, asked: Any) -> None:
        try:
            self._socket.tell(wire.Hints(id=id, moves=await asked))
        except NoThought:
            self._socket.refuse(id, Refused("no_thought"))

    async def _look_back(self, command: wire.Record | wire.Replay) -> wire.News:
        room = self._room()
        if not room.may_look(room.sockets.get(self._socket)):
            raise Refused("no_watching")
        if not self._looks.take():
            raise Refused("too_fast")
        match, names = await self._house.finished(room, command.match)
        if isinstance(command, wire.Record):
            return wire.RecordText(id=command.id, text=match.record())
        if command.seat is not None and command.seat >= match.seats:
            raise Refused("seat_range", key="seat", seat=command.seat, high=match.seats - 1)
        return await asyncio.to_thread(_steps, command, match, names)


def _steps(command: wire.Replay, match: Match, names: list[str]) -> wire.Steps:
    """Some steps of a match, each with what was seen after it."""
    history, frames = match.history, []
    then = match.at(command.first)
    for at in range(command.first, min(len(history) + 1, command.first + wire.MOST_FRAMES)):
        step = history[at - 1] if at else None
        if step and at > command.first:
            then.play(step.seat, step.move)
        view = then.open_view() if command.seat is None else then.view(command.seat)
        events = step.events if step else ()
        seen = events if command.seat is None else tuple(event.seen_by(command.seat) for event in events)
        frames.append(
            wire.Frame(
                at,
                then.round,
                step.seat if step else None,
                step.move if step else None,
                tuple(map(raw, seen)),
                raw(view),
            )
        )
    return wire.Steps(
        id=command.id, game=match.game.id, names=tuple(names), steps=len(history), frames=tuple(frames)
    )
