"""Hints: a bot's estimates of a player's moves, computed while other commands go on."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from elfer.bots import Bot, Observation
from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.bots.backend import BotBackend, NoAnswer
from elfer.server.limits import Buckets
from elfer.server.tables.devices import Device
from elfer.server.tables.presence import Page
from elfer.server.tables.room import Room

HINTS_PER_SECOND = 1.0
"""Sustained rate per address."""
MAX_HINTS_AT_ONCE = 10
"""Burst size per address."""


class PendingHint(NamedTuple):
    """A hint that is being computed."""

    id: str
    table: str
    seat: Seat
    task: asyncio.Task[None]


class Hints:
    """The hints being computed: one at a time per page and per seat, limited per address."""

    def __init__(self, bots: BotBackend) -> None:
        self._bots = bots
        self._rates = Buckets(HINTS_PER_SECOND, MAX_HINTS_AT_ONCE)
        self._pending: dict[Page, PendingHint] = {}

    def ask(self, page: Page, id: str, room: Room, seat: Seat) -> None:
        """Start to compute a hint; the answer follows."""
        if not room.table.setup.hints:
            raise Refused("no_hints")
        if room.match is None or seat not in room.match.actors:
            raise Refused("no_hint_now")
        same = any((hint.table, hint.seat) == (room.id, seat) for hint in self._pending.values())
        if page in self._pending or same or not self._rates.take(page.address):
            raise Refused("too_fast")
        bot = Bot("expert", room.bot_seed)
        answer = self._answer(page, id, room, seat, bot, bot.observe(room.match, seat))
        task = asyncio.get_running_loop().create_task(answer)
        self._pending[page] = PendingHint(id, room.id, seat, task)
        task.add_done_callback(lambda _: self._pending.pop(page, None))

    async def _answer(
        self, page: Page, id: str, room: Room, seat: Seat, bot: Bot, observation: Observation
    ) -> None:
        """Send the estimates, unless another player holds the device by now."""
        try:
            moves = await self._bots.ask("weigh", bot, observation)
        except NoAnswer:
            page.refuse(id, Refused("no_thought"))
            return
        if room.pages.may_send() and room.pages.get(page, Device()).holder == seat:
            page.tell(wire.HintAnswer(id=id, moves=moves))
        else:
            page.refuse(id, Refused("no_hint_now"))

    def cancel(self, page: Page) -> None:
        """Refuse the pending hint of a page that is closing."""
        if (hint := self._pending.get(page)) and not hint.task.done():
            hint.task.cancel()
            page.refuse(hint.id, Refused("no_hint_now"))
