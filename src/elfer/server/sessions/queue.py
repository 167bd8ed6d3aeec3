"""A session whose commands are queued, for pages that no task of their own waits for."""

from __future__ import annotations

import asyncio

from elfer.server.sessions.session import Session


class QueuedSession:
    """Carries out the commands of a session one after the other, and cancels none."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._commands: asyncio.Queue[str | None] = asyncio.Queue()
        self._leaving = False
        self.answering = False
        """Whether a command is being carried out."""
        self.serving = asyncio.get_running_loop().create_task(self._serve())
        """Done when the session is closed."""

    def receive(self, frame: str) -> None:
        """Queue a command."""
        if not self._leaving:
            self._commands.put_nowait(frame)

    async def _serve(self) -> None:
        """Carry out commands until the page leaves."""
        while (frame := await self._commands.get()) is not None:
            self.answering = True
            await self._session.receive(frame)
            await asyncio.sleep(0)  # lets other tasks run even if the session never waited
            self.answering = not self._commands.empty()
        self._session.close()

    def drop_commands(self) -> None:
        """Drop waiting commands; the one being carried out is still answered."""
        while not self._commands.empty():
            self._commands.get_nowait()
        if self._leaving:
            self._commands.put_nowait(None)

    def leave(self) -> None:
        """Close the session, once all queued commands are carried out."""
        if not self._leaving:
            self._leaving = True
            self._commands.put_nowait(None)
