"""The pages at one table: who is let in, and what all of them are told."""

from __future__ import annotations

import pytest

from elfer.core.refusals import Refused
from elfer.server import wire
from elfer.server.devices import Device
from elfer.server.pages import MAX_WATCHING, PAGES_PER_KEY, REMOVED_SECONDS, Pages


class Listener:
    """A page that only listens."""

    def __init__(self) -> None:
        self.key, self.address = "", "192.0.2.1"
        self.frames: list[tuple[str, str]] = []
        self.out: list[wire.WhyOut] = []

    def send(self, frame: str, merge: str = "") -> None:
        self.frames.append((frame, merge))

    def put_out(self, code: wire.WhyOut) -> None:
        self.out.append(code)


def admitted(pages: Pages, key: str, seat: int | None) -> Listener:
    page = Listener()
    pages.admit(page, key, Device() if seat is None else Device((seat,), seat))
    return page


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
        admitted(pages, str(number), None)
    with pytest.raises(Refused, check=lambda refused: refused.code == "too_many_watching"):
        admitted(pages, "one more", None)
    admitted(pages, "ben", 1)


def test_whoever_is_removed_hears_so_on_all_pages() -> None:
    pages = Pages()
    ada, ben, phone = admitted(pages, "ada", 0), admitted(pages, "ben", 1), admitted(pages, "ben", 1)
    pages.ban("cleo", 0)
    pages.ban("ben", REMOVED_SECONDS + 1)
    pages.remove("ben")
    assert (ada.out, ben.out, phone.out) == ([], ["removed"], ["removed"])
    assert pages.present == {0}
    assert pages.removed == {"ben": 2 * REMOVED_SECONDS + 1}
