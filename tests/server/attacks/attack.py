"""What an attack is: some load from one address, made by a process of its own for a number of seconds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from elfer.match import AnyMatch
from tests.server.people import PATIENCE, News, Server, new_key

BREATH = 0.05
"""Seconds until a closed connection is opened again."""
Tally = Counter[str]
"""How often what happened to the attacker."""
TURNED_AWAY = (InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)


@dataclass(frozen=True)
class Target:
    """What the attacker knows: where the server is, and two tables."""

    server: Server
    address: str
    """The attacker's own."""
    link: str = ""
    """The table of people who have nothing to do with it."""
    long: str = ""
    """A table with a very long match, where the attack wants one."""
    key: str = ""
    """The key of a seat there."""
    moves: int = 0
    """How long that match is."""


Wave = Callable[[Target, Tally], Awaitable[None]]
"""Goes on until it is ended."""


@dataclass(frozen=True)
class Attack:
    """One way to spoil a server for others."""

    name: str
    load: str
    """What is sent, in words."""
    wave: Wave
    moves: int = 0
    """How long a match the database has from before."""
    over: bool = True
    """Whether that match is over."""
    match: Callable[[], AnyMatch] | None = None
    """Makes the match that the database has, where it is not a long one."""
    files: int = 0
    """How many files the server may have open, if not as many as usual."""


@contextlib.asynccontextmanager
async def striking(
    attack: Attack, target: Target, seconds: float, felt: tuple[str, ...]
) -> AsyncIterator[asyncio.Task[Tally]]:
    """The attack, under way in another process; the task gives what happened to it."""
    known = (target.address, target.link, target.long, target.key, target.moves)
    words = (attack.name, target.server.port, seconds, ",".join(felt), *known)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.attacks.attacker", *map(str, words)),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )

    async def heard() -> Tally:
        assert process.stdout
        line = await process.stdout.read()
        assert await process.wait() == 0
        return Counter(json.loads(line))

    task = asyncio.create_task(heard())
    try:
        yield task
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await asyncio.gather(task, return_exceptions=True)


async def strike(wave: Wave, target: Target, seconds: float, felt: tuple[str, ...]) -> Tally:
    """Let a wave run for some seconds, and until it has *felt* one of these; what happened to it."""
    tally: Tally = Counter()
    task = asyncio.ensure_future(wave(target, tally))
    start = time.monotonic()
    while not task.done() and _goes_on(time.monotonic() - start - seconds, felt, tally):
        await asyncio.wait({task}, timeout=0.05)
    if task.done():
        task.result()
    return tally


def _goes_on(over: float, felt: tuple[str, ...], tally: Tally) -> bool:
    """Whether there is time left, or it is so little felt yet that the machine must be very busy."""
    return over < 0 or (over < PATIENCE and bool(felt) and not any(tally[word] for word in felt))


# What attackers are made of


class Intruder:
    """A socket of the attacker, who counts the answers."""

    def __init__(self, socket: ClientConnection, tally: Tally) -> None:
        self._socket, self._tally = socket, tally
        self._number = 0
        self._told: dict[str, News] = {}
        """The last news of each kind that were no answers."""

    async def says(self, *commands: dict[str, Any]) -> list[News]:
        """Say all of this at once, and wait for an answer to each."""
        waiting: dict[str, int] = {}
        for command in commands:
            self._number += 1
            waiting[str(self._number)] = len(waiting)
            await self._socket.send(json.dumps({"id": str(self._number), **command}))
        self._tally["sent"] += len(commands)
        answers: list[News] = [{}] * len(commands)
        while waiting:
            news = json.loads(await self._socket.recv())
            place = waiting.pop(str(news.get("id")), None) if news["is"] != "table" else None
            if place is None:
                self._told[news["is"]] = news
            else:
                answers[place] = news
                self._tally[news.get("code") or news["is"]] += 1
        return answers

    async def hears(self, kind: str) -> News:
        """The last news of a kind, or the next one if there was none since the last time."""
        while kind not in self._told:
            news = json.loads(await self._socket.recv())
            self._told[news["is"]] = news
        return self._told.pop(kind)


async def persist(
    count: int, act: Callable[[Intruder], Awaitable[object]], target: Target, tally: Tally
) -> None:
    """Repeat something on a number of sockets, and reconnect those that are closed."""

    async def one() -> None:
        while True:
            try:
                async with _connected(target) as socket:
                    tally["sockets"] += 1
                    intruder = Intruder(socket, tally)
                    while True:
                        await act(intruder)
            except ConnectionClosed:
                tally["cut off"] += 1
            except TURNED_AWAY:
                tally["turned away"] += 1
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(count)))


def _connected(target: Target) -> connect:
    url = f"ws://{target.server.address}/socket"
    return connect(url, compression=None, max_size=None, local_addr=(target.address, 0))


def enter(table: str, key: str | None = None, **more: Any) -> dict[str, Any]:
    return {"do": "enter", "table": table, "key": key or new_key(), **more}
