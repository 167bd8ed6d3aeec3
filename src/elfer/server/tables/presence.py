"""The pages connected to one table: admission, removal, and sending news to all of them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

from elfer.core.game import Seat
from elfer.core.refusals import Refused
from elfer.match import DEAL, AnyMatch, Foreseen
from elfer.server import wire
from elfer.server.limits import Bucket, Buckets
from elfer.server.tables.devices import Device, after_move, device_of
from elfer.server.tables.seating import Table

PAGES_PER_KEY = 8
"""Open pages per key at a table; a further one replaces the oldest."""
REMOVED_SECONDS = 600.0
"""How long a removed player may not sit down again, nor a cleared address look on."""
MAX_WATCHING = 50
"""Spectators per table."""
MAX_WATCHING_ADDRESS = 8
"""Spectators per table and address."""


class Send(Protocol):
    """Sends frames to a page."""

    def __call__(self, frame: str, merge: str = "") -> None:
        """Queue a frame; it replaces a queued frame with the same *merge*."""


class Page:
    """A connected page, as the table it is at knows it."""

    def __init__(self, address: str, send: Send) -> None:
        self.address, self.send = address, send
        self.key = ""
        """Hash of the key presented at the table."""

    def tell(self, news: wire.News) -> None:
        self.send(wire.format_news(news))

    def refuse(self, id: str | None, refused: Refused) -> None:
        self.tell(wire.refusal(id, refused))

    def expel(self, reason: wire.WhyOut) -> None:
        """Tell the page that it is no longer at its table."""
        self.tell(wire.Out(code=reason))


class Pages(dict[Page, Device]):
    """The pages at one table, each with its device."""

    def __init__(
        self, may_send: Callable[[], bool] = lambda: True, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is sent to all pages unless *may_send*: the table may belong to another node."""
        super().__init__()
        self.may_send, self._now = may_send, now
        self.seen: dict[Seat, int] = {}
        """Number of the last move each player of a shared device has seen."""
        self.banned: dict[str, float] = {}
        """Until when removed players may not sit down, by key hash."""
        self._cleared: dict[str, float] = {}
        """Until when removed spectators may not look on, by address."""

    @property
    def present(self) -> frozenset[Seat]:
        """Seats whose players are connected."""
        return frozenset(seat for device in self.values() for seat in device.seats)

    @property
    def watching(self) -> int:
        return sum(not device.seats for device in self.values())

    # Rates

    def payer(self, buckets: Buckets) -> Bucket:
        """The fullest bucket among the addresses of seated players."""
        addresses = {page.address for page, device in self.items() if device.seats}
        return max(map(buckets.of, addresses or {""}), key=lambda bucket: bucket.left)

    def count(self, buckets: Buckets, page: Page | None) -> None:
        """Take a token for *page*, or refuse; bots and the table are charged to `payer` unconditionally."""
        if page is None:
            self.payer(buckets).spend()
        elif not buckets.take(page.address):
            raise Refused("too_fast")

    # Admission

    def admit(self, page: Page, key: str, device: Device, *, free_seats: bool = False) -> None:
        """Add a page; with *free_seats*, a spectator may be about to sit down."""
        if not device.seats:
            self._make_room(page.address, free_seats)
        if len(same := self._of(key)) >= PAGES_PER_KEY:
            self._expel(same[0], "elsewhere")
        page.key = key
        self[page] = device

    def _make_room(self, address: str, free_seats: bool) -> None:
        """Refuse a spectator above the limits. With *free_seats* remove the oldest one instead: of *address*
        if it has too many, else of the address that has most."""
        if not free_seats and self._cleared.get(address, 0) > self._now():
            raise Refused("onlookers_cleared")
        crowds: defaultdict[str, list[Page]] = defaultdict(list)
        for page, device in self.items():
            if not device.seats:
                crowds[page.address].append(page)
        crowded = len(crowds[address]) >= MAX_WATCHING_ADDRESS
        if not crowded and self.watching < MAX_WATCHING:
            return
        if not free_seats:
            raise Refused("too_many_watching", most=MAX_WATCHING)
        self._expel((crowds[address] if crowded else max(crowds.values(), key=len))[0], "crowded")

    def check_not_banned(self, key: str) -> None:
        if self.banned.get(key, 0) > self._now():
            raise Refused("was_removed")

    # Removal

    def _expel(self, page: Page, reason: wire.WhyOut) -> None:
        del self[page]
        page.expel(reason)

    def clear_spectators(self) -> None:
        """Remove all spectators; their addresses may not look on for a while."""
        now = self._now()
        self._cleared = {address: until for address, until in self._cleared.items() if until > now}
        for page, device in list(self.items()):
            if not device.seats:
                self._cleared[page.address] = now + REMOVED_SECONDS
                self._expel(page, "removed")

    def ban(self, key: str) -> None:
        """Forbid this key hash to sit down for a while."""
        now = self._now()
        current = {banned: until for banned, until in self.banned.items() if until > now}
        self.banned = current | {key: now + REMOVED_SECONDS}

    def remove(self, key: str) -> None:
        """Remove all pages with this key hash."""
        for page in self._of(key):
            self._expel(page, "removed")

    def _of(self, key: str) -> list[Page]:
        return [page for page in self if page.key == key]

    # Devices

    def reseat(self, table: Table, *, covered: bool = False) -> None:
        """Update every device after a change of seats; remove spectators from a private match."""
        private = table.phase == "playing" and not table.setup.watch
        for page, before in list(self.items()):
            device = self[page] = device_of(table, page.key, None if covered else before.holder)
            if not device.seats and private:
                self._expel(page, "removed" if before.seats else "private")

    def cover(self, table: Table, match: AnyMatch, step: Foreseen, at: int) -> list[Page]:
        """Cover shared devices whose next player has to be another one, or all after a deal; their pages.

        The former holder has seen the move, unless it shows that player more than others."""
        covered = []
        for page, device in self.items():
            after = after_move(table, match, device, dealt=step.move == DEAL)
            if after != device and device.holder is not None:
                secret = any(event.seen_by(device.holder) != event.seen_by(None) for event in step.events)
                self.seen[device.holder] = at - secret
                self[page] = after
                covered.append(page)
        return covered

    def note_seen(self, at: int) -> None:
        """The holders of shared devices have seen move number *at*."""
        holders = (device.holder for device in self.values() if device.shared)
        self.seen |= {seat: at for seat in holders if seat is not None}

    def tell(self, news: Callable[[Device], wire.News], merge: str = "", but: Page | None = None) -> None:
        """Send every page *but* one the news for its device; equal devices get the same bytes."""
        if not self.may_send():
            return
        frames: dict[Device, str] = {}
        for page, device in self.items():
            if page is but:
                continue
            if device not in frames:
                frames[device] = wire.format_news(news(device))
            page.send(frames[device], merge)
