"""Tables that are in memory at another node: the pipe to there, and who goes through it."""

from __future__ import annotations

from typing import Protocol

from elfer.core.refusals import Refused
from elfer.server.pages import Send


class Pipe(Protocol):
    """The way of a page's commands to the node that has its table; what that node says comes by itself."""

    def send(self, frame: str, id: str) -> None:
        """Forward the command with this *id*, without waiting. It is answered once, even if that node dies:
        by `Carried.refuse`, where that node does not."""

    async def drain(self) -> None:
        """Wait while that node is behind."""

    async def leave(self) -> None:
        """Go elsewhere, once that node has answered all that was said."""

    def close(self) -> None:
        """The page is gone: whatever it said is still done, and nobody hears of it."""


class Carried(Protocol):
    """A page whose table is at another node."""

    @property
    def send(self) -> Send: ...

    async def leave(self) -> None:
        """Go from where it is, once all that was said there is answered."""

    def refuse(self, id: str | None, refused: Refused) -> None:
        """Answer a command that the other node has not answered."""

    def cut(self, code: int, reason: str) -> None:
        """Close the page's connection, as the other node wants it."""

    def pipe_broke(self, pipe: Pipe) -> None:
        """The other node is gone, or has let go."""


class Pipes(Protocol):
    """The ways to all other nodes."""

    def __len__(self) -> int:
        """How many pipes there are."""

    async def open(self, node: str, address: str, page: Carried) -> Pipe | None:
        """A pipe to a node, for a visitor of that address; none if nobody answers there."""
