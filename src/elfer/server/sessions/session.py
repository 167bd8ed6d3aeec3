"""One page's conversation with the server.

`HANDLERS`, at the end, maps every command to its handler and says what the command needs.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.move_parser import parse_moves
from elfer.server import wire
from elfer.server.limits import Bucket
from elfer.server.lobby import Lobby, code_hash
from elfer.server.nodes.forwarding import ForwardedPage, find_table
from elfer.server.sessions.creation import before_first_match, create_table
from elfer.server.sessions.lessons import LessonSession
from elfer.server.stores.store import CODE_SECONDS, Conflict, Unavailable
from elfer.server.tables import seating
from elfer.server.tables.command_ids import AlreadyDone, done_command, run_once
from elfer.server.tables.devices import Device, own_seat, shown_seat
from elfer.server.tables.names import clean_name
from elfer.server.tables.presence import Page, Send
from elfer.server.tables.room import Room
from elfer.server.tables.seating import Table, hashed, hosted_by

EMOTE_SECONDS = 2.0
"""Minimum time between two emotes of a page."""
PAGE_ENTRIES_PER_SECOND = 2.0
"""Sustained rate of entering tables and renaming, per page."""
MAX_PAGE_ENTRIES_AT_ONCE = 20
"""Burst size per page."""
log = logging.getLogger("elfer.session")
Answer = wire.News | None
"""None if the answer comes later, or from the node that has the table."""
Handler = Callable[["Session", Any], Awaitable[Answer]]


class Session(Page):
    """A connected page: at one table, in a lesson or in the lobby."""

    def __init__(self, lobby: Lobby, address: str, send: Send, *, is_forwarded: bool = False) -> None:
        """A page that was forwarded by another node is not forwarded again."""
        super().__init__(address, send)
        self._lobby = lobby
        self._may_forward = not is_forwarded
        self._room: Room | None = None
        self._forwarded: ForwardedPage | None = None
        self._lesson: LessonSession | None = None
        self._emotes = Bucket(1 / EMOTE_SECONDS, 1)
        self._entries = Bucket(PAGE_ENTRIES_PER_SECOND, MAX_PAGE_ENTRIES_AT_ONCE)
        lobby.sessions[address] += 1

    def close(self) -> None:
        """The connection has ended."""
        self._lobby.hints.cancel(self)
        self._exit()
        self._lobby.sessions[self.address] -= 1
        if not self._lobby.sessions[self.address]:
            del self._lobby.sessions[self.address]

    @property
    def seated(self) -> bool:
        """Whether the page has a seat at its table, or is at a table of another node."""
        if self._forwarded and self._forwarded.open:
            return True
        return self._room is not None and bool(self._room.pages[self].seats)

    # Frames

    async def receive(self, frame: str) -> None:
        """Carry out the command in a frame, and answer it."""
        try:
            command = wire.parse_command(frame)
        except msgspec.DecodeError as error:
            self.refuse_frame(frame, Refused("bad_frame", why=str(error)))
            return
        try:
            if (page := self._forwarded) and page.open and not isinstance(command, wire.Anywhere):
                page.send(frame, command.id)
                await page.drain()
            elif news := await HANDLERS[type(command)](self, command):
                self.tell(news)
            elif self._forwarded:
                self._forwarded.send(frame, command.id)
        except AlreadyDone:
            self.tell(_done(command))
        except Refused as refused:
            self.refuse(command.id, refused)
        except (Conflict, Unavailable) as failed:
            self.refuse(command.id, Refused("not_saved" if isinstance(failed, Conflict) else "no_store"))
        except Exception:  # a fault is answered, and does not affect other pages
            log.exception("a command failed", extra={"command": type(command).__name__})
            self.refuse(command.id, Refused("fault"))

    def refuse_frame(self, frame: str, refused: Refused) -> None:
        """Refuse a frame unread, naming its command id if it has one."""
        self.refuse(wire.command_id(frame), refused)

    # Where the page is

    def _entered(self) -> Room:
        if self._room is None:
            raise Refused("no_table_entered")
        if not self._lobby.has_lease:  # another node may have the table; `out` follows
            raise Refused("not_saved")
        return self._room

    def _seated(self) -> tuple[Room, Device]:
        room = self._entered()
        if not (device := room.pages[self]).seats:
            raise Refused("not_seated")
        return room, device

    async def _find(self, table: str) -> Room | None:
        """The room of a table; None if another node owns it, to which this page is forwarded now."""
        forward = self._forward if self._lobby.forward and self._may_forward else None
        found = await find_table(lambda: self._lobby.room(table), forward)
        if isinstance(found, Room):
            return found
        self._forwarded = found
        return None

    async def _forward(self, node: str) -> ForwardedPage | None:
        await self.leave()
        assert self._lobby.forward
        return await self._lobby.forward(node, self.address, self.send)

    def _go_in(self, room: Room, id: str, key: str, seen: int | None = None) -> wire.News:
        room.enter(self, key, seen)
        self._room = room
        return wire.CommandDone(id=id, table=room.id, at=room.at)

    def expel(self, reason: wire.WhyOut) -> None:
        room, self._room = self._room, None
        super().expel(reason)
        if room:
            self._lobby.left(room)

    async def leave(self) -> None:
        """Leave the table, once another node has answered everything sent there."""
        if self._forwarded:
            await self._forwarded.leave()
        self._exit()

    def _exit(self) -> None:
        self._lobby.watchers.discard(self)
        forwarded, lesson, room = self._forwarded, self._lesson, self._room
        self._forwarded = self._lesson = self._room = None
        if forwarded:
            forwarded.close()
        if lesson:
            lesson.close()
        if room:
            room.exit(self)
            self._lobby.left(room)

    # Commands that need no table

    async def _ping(self, command: wire.Ping) -> Answer:
        return _done(command)

    async def _watch_lobby(self, command: wire.WatchLobby) -> Answer:
        await self.leave()
        self._lobby.watch(self)
        return _done(command)

    async def _create(self, command: wire.Create) -> Answer:
        self._check_rate()
        table = await create_table(self._lobby, command, self.address)
        await self.leave()
        room = await self._find(table)
        if room is None:
            return None
        done = self._go_in(room, command.id, hashed(command.key))
        if command.start:
            with contextlib.suppress(AlreadyDone):
                await room.begin(before_first_match)
        return done

    async def _enter(self, command: wire.Enter) -> Answer:
        self._check_rate()
        await self.leave()
        room = await self._find(command.table)
        return self._go_in(room, command.id, hashed(command.key), command.at) if room else None

    async def _redeem(self, command: wire.Redeem) -> Answer:
        self._check_rate()
        used, key = code_hash(command.code), hashed(command.key)
        code = await self._lobby.code(used, self.address)
        room = await self._find(code.table)
        if room is None:
            return None
        await room.change(lambda table: seating.redeem(table, used, code.key, key))
        await self.leave()
        return self._go_in(room, command.id, key)

    async def _learn(self, command: wire.Learn) -> Answer:
        self._check_rate()
        if not self._lesson or self._lesson.subject != (command.game, command.options):
            lesson = LessonSession(command.game, command.options, self.tell, self._lobby.settings.pause)
            await self.leave()
            self._lesson = lesson
        self._lesson.go_to(command.part)
        return _done(command)

    def _check_rate(self) -> None:
        """Refuse to go from table to table too fast."""
        if not self._entries.take() or not self._lobby.entering.take(self.address):
            raise Refused("too_fast")

    # Commands at a table

    async def _play(self, command: wire.Play) -> Answer:
        if self._lesson:
            return wire.CommandDone(id=command.id, at=self._lesson.play(command.move))
        room, _ = self._seated()
        seat = room.seat_for(self, command.seat, command.id)
        at = await room.play(seat, command.move, command.id, command.at, self)
        return wire.CommandDone(id=command.id, at=at)

    async def _undo(self, command: wire.Undo, room: Room, seat: Seat) -> Answer:
        return wire.CommandDone(id=command.id, at=await room.undo(seat, command.id, command.at, self))

    async def _say(self, command: wire.Say, room: Room, seat: Seat) -> Answer:
        """Parse typed moves; an ambiguous text is refused with a question."""
        if not self._lobby.typing.take(self.address):
            raise Refused("too_fast")
        if room.match is None:
            raise Refused("no_match")
        names = [chair.name for chair in room.table.chairs]
        words = Words(command.lang, names, getattr(room.match.game, "edition", ""), seat)
        moves = parse_moves(room.match, seat, words, command.text, command.open)
        return wire.Heard(id=command.id, moves=moves)

    async def _hint(self, command: wire.Hint, room: Room, seat: Seat) -> Answer:
        self._lobby.hints.ask(self, command.id, room, seat)
        return None

    async def _hold(self, command: wire.Hold, room: Room, device: Device) -> Answer:
        room.hold(self, command.seat)
        return _done(command)

    async def _ready(self, command: wire.Ready, room: Room, device: Device) -> Answer:
        if room.table.phase == "gathering":
            raise Refused("no_match")
        room.be_ready(device.seats)
        return _done(command)

    async def _new_code(self, command: wire.NewCode, room: Room, device: Device) -> Answer:
        code = await self._lobby.new_code(room, self)
        return wire.DeviceCode(id=command.id, code=code, seconds=CODE_SECONDS)

    async def _get_record(self, command: wire.GetRecord | wire.Replay, room: Room) -> Answer:
        return await self._lobby.replays.answer(self, room, command)

    async def _replay(self, command: wire.Replay) -> Answer:
        if command.record is not None:
            return await self._lobby.replays.answer_record(self, command.record, command)
        return await self._get_record(command, self._entered())

    async def _start(self, command: wire.StartMatch, room: Room) -> Answer:
        sent = done_command(self.key, command)
        await room.begin(run_once(sent, lambda table: hosted_by(table, self.key)))
        return _done(command)

    # Changes of the table

    async def _change(self, command: wire.Command, room: Room, change: Callable[[Table], Table]) -> Answer:
        """Make a change under the table's lock, once per command id; end the codes of lost seats."""
        keys = room.table.keys
        await room.change(run_once(done_command(self.key, command), change), self)
        await self._lobby.end_codes(room, keys)
        return _done(command)

    def _sit(self, command: wire.Sit, room: Room, table: Table) -> Table:
        room.pages.check_not_banned(self.key)
        name, program, beside = clean_name(command.name), command.program, command.beside
        return seating.sit(table, command.seat, name, self.key, program=program, beside=beside)

    def _leave_seat(self, command: wire.Leave, room: Room, table: Table) -> Table:
        return seating.leave(table, self.key, command.seat, room.present)

    def _rename(self, command: wire.Rename, room: Room, table: Table) -> Table:
        name, (_, device) = clean_name(command.name), self._seated()
        seat = device.holder if command.seat is None and device.shared else command.seat
        if not self._entries.take():  # every page gets news
            raise Refused("too_fast")
        return seating.rename(table, self.key, name, seat)

    def _substitute(self, command: wire.Substitute, room: Room, table: Table) -> Table:
        _, device = self._seated()
        room.check_idle(device.seats, command.seat)
        return seating.substitute(table, command.seat)

    def _emote(self, command: wire.Emotes, room: Room, table: Table) -> Table:
        _, device = self._seated()
        seat = own_seat(device, shown_seat(table, device) if command.seat is None else command.seat)
        if not self._emotes.take():
            raise Refused("too_fast")
        room.pages.tell(lambda _: wire.Emoted(seat=seat, emote=command.emote))
        return table

    def _clear(self, command: wire.Clear, room: Room, table: Table) -> Table:
        room.pages.clear_spectators()
        room.tell_table()
        return table

    async def _remove(self, command: wire.Remove, room: Room) -> Answer:
        """Ban a person, and free all seats of the device."""
        key = ""

        def vacated(table: Table) -> Table:
            nonlocal key
            key = seating.guest_key(hosted_by(table, self.key), command.seat)
            room.pages.ban(key)  # before another command of this key gets the lock
            return seating.leave(table, key, None, room.present)

        done = await self._change(command, room, vacated)
        room.pages.remove(key)
        room.tell_table()
        return done


