"""Two people at another table of the same server, who must never notice what a test does to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.server.people import PATIENCE, Person, Server, person

HEARTBEAT = 0.1
"""How long they take for a move: far from the limits, and little work for the machine."""


class Bystanders:
    """Ada and Ben, who play one match after the other."""

    def __init__(self, ada: Person, ben: Person) -> None:
        self._ada, self._ben = ada, ben
        self._stopping = False
        self._tasks = [asyncio.create_task(self._keep_playing(one)) for one in (ada, ben)]

    async def _keep_playing(self, one: Person) -> None:
        """Move whenever it is one's turn, and want another match after each; any refusal is a fault."""
        while not self._stopping:
            await asyncio.sleep(HEARTBEAT)
            if one.update["result"]:
                await one.say("ready")
            elif one.seat in one.update["awaited"]:
                await one.plays()

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


@contextlib.asynccontextmanager
async def bystanders(server: Server) -> AsyncIterator[Bystanders]:
    """Another table in play, which must go on during and after whatever a test does."""
    async with person(server) as ada, person(server) as ben:
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


async def lets_go(server: Server, count: int) -> None:
    """Wait until the server has no more than *count* files and sockets open."""
    for _ in range(100):
        if open_files(server) <= count:
            return
        await asyncio.sleep(PATIENCE / 100)
    raise AssertionError(f"{open_files(server)} are still open, not {count}")


def open_files(server: Server) -> int:
    assert server.process
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def complaints(server: Server) -> list[str]:
    """What the server has logged as an error."""
    lines = server.logged().splitlines()
    return [line for line in lines if '"level":"error"' in line and "Invalid UTF-8 sequence" not in line]
