"""The server of one browser's pages: the same lobby and sessions, and frames that come by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.offline.thoughts import Thoughts
from elfer.server.session import Session
from elfer.server.settings import Settings
from elfer.server.store import Store

ADDRESS = "here"
"""Where all pages of this server are."""
SETTINGS = Settings(data=Path(), tables=10_000, sockets=10_000, keep_finished=90, keep_abandoned=365)
"""Nobody has to be kept from anything on the own device."""
Say = Callable[[int, str], object]
"""Lets the page with this number have a frame."""


class Line:
    """One page: what it says is carried out in its order."""

    def __init__(self, lobby: Lobby, say: Callable[[str], object]) -> None:
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._say = say
        self.session = Session(lobby, ADDRESS, self._send)
        self._listening = asyncio.get_running_loop().create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            await self.session.receive(await self._frames.get())

    def _send(self, frame: str, merge: str = "") -> None:
        self._say(frame)

    def hear(self, frame: str) -> None:
        self._frames.put_nowait(frame)

    def close(self) -> None:
        self._listening.cancel()
        self.session.close()


class Host:
    """All tables of this browser that are in memory, and the pages that look at them."""

    def __init__(self, store: Store, say: Say, version: str, link: str) -> None:
        self.lobby = Lobby(SETTINGS, store, Thoughts())
        self._say = say
        self._welcome = wire.Welcome(version=wire.VERSION, server=version, link=link)
        self._lines: dict[int, Line] = {}

    def open(self, number: int) -> None:
        """A page is there: it is welcomed, as everywhere."""
        line = self._lines[number] = Line(self.lobby, lambda frame: self._say(number, frame))
        line.session.tell(self._welcome)

    def hear(self, number: int, frame: str) -> None:
        """A page says something."""
        if line := self._lines.get(number):
            line.hear(frame)

    def close(self, number: int) -> None:
        """A page is gone."""
        if line := self._lines.pop(number, None):
            line.close()
