"""The server of one browser's pages: the same lobby and sessions, with frames passed by function calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from elfer.server import wire
from elfer.server.bots.backend import LocalBots
from elfer.server.lobby import Lobby
from elfer.server.sessions.queue import QueuedSession
from elfer.server.sessions.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.store import Store

ADDRESS = "here"
"""The address of all pages."""
SETTINGS = Settings(data=Path(), tables=10_000, sockets=10_000, keep_finished=90, keep_abandoned=365)
"""Limits are so high that they never apply on the player's own device."""
SendTo = Callable[[int, str], object]
"""Sends a frame to the page with this number."""


class Host:
    """The lobby of a browser, and its pages."""

    def __init__(self, store: Store, send: SendTo, version: str, link: str) -> None:
        self.lobby = Lobby(SETTINGS, store, LocalBots())
        self._send_to = send
        self._welcome = wire.Welcome(version=wire.VERSION, server=version, link=link)
        self._pages: dict[int, QueuedSession] = {}

    def open(self, number: int) -> None:
        """Connect a page."""
        session = Session(self.lobby, ADDRESS, partial(self._send, number))
        session.tell(self._welcome)
        self._pages[number] = QueuedSession(session)

    def _send(self, number: int, frame: str, merge: str = "") -> None:
        self._send_to(number, frame)

    def receive(self, number: int, frame: str) -> None:
        """Receive a frame from a page."""
        if page := self._pages.get(number):
            page.receive(frame)

    def close(self, number: int) -> None:
        """Disconnect a page."""
        if page := self._pages.pop(number, None):
            page.leave()
