"""One page's conversation with the server: what each command does, who may, and at which table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

import msgspec

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import listening, wire
from elfer.server import table as tables
from elfer.server.advice import Advice
from elfer.server.commands import AlreadyDone, Given, once
from elfer.server.creation import first_match, opened
from elfer.server.devices import Device, looking, own_seat
from elfer.server.following import found
from elfer.server.learning import Learning
from elfer.server.limits import Bucket
from elfer.server.lobby import Lobby, code_hash
from elfer.server.looking_back import look_at, look_back
from elfer.server.names import clean
from elfer.server.pages import ENTRIES_PER_SECOND, MAX_ENTRIES_AT_ONCE, Cut, Send
from elfer.server.pipe import Pipe
from elfer.server.refusing import id_of, plain
from elfer.server.rights import as_host, as_newcomer, check_idle, removing
from elfer.server.room import Room
from elfer.server.store import CODE_SECONDS, Conflict, Unavailable
from elfer.server.table import Table

EMOTE_SECONDS = 2.0
log = logging.getLogger("elfer.session")


class Session:
    """A page that is connected: it hears of one table or of the lobby, and sends commands."""

    def __init__(self, lobby: Lobby, address: str, send: Send, cut: Cut | None = None) -> None:
        """Without *cut*, the page has come through a pipe: it is not carried on to a third node."""
        self.send, self._cut = send, cut
        self._pipe: Pipe | None = None
        self.key = ""
        """The hash of the key that was shown for the room."""
        self._lobby, self._address = lobby, address
        self._room: Room | None = None
        self._learning: Learning | None = None
        self._emotes = Bucket(1 / EMOTE_SECONDS, 1)
        self._entries = Bucket(ENTRIES_PER_SECOND, MAX_ENTRIES_AT_ONCE)
        self._advice = Advice(lobby, address, self)
        lobby.sessions[address] += 1

    def close(self) -> None:
        """The connection has ended."""
        self._advice.cancel()
        self._exit()
        self._lobby.sessions[self._address] -= 1
        if not self._lobby.sessions[self._address]:
            del self._lobby.sessions[self._address]

    @property
    def address(self) -> str:
        """The visitor's."""
        return self._address

    @property
    def seated(self) -> bool:
        """Whether this page is at a table at which it has a seat, or at one that another node has."""
        return self._pipe is not None or (self._room is not None and bool(self._room.pages[self].seats))

    # What is said

    def tell(self, news: wire.News) -> None:
        self.send(wire.format_news(news))

    def refuse(self, id: str | None, refused: Refused) -> None:
        self.tell(wire.Refused(id=id, code=refused.code, params=plain(refused)))

    def refuse_frame(self, frame: str, refused: Refused) -> None:
        """Refuse a frame unread; its sender is told which one it was, if it says so."""
        self.refuse(id_of(frame), refused)

    def put_out(self, code: wire.WhyOut) -> None:
        """Say that this page is no longer at its table."""
        room, self._room = self._room, None
        self.tell(wire.Out(code=code))
        if room:
            self._lobby.left(room)

    async def receive(self, frame: str) -> None:
        """Carry out the command of a frame, and answer it; what is none is refused."""
        try:
            command = wire.parse_command(frame)
        except msgspec.DecodeError as error:
            self.refuse_frame(frame, Refused("bad_frame", why=str(error)))
            return
        try:
            if self._pipe and not isinstance(command, wire.Anywhere):
                self._pipe.send(frame, command.id)
                await self._pipe.drain()
            elif isinstance(command, wire.Hint):
                self._advice.ask(command.id, *self._holding())
            else:
                await self._carry_out(command, frame)
        except Refused as refused:
            self.refuse(command.id, refused)
        except (Conflict, Unavailable) as failed:
            self.refuse(command.id, Refused("not_saved" if isinstance(failed, Conflict) else "no_store"))
        except Exception:  # whatever goes wrong here is answered, and is nobody else's trouble
            log.exception("a command failed", extra={"command": type(command).__name__})
            self.refuse(command.id, Refused("fault"))

    async def _carry_out(self, command: wire.AnyCommand, frame: str) -> None:
        """Answer a command here, or let the node answer that has the table."""
        if news := await self._answer(command):
            self.tell(news)
        elif self._pipe:
            self._pipe.send(frame, command.id)

    def cut(self, code: int, reason: str) -> None:
        """End the connection, as the node wants it that has the table."""
        if self._cut:
            self._cut(code, reason)

    def pipe_broke(self, pipe: Pipe) -> None:
        """The node that had the table is gone, or has let go: the page is to enter the table anew."""
        if self._pipe is pipe:
            self._pipe = None
            self.tell(wire.Out(code="reload"))

    async def _answer(self, command: wire.AnyCommand) -> wire.News | None:
        """Do what a command says; no answer if another node has to give it."""
        match command:
            case wire.Play() if self._learning:
                return wire.Done(id=command.id, at=self._learning.play(command.move))
            case wire.Play():
                room, _ = self._seated()
                seat = room.seat_for(self, command.seat, command.id)
                at = await room.play(seat, command.move, command.id, command.at, self)
                return wire.Done(id=command.id, at=at)
            case wire.Say():
                return listening.answer(self._lobby.typing, self._address, *self._holding(), command)
            case wire.Undo():
                room, seat = self._holding()
                return wire.Done(id=command.id, at=await room.undo(seat, command.id, command.at, self))
            case wire.Learn():
                await self._learn(command)
            case wire.Lobby():
                await self.leave()
                self._lobby.watch(self)
            case wire.Create():
                return await self._create(command)
            case wire.Enter():
                return await self._enter(command)
            case wire.Redeem():
                return await self._redeem(command)
            case wire.NewCode():
                code = await self._lobby.new_code(self._seated()[0], self)
                return wire.DeviceCode(id=command.id, code=code, seconds=CODE_SECONDS)
            case wire.Replay(record=str() as record):
                return await look_at(self._lobby, record, self._address, command)
            case wire.Record() | wire.Replay():
                room = self._entered()
                return await look_back(self._lobby, room, room.pages[self], self._address, command)
            case _:
                with contextlib.suppress(AlreadyDone):
                    await self._at_table(command)
        return wire.Done(id=command.id)

    async def _at_table(self, command: wire.AnyCommand) -> None:
        """The commands that change the table one is at."""
        match command:
            case wire.Sit():
                room = self._entered()
                await self._change(command, as_newcomer(room, self.key, command))
                room.clock.came(self.key)
            case wire.Hold():
                self._seated()[0].hold(self, command.seat)
            case wire.Rename():
                await self._rename(command)
            case wire.Leave():
                room, key, seat = self._entered(), self.key, command.seat
                await self._change(command, lambda table: tables.go(table, key, seat, room.present))
            case (wire.Change() | wire.Place() | wire.Swap() | wire.Hasten()) as wish:
                await self._change(command, as_host(self.key, lambda table: tables.arranged(table, wish)))
            case wire.Start():
                started = once(Given(self.key, command), as_host(self.key, lambda table: table))
                await self._entered().begin(started)
            case wire.Ready():
                self._ready()
            case wire.Substitute():
                await self._change(command, lambda table: self._substituted(table, command.seat))
            case wire.Remove():
                room, removed = self._entered(), list[str]()
                await self._change(command, as_host(self.key, removing(room, command.seat, removed)))
                room.remove(*removed)
            case wire.Emotes():
                await self._change(command, lambda table: self._emoted(table, command))
            case wire.Clear():
                room = self._entered()
                await self._change(command, as_host(self.key, room.clear))

    # Where one is

    def _entered(self) -> Room:
        if self._room is None:
            raise Refused("no_table_entered")
        if not self._lobby.held:  # another node may have the table by now: `out` follows
            raise Refused("not_saved")
        return self._room

    def _seated(self) -> tuple[Room, Device]:
        room = self._entered()
        if not (device := room.pages[self]).seats:
            raise Refused("not_seated")
        return room, device

    def holds(self, room: Room, seat: Seat) -> bool:
        """Whether this is still the page of a seat, and in that one's hands."""
        return self._room is room and self._lobby.held and room.pages[self].holder == seat

    def _holding(self) -> tuple[Room, Seat]:
        """Where one is, and in which seat; a device that is just passed on is in none."""
        room, device = self._seated()
        return room, own_seat(device, device.holder)

    async def _change(self, command: wire.Command, change: Callable[[Table], Table]) -> None:
        room = self._entered()
        keys = room.table.keys
        await room.change(once(Given(self.key, command), change), self)
        await self._lobby.end_codes(room, keys)

    async def _find(self, table: str) -> Room | None:
        """The room of a table; none if another node has it, to which there is a pipe now."""
        there = await found(self._lobby, table, self._address, self if self._cut else None)
        if isinstance(there, Room):
            return there
        self._pipe = there
        return None

    async def leave(self) -> None:
        """Go from where one is, once all that was said there is answered."""
        if self._pipe:
            await self._pipe.leave()
        self._exit()

    def _exit(self) -> None:
        self._lobby.watchers.discard(self)
        left = (self._pipe, self._learning)
        self._pipe = self._learning = None
        for one in left:
            if one:
                one.close()
        room, self._room = self._room, None
        if room:
            room.exit(self)
            self._lobby.left(room)

    # Commands

    async def _create(self, command: wire.Create) -> wire.News | None:
        self._check_pace()
        table = await opened(self._lobby, command, self._address)
        await self.leave()
        room = await self._find(table)
        if room is None:
            return None
        done = self._go_in(room, command.id, tables.hashed(command.key))
        if command.start:
            with contextlib.suppress(AlreadyDone):
                await room.begin(first_match)
        return done

    def _check_pace(self) -> None:
        """Refuse who goes from table to table all the time."""
        if not self._entries.take() or not self._lobby.entering.take(self._address):
            raise Refused("too_fast")

    async def _enter(self, command: wire.Enter) -> wire.News | None:
        self._check_pace()
        await self.leave()
        room = await self._find(command.table)
        return self._go_in(room, command.id, tables.hashed(command.key), command.at) if room else None

    def _go_in(self, room: Room, id: str, key: str, seen: int | None = None) -> wire.News:
        room.enter(self, key, seen)
        self._room = room
        return wire.Done(id=id, table=room.id, at=room.at)

    async def _learn(self, command: wire.Learn) -> None:
        self._check_pace()
        if not self._learning or self._learning.taught != (command.game, command.options):
            learning = Learning(command.game, command.options, self.tell, self._lobby.settings.pause)
            await self.leave()
            self._learning = learning
        self._learning.go_to(command.part)

    async def _rename(self, command: wire.Rename) -> None:
        name = clean(command.name)

        def renamed(table: Table) -> Table:
            device = self._seated()[1]
            seat = device.holder if command.seat is None and device.shared else command.seat
            if not self._entries.take():  # all others are told
                raise Refused("too_fast")
            return tables.rename(table, self.key, name, seat)

        await self._change(command, renamed)

    async def _redeem(self, command: wire.Redeem) -> wire.News | None:
        self._check_pace()
        code, key = await self._lobby.code(command.code, self._address), tables.hashed(command.key)
        room = await self._find(code.table)
        if room is None:
            return None
        used = code_hash(command.code)
        await room.change(lambda table: tables.redeem(table, used, code.key, key))
        await self.leave()
        return self._go_in(room, command.id, key)

    def _ready(self) -> None:
        room, device = self._seated()
        if room.table.phase == "gathering":
            raise Refused("no_match")
        room.be_ready(device.seats)

    def _substituted(self, table: Table, seat: Seat) -> Table:
        room, device = self._seated()
        check_idle(room, device.seats, seat)
        return tables.stand_in(table, seat, True)

    def _emoted(self, table: Table, command: wire.Emotes) -> Table:
        room, device = self._seated()
        seat = own_seat(device, looking(table, device) if command.seat is None else command.seat)
        if not self._emotes.take():
            raise Refused("too_fast")
        room.show(seat, command.emote)
        return table
