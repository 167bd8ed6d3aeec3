"""Where a page is: at a table of this node or of another one, in a lesson or in the lobby."""

from __future__ import annotations

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.nodes.forwarding import Cut, ForwardedPage
from elfer.server.nodes.lookup import find_table
from elfer.server.sessions.lessons import LessonSession
from elfer.server.tables.devices import Device, own_seat
from elfer.server.tables.presence import Page, Send
from elfer.server.tables.room import Room


class LocatedPage(Page):
    """A connected page that knows where it is."""

    def __init__(self, lobby: Lobby, address: str, send: Send, cut: Cut | None = None) -> None:
        """Without *cut*, the page was forwarded by another node, and is not forwarded again."""
        super().__init__(address, send)
        self._cut = cut
        self._lobby = lobby
        self._room: Room | None = None
        self._forwarded: ForwardedPage | None = None
        self._lesson: LessonSession | None = None
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

    def _holding(self) -> tuple[Room, Seat]:
        room, device = self._seated()
        return room, own_seat(device, device.holder)

    async def _find(self, table: str) -> Room | None:
        """The room of a table; None if another node owns it, to which this page is forwarded now."""
        found = await find_table(self._lobby, table, self._forward if self._cut else None)
        if isinstance(found, Room):
            return found
        self._forwarded = found
        return None

    async def _forward(self, node: str) -> ForwardedPage | None:
        await self.leave()
        forward, cut = self._lobby.forward, self._cut
        return await forward(node, self.address, self.send, cut) if forward and cut else None

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
