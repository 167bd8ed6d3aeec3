"""The pages that are open at one table: who may come, how many, and what they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.server import wire

PAGES_PER_KEY = 8
"""How many pages one key may have open at a table; the oldest one makes room."""
MAX_WATCHING = 50
"""How many may look on at a table."""


class Send(Protocol):
    """The way of frames to a page."""

    def __call__(self, frame: str, merge: str = "") -> None:
        """Let the page have a frame, without waiting; one that waits with the same *merge* is replaced."""


class Page(Protocol):
    """Somebody's page, as far as a room knows it."""

    key: str
    """The hash of the key that was shown for this room."""

    @property
    def send(self) -> Send: ...

    def put_out(self, code: wire.WhyOut) -> None:
        """Say that it is no longer here."""


News = Callable[[Seat | None], wire.News]
"""What a seat is told, or one who looks on."""


class Pages(dict[Page, Seat | None]):
    """The pages at one table, each with its seat; none for who looks on."""

    @property
    def present(self) -> frozenset[Seat]:
        """The seats whose people are connected."""
        return frozenset(seat for seat in self.values() if seat is not None)

    @property
    def watching(self) -> int:
        return sum(seat is None for seat in self.values())

    def admit(self, page: Page, key: str, seat: Seat | None) -> None:
        """Let a page in."""
        if seat is None and self.watching >= MAX_WATCHING:
            raise Refused("too_many_watching", most=MAX_WATCHING)
        if len(same := self._of(key)) >= PAGES_PER_KEY:
            self.put_out(same[0], "elsewhere")
        page.key = key
        self[page] = seat

    def put_out(self, page: Page, why: wire.WhyOut) -> None:
        del self[page]
        page.put_out(why)

    def remove(self, key: str) -> None:
        """Put out all who have this (hashed) key."""
        for page in self._of(key):
            self.put_out(page, "removed")

    def _of(self, key: str) -> list[Page]:
        return [page for page in self if page.key == key]

    def tell(self, news: News, merge: str = "") -> None:
        """Send everybody what their seat may know; those of one seat get the same bytes."""
        frames: dict[Seat | None, str] = {}
        for page, seat in self.items():
            if seat not in frames:
                frames[seat] = wire.format_news(news(seat))
            page.send(frames[seat], merge)
