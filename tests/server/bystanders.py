"""People at other tables of the same server, who must never notice what a test does to it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.server.people import PATIENCE, Person, Server, new_key

HEARTBEAT = 0.1
"""How long they take for a move: far from the limits, and little work for the machine."""
AFAR = "127.0.0.2"
"""Their address, which is not the attacker's: limits are per address."""


class Bystanders:
    """Ada and Ben, who play one match after the other, and note how long each of their moves takes."""

    def __init__(self, ada: Person, ben: Person) -> None:
        self._ada, self._ben = ada, ben
        self.acks: list[float] = []
        """How many seconds each move took to be confirmed."""
        self._stopping = False
        self._tasks = [asyncio.create_task(self._keep_playing(one)) for one in (ada, ben)]

    @property
    def table(self) -> str:
        return str(self._ada.table["id"])

    async def _keep_playing(self, one: Person) -> None:
        """Move whenever it is one's turn, and want another match after each; any refusal is a fault."""
        while not self._stopping:
            await asyncio.sleep(HEARTBEAT)
            forget(one)
            if one.update["result"]:
                await one.say("ready")
            elif one.seat in one.update["awaited"]:
                self.acks.append(await timed(one.plays()))

    async def go_on(self) -> None:
        """See to it that both hear of moves made from now on."""
        self.unharmed()
        goal = self._ada.at + 2
        for one in (self._ada, self._ben):
            await one.until(lambda p: p.at >= goal, "for the other table to go on")
        self.unharmed()

    def unharmed(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def stop(self) -> None:
        self._stopping = True  # a wait with a limit may swallow a cancellation
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Visitors:
    """New visitors from other addresses, who look at the games and play a little with a bot."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._addresses = (f"127.1.{high}.{low}" for high in count() for low in range(1, 255))
        self.entries: list[float] = []
        """How many seconds it took each to get in."""
        self.waits: list[float] = []
        """How many seconds a bot took to answer each of their moves."""
        self.shut_out: list[str] = []
        """Why a visitor did not get in, or not further."""
        self._stopping = False
        self._task = asyncio.create_task(self._keep_coming())

    async def _keep_coming(self) -> None:
        while not self._stopping:
            await asyncio.sleep(5 * HEARTBEAT)
            try:
                await self._visit()
            except Exception as error:  # whatever it is, the visit has failed
                self.shut_out.append(f"{type(error).__name__}: {error}")

    async def _visit(self) -> None:
        start, address = time.monotonic(), next(self._addresses)
        async with asyncio.timeout(PATIENCE), person_at(self._server, address) as cleo:
            await looks_at(self._server, "/api/games", address)
            self.entries.append(time.monotonic() - start)
            if await cleo.creates("classic", 2, bots=("hard",), start=True):
                await self._play(cleo)

    async def _play(self, cleo: Person) -> None:
        for _ in range(8):
            await cleo.until(lambda p: p.update and (p.update["result"] or p.seat in p.update["awaited"]))
            if cleo.update["result"]:
                return
            await cleo.plays()
            if cleo.update["awaited"] == [1]:
                self.waits.append(
                    await timed(cleo.until(lambda p: p.update["awaited"] != [1], "for the bot"))
                )

    async def stop(self) -> None:
        self._stopping = True
        await asyncio.gather(self._task, return_exceptions=True)


async def timed(doing: Coroutine[Any, Any, object]) -> float:
    """How many seconds something takes."""
    start = time.monotonic()
    await doing
    return time.monotonic() - start


async def looks_at(server: Server, path: str, address: str) -> bytes:
    """The answer to a request for a path from this address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
    with contextlib.closing(writer):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {server.address}\r\nConnection: close\r\n\r\n".encode())
        shown = await reader.read()
    assert b" 200 " in shown[:20], shown[:200]
    return shown


def forget(one: Person) -> None:
    """Let a person forget what was received, to save memory."""
    one.heard.clear()
    one.frames.clear()


@contextlib.asynccontextmanager
async def person_at(server: Server, address: str, key: str | None = None) -> AsyncIterator[Person]:
    """A person who opens the page, at this address."""
    url = f"ws://{server.address}/socket"
    async with connect(url, compression=None, max_size=None, local_addr=(address, 0)) as socket:
        someone = Person(socket, key or new_key())
        await someone.hears("welcome")
        try:
            yield someone
        finally:
            await someone.leaves()


@contextlib.asynccontextmanager
async def bystanders(server: Server, address: str = AFAR) -> AsyncIterator[Bystanders]:
    """Another table in play, which must go on during and after whatever a test does."""
    async with person_at(server, address) as ada, person_at(server, address) as ben:
        table = await ada.creates("classic", 2)
        await ben.enters(table)
        await ben.say("sit", seat=1, name="Ben")
        await ada.say("start")
        for one in (ada, ben):
            await one.until(lambda p: p.update, "for the deal")
        others = Bystanders(ada, ben)
        try:
            await others.go_on()
            yield others
            await others.go_on()
        finally:
            await others.stop()


def act(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let a scene happen, which must end."""

    async def bounded() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            await scene()

    asyncio.run(bounded())


def memory(server: Server) -> int:
    """How many bytes of memory the server's process has."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


async def lets_go(server: Server, most: int) -> None:
    """Wait until the server has no more than these connections open."""
    for _ in range(100):
        if open_connections(server) <= most:
            return
        await asyncio.sleep(PATIENCE / 100)
    raise AssertionError(f"{open_connections(server)} are still open, not {most}")


def open_connections(server: Server) -> int:
    """How many connections to its port the server has open; processes for bots come and go beside them."""
    assert server.process
    sockets = Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]
    ours = (line.split() for line in sockets)
    local = f":{server.port:04X}"
    return sum(one[1].endswith(local) and one[3] != "0A" and one[9] != "0" for one in ours)  # 0A listens


def open_files(server: Server) -> int:
    assert server.process
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def complaints(server: Server) -> list[str]:
    """What the server has logged as an error."""
    return [line for line in server.logged().splitlines() if '"level":"error"' in line]
