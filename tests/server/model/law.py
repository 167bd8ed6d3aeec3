"""What holds at a table, said a second time and as plainly as can be: who may do what, and what follows.

Nothing here is the server's own code. A rule raises `No` with the code that the server must answer, or
changes the table as the server must.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from elfer.server.tables.seating import BOT_NAMES
from tests.server.model.story import Opening, Row, Story

Setup = dict[str, Any]
PLAIN: Setup = {"options": {}, "rounds": 1, "pace": "none", "watch": True, "hints": True, "listed": False}
MEDIUM = "medium"
"""The bot that takes the place of who leaves a match."""
REMATCH_SECONDS = 14.0
"""How long the clock waits for the others when one player wants another match, and a little less."""


class No(Exception):
    """The server must refuse, with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Chair:
    """A person with a key, a bot, or neither."""

    name: str = ""
    key: str = ""
    bot: str | None = None
    stand_in: bool = False
    since: int = 0
    """The first match that the person could play here."""


def bot(seat: int, level: str) -> Chair:
    return Chair(BOT_NAMES[seat], bot=level)


@dataclass
class Law:
    """One table as it must be."""

    id: str
    setup: Setup
    chairs: list[Chair]
    story: Story
    host: int | None = 0
    phase: str = "gathering"
    match: int = 0
    ready: set[int] = field(default_factory=set)
    wanted: float = 0.0
    """When the first one was ready."""
    pages: dict[int, str] = field(default_factory=dict)
    """The pages that are here, with the keys they showed."""
    out: dict[int, str] = field(default_factory=dict)
    """The pages that were put out, and why."""
    codes: dict[str, str] = field(default_factory=dict)
    """The keys whose seats a code moves."""
    used: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The codes that were redeemed: whose they were, and the keys that have the seats by them."""
    removed: set[str] = field(default_factory=set)
    watched: dict[int, bool] = field(default_factory=dict)
    """Whether others might look on at each match."""
    forgiven: set[str] = field(default_factory=set)
    """Keys that were removed before the table was rebuilt."""
    cleared: set[int] = field(default_factory=set)
    """The pages that the host has sent away, each of an address of its own, …"""
    pardoned: set[int] = field(default_factory=set)
    """… and those for which this was before the table was rebuilt."""

    # Who is where

    def seat_of(self, key: str) -> int | None:
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    def seat(self, page: int) -> int | None:
        return self.seat_of(self.pages[page])

    @property
    def present(self) -> set[int]:
        return {seat for page in self.pages if (seat := self.seat(page)) is not None}

    @property
    def people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.key]

    @property
    def onlookers(self) -> list[int]:
        return [page for page in self.pages if self.seat(page) is None]

    def may_look(self, page: int) -> bool:
        return self.setup["watch"] or self.seat(page) is not None

    def enter(self, page: int, key: str) -> None:
        if self.phase == "playing" and not self.setup["watch"] and self.seat_of(key) is None:
            raise No("no_watching")
        if page in self.cleared and self.seat_of(key) is None and all(chair.name for chair in self.chairs):
            raise No("onlookers_cleared")
        self.pages[page] = key

    def exit(self, page: int) -> None:
        """A page goes elsewhere; the seat stays, but who is not there is not ready."""
        self.pages.pop(page, None)
        self.ready &= self.present
        if not self.pages:
            self.unload()

    def unload(self) -> None:
        """The table leaves memory, and with it what is not kept."""
        self.pages.clear()
        self.ready.clear()
        self.forgiven |= self.removed
        self.removed.clear()
        self.pardoned |= self.cleared
        self.cleared.clear()
        self.story.loaded = self.story.at

    def put_out(self, why: str, *pages: int) -> None:
        for page in pages:
            self.exit(page)
            self.out[page] = why

    # Seats

    def seated(self, page: int) -> int:
        seat = self.seat(page)
        if seat is None:
            raise No("not_seated")
        return seat

    def is_host(self, page: int) -> bool:
        return self.host is not None and self.seat(page) == self.host

    def as_host(self, page: int) -> None:
        if not self.is_host(page):
            raise No("not_host")

    def between_matches(self) -> None:
        if self.phase == "playing":
            raise No("table_playing")

    def known(self, *seats: int) -> None:
        if max(seats) >= len(self.chairs):
            raise No("seat_range")

    def sit(self, page: int, seat: int, name: str) -> None:
        key = self.pages[page]
        if key in self.removed:
            raise No("was_removed")
        if self.seat_of(key) is not None:
            raise No("already_seated")
        self.known(seat)
        if self.chairs[seat].name:
            raise No("seat_taken")
        self.chairs[seat] = Chair(name, key, since=self.match + 1)
        self.host = seat if self.host is None else self.host

    def rename(self, page: int, name: str) -> None:
        seat = self.seated(page)
        self.chairs[seat] = replace(self.chairs[seat], name=name)

    def clear(self, page: int) -> None:
        self.as_host(page)
        self.cleared |= set(self.onlookers)
        self.put_out("removed", *self.onlookers)

    def leave(self, page: int) -> None:
        self.vacate(self.seated(page))
        if self.phase == "playing" and not self.setup["watch"]:
            self.put_out("removed", *self.onlookers)

    def vacate(self, seat: int) -> None:
        """A player is gone for good: a bot plays on, codes for the seat expire, the host's role passes on."""
        here = self.present - {seat}
        self.void(self.chairs[seat].key)
        self.chairs[seat] = bot(seat, MEDIUM) if self.phase == "playing" else Chair()
        self.ready.discard(seat)
        if self.host == seat:
            heirs = [s for s in self.people if s in here] or self.people
            self.host = heirs[0] if heirs else None

    def remove(self, page: int, seat: int) -> None:
        self.as_host(page)
        if seat >= len(self.chairs) or not self.chairs[seat].key or seat == self.host:
            raise No("seat_no_person")
        key = self.chairs[seat].key
        self.vacate(seat)
        self.removed.add(key)
        self.put_out("removed", *[p for p, shown in self.pages.items() if shown == key])

    def swap(self, page: int, seat: int, other: int) -> None:
        self.as_host(page)
        self.between_matches()
        self.known(seat, other)
        self.chairs[seat], self.chairs[other] = self.chairs[other], self.chairs[seat]
        if self.host in (seat, other):
            self.host = seat + other - self.host
        self.gather()

    def place(self, page: int, seat: int, level: str | None) -> None:
        self.as_host(page)
        self.between_matches()
        self.known(seat)
        if self.chairs[seat].key:
            raise No("seat_taken")
        self.chairs[seat] = bot(seat, level) if level else Chair()
        self.gather()

    def change(self, page: int, setup: Setup) -> None:
        self.as_host(page)
        self.between_matches()
        chairs = self.chairs.copy()
        while len(chairs) > setup["seats"]:
            spare = [seat for seat, chair in enumerate(chairs) if not chair.key]
            if not spare:
                raise No("people_seated")
            del chairs[spare[-1]]
        chairs += [Chair()] * (setup["seats"] - len(chairs))
        host = self.chairs[self.host or 0].key
        self.setup, self.chairs = setup, chairs
        self.host = self.seat_of(host)
        self.gather()

    def gather(self) -> None:
        """The table is being set up: there is nothing to be ready for."""
        self.phase = "gathering"
        self.ready.clear()

    # Codes

    def code(self, page: int, code: str) -> None:
        """A new code for one's seat; the one before is void."""
        self.seated(page)
        self.void(self.pages[page])
        self.codes[code] = self.pages[page]

    def void(self, key: str) -> None:
        self.codes = {code: one for code, one in self.codes.items() if one != key}
        self.used = {code: one for code, one in self.used.items() if one[0] != key}

    def redeem(self, code: str, key: str) -> None:
        """The seat of who asked for the code, wherever that one sits now, moves to another key; once."""
        if code in self.used:
            if self.used[code][1] != key:
                raise No("no_code")
            return
        holder = self.codes[code]
        seat = self.seat_of(holder)
        assert seat is not None, "a code has outlived its seat"
        if self.seat_of(key) is not None:
            raise No("already_seated")
        self.void(holder)
        self.used[code] = holder, key
        self.chairs[seat] = replace(self.chairs[seat], key=key)
        if self.phase == "playing" and not self.setup["watch"]:
            self.put_out("removed", *self.onlookers)

    # Matches

    def start(self, page: int) -> None:
        self.as_host(page)
        self.begin()

    def begin(self) -> None:
        self.between_matches()
        if any(not chair.name for chair in self.chairs):
            raise No("seats_free")
        self.chairs = [replace(chair, stand_in=False) for chair in self.chairs]
        self.phase, self.match = "playing", self.match + 1
        self.watched[self.match] = self.setup["watch"]
        self.ready.clear()
        if not self.setup["watch"]:
            self.put_out("private", *self.onlookers)

    def begin_again(self) -> None:
        self.chairs = [chair if chair.name else bot(s, MEDIUM) for s, chair in enumerate(self.chairs)]
        self.begin()

    def be_ready(self, page: int) -> None:
        seat = self.seated(page)
        if self.phase == "gathering":
            raise No("no_match")
        self.ready.add(seat)
        if len(self.ready) == 1:
            self.wanted = time.monotonic()

    def substitute(self, page: int, seat: int) -> None:
        """A bot may play for who is not there; who is there has a while to think."""
        if self.seated(page) != self.host:
            raise No("not_host")
        if self.phase != "playing":
            raise No("no_match")
        if seat in self.present:
            raise No("seat_active")
        self.known(seat)
        if not self.chairs[seat].key:
            raise No("seat_no_person")
        self.chairs[seat] = replace(self.chairs[seat], stand_in=True)

    def play(self, page: int, move: str, id: str, at: int) -> int:
        """The number that a move gets."""
        seat, story = self.seated(page), self.story
        given = story.given(seat, id)
        for row, _ in given:
            if row.move == move and at < row.number:
                return row.number
        if any(now for _, now in given):
            raise No("command_used")
        if self.phase != "playing":
            raise No("no_match")
        if not story.since(seat) <= at <= story.at:
            raise No("stale")
        if code := story.refusal(seat, move):
            raise No(code)
        return story.at + 1

    @property
    def kept(self) -> object:
        """What a command may change for good."""
        return self.setup, tuple(self.chairs), self.host, self.phase, self.match

    def awaits(self, page: int) -> bool:
        """Whether play waits for the person of a page."""
        return self.phase == "playing" and self.seat(page) in self.story.now.awaited

    def moves(self, page: int) -> tuple[str, ...]:
        seat = self.seat(page)
        return self.story.now.moves(seat) if seat is not None and self.phase == "playing" else ()

    def follow(self, news: Opening | Row) -> None:
        """Go on with what is in the log."""
        if isinstance(news, Row):
            self.story.take(news)
            self.moved(news.seat, news.move, news.command)
            return
        if self.match == self.story.number:
            waited = self.ready and time.monotonic() - self.wanted > REMATCH_SECONDS
            assert self.phase == "over", "a match has begun by itself"
            assert self.due() == "match" or waited, "a match has begun though not all were ready"
            self.begin_again()
        self.story.begin(news)

    def moved(self, seat: int, move: str, command: str | None) -> None:
        """A move was played: by who sits there, by a bot there, or by the table when all are ready."""
        if seat == -1:
            assert move == "deal"
            assert self.ready >= self.present
            self.ready.clear()
        elif command is None:
            assert self.plays_itself(seat), f"no page may move for seat {seat}"
        elif self.chairs[seat].stand_in:
            self.chairs[seat] = replace(self.chairs[seat], stand_in=False)
            self.ready.clear()
        if self.story.now.over:
            self.phase = "over"
            self.ready.clear()

    def plays_itself(self, seat: int) -> bool:
        return bool(self.chairs[seat].bot) or self.chairs[seat].stand_in

    def due(self) -> str | None:
        """What happens automatically as soon as possible; at an empty table, nothing."""
        if not self.present or self.phase == "gathering":
            return None
        all_ready = self.ready >= self.present
        if self.phase == "over":
            return "match" if self.ready and all_ready else None
        awaited = self.story.now.awaited
        if awaited == (-1,):
            return "move" if all_ready else None
        return "move" if any(self.plays_itself(seat) for seat in awaited) else None