def _done(command: wire.Command) -> wire.News:
    return wire.CommandDone(id=command.id)


def _entered(handle: Callable[[Session, Any, Room], Awaitable[Answer]]) -> Handler:
    """For a page at a table."""
    return lambda session, command: handle(session, command, session._entered())


def _seated(handle: Callable[[Session, Any, Room, Device], Awaitable[Answer]]) -> Handler:
    """For a device with a seat."""
    return lambda session, command: handle(session, command, *session._seated())


def _holder(handle: Callable[[Session, Any, Room, Seat], Awaitable[Answer]]) -> Handler:
    """For the player who holds the device."""

    def held(session: Session, command: Any, room: Room, device: Device) -> Awaitable[Answer]:
        return handle(session, command, room, own_seat(device, device.holder))

    return _seated(held)


def _change(change: Callable[[Session, Any, Room, Table], Table], *, host: bool = False) -> Handler:
    """For a page at a table, which the command changes; further needs are checked under the table's lock."""

    async def handle(session: Session, command: Any) -> Answer:
        room = session._entered()

        def changed(table: Table) -> Table:
            return change(session, command, room, hosted_by(table, session.key) if host else table)

        return await session._change(command, room, changed)

    return handle


_host = partial(_change, host=True)

HANDLERS: dict[type[wire.Command], Handler] = {
    wire.Ping: Session._ping,
    wire.WatchLobby: Session._watch_lobby,
    wire.Create: Session._create,
    wire.Enter: Session._enter,
    wire.Redeem: Session._redeem,
    wire.Learn: Session._learn,
    wire.Play: Session._play,  # seated, or in a lesson
    wire.Replay: Session._replay,  # entered, or with a record
    wire.GetRecord: _entered(Session._get_record),
    wire.StartMatch: _entered(Session._start),  # host, checked under the table's lock
    wire.Remove: _entered(Session._remove),  # likewise
    wire.Hold: _seated(Session._hold),
    wire.Ready: _seated(Session._ready),
    wire.NewCode: _seated(Session._new_code),
    wire.Undo: _holder(Session._undo),
    wire.Say: _holder(Session._say),
    wire.Hint: _holder(Session._hint),
    wire.Sit: _change(Session._sit),
    wire.Leave: _change(Session._leave_seat),
    wire.Rename: _change(Session._rename),
    wire.Substitute: _change(Session._substitute),
    wire.Emotes: _change(Session._emote),
    wire.ChangeSetup: _host(lambda _, command, __, table: seating.change(table, command.setup)),
    wire.Place: _host(lambda _, command, __, table: seating.place(table, command.seat, command.bot)),
    wire.Swap: _host(lambda _, command, __, table: seating.swap(table, command.seat, command.other)),
    wire.Hasten: _host(lambda _, command, __, table: seating.hasten(table, command.speed)),
    wire.Clear: _host(Session._clear),
}
