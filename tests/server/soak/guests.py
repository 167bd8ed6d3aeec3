"""People who come, play, are distracted, lose their connection, come back, look around and go."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import elfer
from tests.server.people import Person, Refusal, Server, new_key

BROKEN = (OSError, TimeoutError, WebSocketException, AssertionError)
"""Errors of a cut connection, or of a wait that ended."""
GAMES = tuple(elfer.games().values())
FAULTS = {"fault", "bad_frame", "not_saved", "no_store", "table_broken"}
"""Refusals that an honest guest must never hear."""


@dataclass
class Evening:
    """What all guests share."""

    server: Server
    rng: random.Random
    until: float
    """When the last ones go, by the loop's clock."""
    think: float
    """How many seconds a guest takes for a move, on average."""
    tables: dict[int, str] = field(default_factory=dict)
    """The table in each place of the house."""
    did: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return asyncio.get_running_loop().time() >= self.until

    async def pause(self, seconds: float) -> None:
        left = self.until - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, min(left, self.rng.expovariate(1 / seconds))))


class Guest:
    """A person with a key, whose page is reopened whenever it was closed."""

    def __init__(self, evening: Evening, place: int) -> None:
        self._evening, self._rng = evening, evening.rng
        self._address = f"127.1.{place // 250}.{place % 250 + 1}"
        self.key = new_key()
        self._page: Person | None = None
        self._table = ""

    async def page(self) -> Person:
        if self._page is None:
            socket = await connect(
                f"ws://{self._evening.server.address}/socket",
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=60,
                local_addr=(self._address, 0),
            )
            self._page = Person(socket, self.key)
            self._evening.did["came"] += 1
            await self._page.hears("welcome")
            if self._table:
                await self._ask(self._page, "enter", table=self._table, key=self.key)
        return self._page

    async def says(self, do: str, **fields: Any) -> dict[str, Any]:
        return await self._ask(await self.page(), do, **fields)

    async def _ask(self, page: Person, do: str, **fields: Any) -> dict[str, Any]:
        """Say something; what is refused is an answer, too, unless it is a fault of the server's."""
        try:
            answer = await page.say(do, **fields)
        except Refusal as refusal:
            self._evening.did[f"{do}: {refusal.code}"] += 1
            if refusal.code in FAULTS:
                self._evening.faults.append(f"{do} {fields}: {refusal}")
            return {}
        self._evening.did[do] += 1
        return answer

    async def opens(self, bots: int, people: int) -> str:
        """Open a table for a game at random."""
        game = self._rng.choice([game for game in GAMES if bots + people in game.seats])
        setup = {
            "game": game.id,
            "seats": bots + people,
            "rounds": self._rng.choice((1, 1, 2)),
            "pace": self._rng.choice(("none", "quick")),
            "watch": self._rng.random() < 0.8,
            "listed": self._rng.random() < 0.5,
        }
        levels = self._rng.choices(("easy", "medium"), k=bots)
        answer = await self.says("create", setup=setup, name="Ada", key=self.key, bots=levels)
        self._table = answer.get("table", "")
        return self._table

    async def joins(self, table: str, seat: int | None = None) -> None:
        self._table = table
        await self.says("enter", table=table, key=self.key)
        if seat is not None:
            await self.says("sit", seat=seat, name=f"Guest {seat}")

    async def plays(self, moves: int) -> None:
        """Play for a while, with whatever comes between."""
        for _ in range(moves):
            await self._evening.pause(self._evening.think)
            if self._evening.over:
                return
            try:
                await self._something()
            except BROKEN:
                await self.loses_connection()

    async def _something(self) -> None:
        page, chance = await self.page(), self._rng.random()
        if chance < 0.02:
            await self.loses_connection()
        elif chance < 0.04:
            await self.says("hint")
        elif chance < 0.06:
            await self.says("emote", emote="hello")
        elif chance < 0.07:
            await self.moves_to_another_device()
        elif page.update.get("result"):
            await self._after_the_match()
        elif page.update and page.update["awaited"] == [-1]:
            await self.says("ready")
        elif page.moves:
            await self.says("play", move=self._rng.choice(page.moves), at=page.at)

    async def _after_the_match(self) -> None:
        await self.says("record")
        await self.says("replay", first=self._rng.randrange(30))
        await self.says("ready")

    async def moves_to_another_device(self) -> None:
        """Go on with another key: the one before has no seat any more."""
        if code := (await self.says("code")).get("code"):
            key = new_key()
            if await self.says("redeem", code=code, key=key):
                self.key = key

    async def loses_connection(self) -> None:
        if self._page:
            if isinstance(self._page.socket, ClientConnection):
                self._page.socket.transport.abort()
            await self.closes()

    async def closes(self) -> None:
        page, self._page = self._page, None
        if page:
            with contextlib.suppress(*BROKEN):
                await page.leaves()

    async def goes(self) -> None:
        """Leave for good, or just close the page."""
        with contextlib.suppress(*BROKEN):
            if self._page and self._rng.random() < 0.5:
                await self.says("leave")
        await self.closes()


async def keep_a_table(evening: Evening, place: int) -> None:
    """One group after the other at a place of the house."""
    while not evening.over:
        bots, people = evening.rng.randint(0, 2), evening.rng.randint(1, 3)
        guests = [Guest(evening, place) for _ in range(max(people, 2 - bots))]
        try:
            evening.tables[place] = table = await guests[0].opens(bots, len(guests))
            for seat, guest in enumerate(guests[1:], bots + 1):
                await guest.joins(table, seat)
            await guests[0].says("start")
            await asyncio.gather(*(guest.plays(evening.rng.randint(10, 60)) for guest in guests))
        except BROKEN:
            evening.did["broke up"] += 1
        for guest in guests:
            await guest.goes()
        await evening.pause(evening.think)


async def look_around(evening: Evening, place: int) -> None:
    """A visitor of the lobby, who sometimes watches a table."""
    while not evening.over:
        guest = Guest(evening, place)
        with contextlib.suppress(*BROKEN):
            await guest.says("lobby")
            await evening.pause(10)
            await guest.joins(evening.rng.choice(list(evening.tables.values()) or [""]))
            await evening.pause(10)
        await guest.goes()
