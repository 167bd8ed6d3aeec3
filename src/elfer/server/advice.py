"""Advice for somebody at a table: a bot is asked, and other commands need not wait for its answer."""

from __future__ import annotations

import asyncio
from typing import Protocol

from elfer.bots import Bot, Observation
from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.bots import NoAnswer
from elfer.server.lobby import Lobby
from elfer.server.room import Room


class Asker(Protocol):
    """Whoever wants to know."""

    def tell(self, news: wire.News) -> None: ...

    def refuse(self, id: str | None, refused: Refused) -> None: ...

    def holds(self, room: Room, seat: Seat) -> bool:
        """Whether it is still the page of this seat, and in that one's hands."""


class Advice:
    """The advice that one page waits for, one piece at a time."""

    def __init__(self, lobby: Lobby, address: str, asker: Asker) -> None:
        self._lobby, self._address, self._asker = lobby, address, asker
        self._thinking: asyncio.Task[None] | None = None
        self._asked = ""
        """The id of the question."""

    def ask(self, id: str, room: Room, seat: Seat) -> None:
        """Ask a bot what to do in this seat; the answer comes by itself."""
        if not room.table.setup.hints:
            raise Refused("no_hints")
        if room.match is None or seat not in room.match.actors:
            raise Refused("no_hint_now")
        if self._thinking and not self._thinking.done():
            raise Refused("too_fast")
        self._lobby.hints.check(room.id, seat, self._address)
        bot = Bot("expert", room.bot_seed)
        thinking = self._told(id, room, seat, bot, bot.observe(room.match, seat))
        self._asked = id
        self._thinking = asyncio.get_running_loop().create_task(thinking)
        self._lobby.hints.begin(room.id, seat, self._thinking)

    async def _told(self, id: str, room: Room, seat: Seat, bot: Bot, seen: Observation) -> None:
        """Tell what a bot thinks, if nobody else has the device in hand by then."""
        try:
            moves = await self._lobby.bots.ask("weigh", bot, seen)
        except NoAnswer:
            self._asker.refuse(id, Refused("no_thought"))
            return
        if self._asker.holds(room, seat):
            self._asker.tell(wire.Hints(id=id, moves=moves))
        else:
            self._asker.refuse(id, Refused("no_hint_now"))

    def cancel(self) -> None:
        """Answer at once, without advice: the page goes."""
        if self._thinking and not self._thinking.done():
            self._thinking.cancel()
            self._asker.refuse(self._asked, Refused("no_hint_now"))
