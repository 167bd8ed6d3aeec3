"""The pages at one table: who is let in, and what all of them are told."""

from __future__ import annotations

import pytest

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.tables.devices import Device
from elfer.server.tables.presence import (
    MAX_WATCHING,
    MAX_WATCHING_ADDRESS,
    PAGES_PER_KEY,
    REMOVED_SECONDS,
    Page,
    Pages,
)


class Listener(Page):
    """A page that only listens."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        super().__init__(address, self._receive)
        self.frames: list[tuple[str, str]] = []
        self.out: list[wire.WhyOut] = []

    def _receive(self, frame: str, merge: str = "") -> None:
        self.frames.append((frame, merge))

    def expel(self, reason: wire.WhyOut) -> None:
        self.out.append(reason)


def admitted(
    pages: Pages, key: str, seat: int | None, address: str = "192.0.2.1", *, sitting: bool = False
) -> Listener:
    page = Listener(address)
    pages.admit(page, key, Device() if seat is None else Device((seat,), seat), free_seats=sitting)
    return page


def too_many(pages: Pages, address: str) -> bool:
    """Whether one more onlooker of this address is refused."""
    try:
        admitted(pages, "one more", None, address)
    except Refused as refused:
        return refused.code == "too_many_watching"
    return False


def test_who_is_there_and_who_looks_on() -> None:
    pages = Pages()
    for key, seat in (("ada", 0), ("ada", 0), ("ben", 2), ("cleo", None)):
        admitted(pages, key, seat)
    assert pages.present == {0, 2}
    assert pages.watching == 1


def test_the_pages_of_one_seat_get_the_same_bytes_made_once() -> None:
    pages = Pages()
    there = [admitted(pages, key, seat) for key, seat in (("ada", 0), ("ada", 0), ("cleo", None))]
    asked = []

    def news(device: Device) -> wire.News:
        asked.append(device.holder)
        return wire.Emoted(seat=device.holder or 0, emote="hello" if device.seats else "wow")

    pages.tell(news, "table")
    assert asked == [0, None]
    assert [frame for page in there for frame in page.frames] == [
        ('{"is":"emote","seat":0,"emote":"hello"}', "table"),
        ('{"is":"emote","seat":0,"emote":"hello"}', "table"),
        ('{"is":"emote","seat":0,"emote":"wow"}', "table"),
    ]


def test_the_oldest_page_of_a_key_makes_room_and_strangers_are_refused() -> None:
    pages = Pages()
    own = [admitted(pages, "ada", 0) for _ in range(PAGES_PER_KEY + 1)]
    assert [page.out for page in own] == [["elsewhere"]] + [[]] * PAGES_PER_KEY
    for number in range(MAX_WATCHING):
        admitted(pages, str(number), None, f"192.0.2.{number}")
    assert too_many(pages, "198.51.100.1")
    admitted(pages, "ben", 1)


def test_an_address_has_only_so_many_onlookers() -> None:
    pages = Pages()
    for number in range(MAX_WATCHING_ADDRESS):
        admitted(pages, str(number), None)
    assert too_many(pages, "192.0.2.1")
    admitted(pages, "cleo", None, "198.51.100.1")
    admitted(pages, "ada", 0)


def test_while_a_chair_is_free_the_oldest_onlooker_makes_room() -> None:
    """Of the own address if it has too many, else of the one that has most."""
    pages = Pages()
    crowd = [
        admitted(pages, str(n), None, f"192.0.2.{n // MAX_WATCHING_ADDRESS}") for n in range(MAX_WATCHING)
    ]
    friend = admitted(pages, "cleo", None, "198.51.100.1", sitting=True)
    assert [page.out for page in crowd] == [["crowded"]] + [[]] * (MAX_WATCHING - 1)
    again = admitted(pages, "dan", None, "192.0.2.1", sitting=True)
    assert [n for n, page in enumerate(crowd) if page.out] == [0, MAX_WATCHING_ADDRESS]
    assert (friend.out, again.out, pages.watching) == ([], [], MAX_WATCHING)


def test_who_was_cleared_cannot_look_on_for_a_while_but_come_to_a_free_chair() -> None:
    time = 0.0
    pages = Pages(now=lambda: time)
    ada, eve, other = admitted(pages, "ada", 0), admitted(pages, "eve", None), admitted(pages, "ben", 1)
    pages.clear_spectators()
    assert (ada.out, eve.out, other.out) == ([], ["removed"], [])
    with pytest.raises(Refused, check=lambda refused: refused.code == "onlookers_cleared"):
        admitted(pages, "eve again", None)
    admitted(pages, "cleo", None, "198.51.100.1")
    admitted(pages, "dan", None, sitting=True)
    time += REMOVED_SECONDS
    admitted(pages, "eve later", None)
    assert pages.watching == 3


def test_whoever_is_removed_hears_so_on_all_pages() -> None:
    time = 0.0
    pages = Pages(now=lambda: time)
    ada, ben, phone = admitted(pages, "ada", 0), admitted(pages, "ben", 1), admitted(pages, "ben", 1)
    pages.ban("cleo")
    time = REMOVED_SECONDS + 1
    pages.ban("ben")
    pages.remove("ben")
    assert (ada.out, ben.out, phone.out) == ([], ["removed"], ["removed"])
    assert pages.present == {0}
    assert pages.banned == {"ben": 2 * REMOVED_SECONDS + 1}
