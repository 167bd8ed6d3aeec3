"""The server of one browser's pages: the same lobby and sessions, with frames passed by function calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from elfer.server import wire
from elfer.server.bots.backend import LocalBots
from elfer.server.lobby import Lobby
from elfer.server.sessions.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.store import Store

ADDRESS = "here"
"""The address of all pages."""
SETTINGS = Settings(data=Path(), tables=10_000, sockets=10_000, keep_finished=90, keep_abandoned=365)
"""Limits are so high that they never apply on the player's own device."""
SendTo = Callable[[int, str], object]
"""Sends a frame to the page with this number."""


class OfflinePage:
    """One page: its frames are processed in order."""

    def __init__(self, lobby: Lobby, send: Callable[[str], object]) -> None:
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._send_frame = send
        self.session = Session(lobby, ADDRESS, self._send)
        self._receiving = asyncio.get_running_loop().create_task(self._receive_all())

    def _send(self, frame: str, merge: str = "") -> None:
        self._send_frame(frame)

    async def _receive_all(self) -> None:
        while True:
            await self.session.receive(await self._frames.get())

    def hear(self, frame: str) -> None:
        self._frames.put_nowait(frame)

    def close(self) -> None:
        self._receiving.cancel()
        self.session.close()


class Host:
    """The lobby of a browser, and its pages."""

    def __init__(self, store: Store, say: SendTo, version: str, link: str) -> None:
        self.lobby = Lobby(SETTINGS, store, LocalBots())
        self._say = say
        self._welcome = wire.Welcome(version=wire.VERSION, server=version, link=link)
        self._pages: dict[int, OfflinePage] = {}

    def open(self, number: int) -> None:
        """Connect a page."""
        page = self._pages[number] = OfflinePage(self.lobby, lambda frame: self._say(number, frame))
        page.session.tell(self._welcome)

    def hear(self, number: int, frame: str) -> None:
        """Receive a frame from a page."""
        if page := self._pages.get(number):
            page.hear(frame)

    def close(self, number: int) -> None:
        """Disconnect a page."""
        if page := self._pages.pop(number, None):
            page.close()
