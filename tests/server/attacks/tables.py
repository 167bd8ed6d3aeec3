"""Legitimate requests in excess: hints, entering, opening, saving."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from itertools import count

from tests.server.attacks.attack import Attack, Intruder, Tally, Target, enter, persist
from tests.server.people import new_key

SETUP = {"game": "classic", "seats": 2}
OPEN = {"do": "create", "setup": SETUP, "name": "Eve", "bots": ["easy"], "start": True}


@dataclass
class Seat:
    """A seat of the attacker's, at a table of its own."""

    key: str
    opening: asyncio.Lock
    table: str = ""


async def hints(tables: int, target: Target, tally: Tally) -> None:
    """Ask for hints on many sockets, which share a few seats."""
    seats = [Seat(new_key(), asyncio.Lock()) for _ in range(tables)]
    numbers = count()

    async def act(intruder: Intruder) -> None:
        seat = seats[next(numbers) % tables]
        async with seat.opening:
            if not seat.table:
                seat.table = (await intruder.says({**OPEN, "key": seat.key}))[0]["table"]
        await intruder.says(enter(seat.table, seat.key))
        for _ in range(100):
            (answer,) = await intruder.says({"do": "hint"})
            if answer["is"] == "refused":
                await asyncio.sleep(0.1)

    await persist(64, act, target, tally)


async def strangers(same: bool, target: Target, tally: Tally) -> None:
    """Go to a table of others again and again, to look on."""
    key = new_key() if same else None

    async def act(intruder: Intruder) -> None:
        await intruder.says(enter(target.link, key))
        await asyncio.sleep(0.05)  # as often as a socket may for long

    await persist(60, act, target, tally)


async def onlookers(target: Target, tally: Tally) -> None:
    """Look on at a table of others, and stay."""

    async def act(intruder: Intruder) -> None:
        await intruder.says(enter(target.link))
        await asyncio.sleep(3600)

    await persist(60, act, target, tally)


async def tables(target: Target, tally: Tally) -> None:
    """Open tables, listed ones, and go."""

    async def act(intruder: Intruder) -> None:
        setup = {**SETUP, "listed": True}
        await intruder.says(
            {"do": "create", "setup": setup, "name": "Eve", "key": new_key()}, {"do": "lobby"}
        )
        await asyncio.sleep(0.1)

    await persist(60, act, target, tally)


async def changes(target: Target, tally: Tally) -> None:
    """Change one's own tables, each of which is saved."""

    async def act(intruder: Intruder) -> None:
        await intruder.says({**OPEN, "key": new_key()})
        for number in count():
            await intruder.says({"do": "speed", "speed": ("slow", "fast")[number % 2]})
            await asyncio.sleep(0.05)  # as often as a socket may for long

    await persist(28, act, target, tally)


async def takes_back(target: Target, tally: Tally) -> None:
    """Play a move and take it back: each is a row that stays."""

    async def act(intruder: Intruder) -> None:
        await intruder.says({**OPEN, "setup": {**SETUP, "speed": "instant"}, "key": new_key()})
        while True:
            update = await intruder.hears("update")
            if update["undo"]:
                await intruder.says({"do": "undo", "at": update["at"]})
            elif update["result"]:
                await intruder.says({"do": "ready"})
            elif 0 in update["awaited"]:
                await intruder.says({"do": "play", "move": update["view"]["moves"][0], "at": update["at"]})
            await asyncio.sleep(0.05)

    await persist(28, act, target, tally)


TABLES = (
    Attack("hints", "64 sockets of one seat ask for hints", partial(hints, 1)),
    Attack("more-hints", "64 sockets at 20 tables ask for hints", partial(hints, 20)),
    Attack("strangers", "60 strangers enter a table again and again", partial(strangers, False)),
    Attack("stranger", "60 sockets with one key enter a table again and again", partial(strangers, True)),
    Attack("onlookers", "60 sockets of one address look on at a table and stay", onlookers),
    Attack("tables", "60 sockets open tables", tables),
    Attack("changes", "28 sockets change tables of their own", changes),
    Attack("takes-back", "28 sockets play moves and take them back", takes_back),
)
