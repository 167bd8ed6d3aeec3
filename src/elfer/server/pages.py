"""The pages that are open at one table: who may come, how many, and what they are told."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.match import DEAL, AnyMatch, Foreseen
from elfer.server import wire
from elfer.server.devices import Device, device_of, passed_on
from elfer.server.limits import Bucket, Buckets
from elfer.server.table import Table

PAGES_PER_KEY = 8
"""How many pages one key may have open at a table; the oldest one makes room."""
ENTRIES_PER_SECOND = 2.0
"""How often a page may go to a table or change its name, which others are told, …"""
MAX_ENTRIES_AT_ONCE = 20
"""… and how often at once."""
REMOVED_SECONDS = 600.0
"""How long a removed person cannot sit down again, nor a cleared address look on."""
MAX_WATCHING = 50
"""How many may look on at a table, …"""
MAX_WATCHING_ADDRESS = 8
"""… and how many of one address."""


class Send(Protocol):
    """The way of frames to a page."""

    def __call__(self, frame: str, merge: str = "") -> None:
        """Let the page have a frame, without waiting; one that waits with the same *merge* is replaced."""


Cut = Callable[[int, str], None]
"""Ends a page's connection, with a code and a reason."""


class Page(Protocol):
    """Somebody's page, as far as a room knows it."""

    key: str
    """The hash of the key that was shown for this room."""

    @property
    def address(self) -> str:
        """The visitor's."""

    @property
    def send(self) -> Send: ...

    def put_out(self, code: wire.WhyOut) -> None:
        """Say that it is no longer here."""


News = Callable[[Device], wire.News]
"""What is told to those at a device, or to one who looks on."""


class Pages(dict[Page, Device]):
    """The pages at one table, each with its seats; none for who looks on."""

    def __init__(
        self, may_tell: Callable[[], bool] = lambda: True, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._may_tell, self._now = may_tell, now
        self.looked: dict[Seat, int] = {}
        """How many moves had been made when somebody last held a device that others use, too."""
        self.removed: dict[str, float] = {}
        """Until when those who were removed cannot sit down, by their keys."""
        self.cleared: dict[str, float] = {}
        """Until when those who looked on cannot look on again, by their addresses."""

    @property
    def present(self) -> frozenset[Seat]:
        """The seats whose people are connected."""
        return frozenset(seat for device in self.values() for seat in device.seats)

    @property
    def watching(self) -> int:
        return sum(not device.seats for device in self.values())

    def payer(self, buckets: Buckets) -> Bucket:
        """The bucket of that address of seated people here which has most left."""
        addresses = {page.address for page, device in self.items() if device.seats}
        return max(map(buckets.of, addresses or {""}), key=lambda bucket: bucket.left)

    def count(self, buckets: Buckets, page: Page | None) -> None:
        """Count a move or a change of a page, or of a bot or the table; refuse one too many of a page."""
        if page is None:
            self.payer(buckets).spend()
        elif not buckets.take(page.address):
            raise Refused("too_fast")

    def admit(self, page: Page, key: str, device: Device, *, sitting: bool = False) -> None:
        """Let a page in. While chairs are free (*sitting*), one without a seat may be about to take one."""
        if not device.seats:
            self._make_room(page.address, sitting)
        if len(same := self._of(key)) >= PAGES_PER_KEY:
            self.put_out(same[0], "elsewhere")
        page.key = key
        self[page] = device

    def _make_room(self, address: str, sitting: bool) -> None:
        """Refuse one onlooker too many, unless it may take a seat: then the oldest one makes room, of that
        address if it has too many, else of the one that has most."""
        if not sitting and self.cleared.get(address, 0) > self._now():
            raise Refused("onlookers_cleared")
        crowds: defaultdict[str, list[Page]] = defaultdict(list)
        for page, device in self.items():
            if not device.seats:
                crowds[page.address].append(page)
        alike = len(crowds[address]) >= MAX_WATCHING_ADDRESS
        if not alike and self.watching < MAX_WATCHING:
            return
        if not sitting:
            raise Refused("too_many_watching", most=MAX_WATCHING)
        self.put_out((crowds[address] if alike else max(crowds.values(), key=len))[0], "crowded")

    def clear_onlookers(self) -> None:
        """Put out all who have no seat; they cannot look on for a while."""
        now = self._now()
        self.cleared = {address: until for address, until in self.cleared.items() if until > now}
        for page, device in list(self.items()):
            if not device.seats:
                self.cleared[page.address] = now + REMOVED_SECONDS
                self.put_out(page, "removed")

    def put_out(self, page: Page, why: wire.WhyOut) -> None:
        del self[page]
        page.put_out(why)

    def check_welcome(self, key: str) -> None:
        """Refuse whom the host has just removed."""
        if self.removed.get(key, 0) > self._now():
            raise Refused("was_removed")

    def ban(self, key: str) -> None:
        """Remember for a while that whoever has this (hashed) key was removed."""
        now = self._now()
        held = {one: until for one, until in self.removed.items() if until > now}
        self.removed = held | {key: now + REMOVED_SECONDS}

    def remove(self, key: str) -> None:
        """Put out all who have this (hashed) key."""
        for page in self._of(key):
            self.put_out(page, "removed")

    def reseat(self, table: Table, *, covered: bool = False) -> None:
        """Find everybody's seat anew; who has none may look on only where others may."""
        private = table.phase == "playing" and not table.setup.watch
        for page, before in list(self.items()):
            device = self[page] = device_of(table, page.key, None if covered else before.holder)
            if not device.seats and private:
                self.put_out(page, "removed" if before.seats else "private")

    def pass_on(self, table: Table, match: AnyMatch, step: Foreseen, at: int) -> list[Page]:
        """Cover the cards wherever play waits for the next one at a device, or all are dealt new ones; the
        pages of those.

        Whoever held it has seen what has just happened, unless it tells that one more than all others."""
        passed = []
        for page, device in self.items():
            after = passed_on(table, match, device, dealt=step.move == DEAL)
            if after != device and device.holder is not None:
                secret = any(event.seen_by(device.holder) != event.seen_by(None) for event in step.events)
                self.looked[device.holder] = at - secret
                self[page] = after
                passed.append(page)
        return passed

    def note_looks(self, at: int) -> None:
        """Remember who has seen all that happened so far."""
        holders = (device.holder for device in self.values() if device.shared)
        self.looked |= {seat: at for seat in holders if seat is not None}

    def _of(self, key: str) -> list[Page]:
        return [page for page in self if page.key == key]

    def tell(self, news: News, merge: str = "", but: Page | None = None) -> None:
        """Send everybody what their seat may know, *but* one; those of one seat get the same bytes.

        Nothing, once the table may be another node's."""
        if not self._may_tell():
            return
        frames: dict[Device, str] = {}
        for page, device in self.items():
            if page is but:
                continue
            if device not in frames:
                frames[device] = wire.format_news(news(device))
            page.send(frames[device], merge)
