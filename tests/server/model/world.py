"""What people may do at a real server, each deed with the law's word on what must come of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from tests.server.model import expected
from tests.server.model.law import Chair, Law, No, Setup, bot
from tests.server.model.pages import NAMES, PAGES, Pages
from tests.server.model.story import Row, Story
from tests.server.people import News, Server

PATIENCE = 60.0
"""How many seconds what must happen by itself may take, on however busy a machine."""
IDLE_SECONDS = 20.0
"""An idle time that is too short to make a difference."""
RESENT = 10
"""How many commands back one is sent again; a table remembers more of each key."""
DONE = "done"
Rule = Callable[[News], object]
"""Raises what the server must refuse with, or changes the law as the server must its table."""


class World:
    """The pages, the tables they know, and who is where."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.pages = Pages(server)
        self.tables: list[Law] = []
        self.where: dict[int, Law] = {}
        """The table that each page is at."""
        self.followed: dict[int, int | None] = {}
        """Up to which move each page was told what happened."""
        self.sat: list[set[int | None]] = [set() for _ in range(PAGES)]
        """The seats that each page has had since it was looked at."""
        self.codes: list[str] = []
        """Every code that was ever given."""
        self._moved: dict[str, float] = {}
        """When something last happened at each table."""
        self.diary: list[str] = []
        """What was said and answered."""
        self.played: list[tuple[int, dict[str, Any]]] = []
        """Every move that was sent, and by which page."""
        self.done: list[tuple[int, Law, str, dict[str, Any]]] = []
        """Every command that has changed a table for good."""

    def at(self, page: int) -> Law:
        if page not in self.where:
            raise No("no_table_entered")
        return self.where[page]

    def exit(self, page: int) -> None:
        if law := self.where.pop(page, None):
            law.exit(page)

    def enter(self, page: int, law: Law, seen: int | None = None) -> None:
        self.exit(page)
        law.enter(page, self.pages.keys[page])
        self.where[page], self.followed[page] = law, seen

    async def says(
        self, page: int, do: str, rule: Rule, fields: dict[str, Any] | None = None, perhaps: str = ""
    ) -> bool:
        """A page says something and is answered what the law says; whether it was carried out.

        What may *perhaps* be refused with that code is, where it is, as if nothing had been said.
        """
        fields = {"id": self.pages.id(), **(fields or {})}
        answer = await self.pages.answer(page, do, **fields)
        got, expected = answer["code"] if answer["is"] == "refused" else DONE, DONE
        self.diary.append(f"{NAMES[page]} (page {page}): {do} {fields} -> {got}")
        if got == perhaps:
            return False
        try:
            rule(answer)
        except No as no:
            expected = no.code
        assert got == expected, f"{NAMES[page]} (page {page}) got {got}, not {expected}: {do} {fields}"
        self.note_seats()
        return got == DONE

    def note_seats(self) -> None:
        for page, law in self.where.items():
            self.sat[page].add(law.seat(page) if page in law.pages else None)

    async def does(self, page: int, do: str, rule: Callable[..., object], **fields: Any) -> None:
        """A command about the table one is at, and the rule with the same fields."""
        law, sent = self.where.get(page), {"id": self.pages.id(), **fields}
        await self.tells(page, law, do, rule, sent)

    async def tells(
        self, page: int, law: Law | None, do: str, rule: Callable[..., object], sent: dict[str, Any]
    ) -> None:
        """A command with its id, which is remembered if it has changed something."""
        before, fields = law and law.kept, [value for name, value in sent.items() if name != "id"]
        if await self.says(page, do, lambda _: rule(self.at(page), page, *fields), sent):
            assert law
            if law.kept != before:
                self.done.append((page, law, do, sent))

    async def sends_again(self, choice: int) -> None:
        """A command of a moment ago is sent once more by the same page, and changes nothing."""
        page, law, do, sent = self.done[-1 - choice % min(len(self.done), RESENT)]
        if self.where.get(page) is not law:
            await self.enters(page, law)
        if self.where.get(page) is law:
            await self.says(page, do, lambda _: None, sent)

    # Coming and going

    async def goes(self, page: int, *, abruptly: bool = False) -> None:
        """A page is closed; its seat stays."""
        self.diary.append(f"page {page} is closed")
        await self.pages.close(page, abruptly=abruptly)
        self.exit(page)

    async def creates(self, page: int, setup: Setup, levels: list[str], start: bool) -> None:
        """A page opens a table, is its host, and goes there."""
        name, key = NAMES[page], self.pages.keys[page]

        def rule(answer: News) -> None:
            free = setup["seats"] - 1 - len(levels)
            if free < 0:
                raise No("bot_count")
            if start and free:
                raise No("seats_free")
            bots = [bot(seat, level) for seat, level in enumerate(levels, 1)]
            id = answer.get("table", "")
            law = Law(id, setup, [Chair(name, key), *bots, *[Chair()] * free], Story(self._server, id))
            self.tables.append(law)
            self.enter(page, law)
            if start:
                law.begin()

        sent = {
            "id": self.pages.id(),
            "setup": setup,
            "name": name,
            "key": key,
            "bots": levels,
            "start": start,
        }
        if await self.says(page, "create", rule, sent):
            law = self.tables[-1]
            await self.says(page, "create", lambda answer: self._finds(page, law, answer), sent)

    def _finds(self, page: int, law: Law, answer: News) -> None:
        """What has opened a table finds it when it is sent again."""
        assert answer["table"] == law.id
        self.enter(page, law)

    async def enters(self, page: int, law: Law, seen: int | None = None) -> None:
        fields = {"table": law.id, "key": self.pages.keys[page], "at": seen}
        perhaps = "onlookers_cleared" if page in law.pardoned else ""
        if not await self.says(page, "enter", lambda _: self.enter(page, law, seen), fields, perhaps):
            self.exit(page)  # a page that goes elsewhere has left, even if it is refused there

    async def reloads(self, page: int, *, abruptly: bool) -> None:
        """A page is closed, opened again, and goes back to its table."""
        law = self.where.get(page)
        await self.goes(page, abruptly=abruptly)
        if law:
            await self.settle(law)  # those who stay may all be ready
            await self.enters(page, law, self.followed[page])

    async def looks_around(self, page: int) -> dict[str, Any]:
        """A page goes to the lobby; the open tables that it must see there."""
        await self.says(page, "lobby", lambda _: self.exit(page))
        return {law.id: listed for law in self.tables if (listed := expected.listed(law))}

    async def looks_back(self, page: int, number: int | None) -> None:
        def rule(answer: News) -> None:
            record = expected.record(self.at(page), page, number)
            assert answer.get("text", record) == record

        await self.says(page, "record", rule, {"match": number})

    # Seats

    async def sits(self, page: int, seat: int) -> None:
        name, law = NAMES[page], self.where.get(page)
        forgotten = law is not None and self.pages.keys[page] in law.forgiven
        before, sent = law and law.kept, {"id": self.pages.id(), "seat": seat, "name": name}
        perhaps = "was_removed" if forgotten else ""
        if await self.says(page, "sit", lambda _: self.at(page).sit(page, seat, name), sent, perhaps):
            assert law
            assert law.kept != before
            self.done.append((page, law, "sit", sent))

    async def asks_for_code(self, page: int) -> None:
        def rule(answer: News) -> None:
            self.at(page).code(page, answer.get("code", ""))
            self.codes.append(answer.get("code", ""))

        await self.says(page, "code", rule)

    async def redeems(self, page: int, code: str) -> None:
        key = self.pages.keys[page]

        def rule(_: News) -> None:
            law = next((law for law in self.tables if code in (*law.codes, *law.used)), None)
            if law is None:
                raise No("no_code")
            law.redeem(code, key)
            self.enter(page, law)

        await self.says(page, "redeem", rule, {"code": code, "key": key})

    # Moves

    async def plays(self, page: int, move: str, id: str, at: int) -> None:
        """A page plays a move, perhaps once more."""
        number, law = 0, self.where.get(page)

        def rule(answer: News) -> None:
            nonlocal number
            number = self.at(page).play(page, move, id, at)
            assert answer.get("at", number) == number

        sent = {"move": move, "id": id, "at": at}
        self.played.append((page, sent))
        loaded = law is not None and at < law.story.loaded
        if await self.says(page, "play", rule, sent, perhaps="stale" if loaded else ""):
            assert law
            seat = law.seat(page)
            await self.settle(law)
            row = law.story.row(number)
            assert (row.seat, row.command) == (seat, id)

    def a_move(self, page: int, choice: int) -> dict[str, Any]:
        """A move that this page may make now, or nonsense where there is none."""
        law = self.where.get(page)
        moves = law.moves(page) if law else ()
        move = moves[choice % len(moves)] if moves else "R11"
        return {"move": move, "id": self.pages.id(), "at": law.story.at if law else 0}

    async def play_on(self, law: Law, count: int, choice: int) -> None:
        """Those play who are there, as long as play waits for them."""
        for number in range(count):
            await self.settle(law)
            if not (waiting := [page for page in law.pages if law.awaits(page)]):
                return
            page = waiting[choice % len(waiting)]
            await self.plays(page, **self.a_move(page, choice + number))

    async def play_at_once(self, law: Law) -> None:
        """All whom play waits for move at the same time: what is confirmed has happened, and nothing else."""
        moves = [(page, self.a_move(page, page)) for page in law.pages if law.awaits(page)]
        self.played += moves
        self.diary.append(f"all at once: {moves}")
        answers = await asyncio.gather(*(self.pages.answer(page, "play", **sent) for page, sent in moves))
        await self.settle(law)
        assert not moves or any(answer["is"] == "done" for answer in answers)
        for (page, sent), answer in zip(moves, answers, strict=True):
            assert answer["is"] == "done" or answer["code"] in ("stale", "no_match")
            assert law.story.commands.get((law.seat(page) or 0, sent["id"])) == answer.get("at")

    async def substitutes(self, page: int, seat: int) -> None:
        """A bot is to play for a seat; not asked where that would depend on the idle time."""
        law = self.where.get(page)
        if not law or time.monotonic() - self._moved.get(law.id, time.monotonic()) < IDLE_SECONDS:
            await self.does(page, "substitute", Law.substitute, seat=seat)

    async def all_ready(self, law: Law) -> None:
        """All who sit there are ready, one after the other."""
        for page in [page for page in law.pages if law.seat(page) is not None]:
            await self.does(page, "ready", Law.be_ready)
            await self.settle(law)

    # Faults

    async def ends(self, restart: Callable[[], object], *, playing: bool) -> None:
        """The server ends and comes back, in the middle of moves perhaps; so do all pages, and ask again."""
        places = {page: self.where.get(page) for page in self.pages.open}
        waiting = [page for page, law in places.items() if playing and law and law.awaits(page)]
        sent = [(page, self.a_move(page, page)) for page in waiting]
        self.played += sent
        for page, move in sent:
            await self.pages.send(page, "play", **move)
        swaps = [
            (page, law, {"id": self.pages.id(), "seat": 0, "other": 1})
            for page, law in places.items()
            if playing and law and law.is_host(page) and law.phase != "playing"
        ]
        for page, _, swap in swaps:
            await self.pages.send(page, "swap", **swap)
        self.diary.append(f"the server ends, and these are on their way: {sent} {swaps}")
        await asyncio.to_thread(restart)
        for page in places:
            await self.goes(page)
        for law in self.tables:
            law.unload()
            await self.settle(law)
            law.story.loaded = law.story.at  # with whatever was saved before the end
        for page, there in places.items():
            if there:
                await self.enters(page, there, self.followed[page])
        for page, move in sent:
            await self.plays(page, **move)
        for page, swapped, swap in swaps:
            await self.tells(page, swapped, "swap", Law.swap, swap)

    # What happens by itself

    async def settle(self, law: Law) -> None:
        """Wait until nothing more happens by itself, follow what does, and wait until the pages have."""
        followed = False
        async with asyncio.timeout(PATIENCE):
            while True:
                for news in law.story.news():
                    assert not isinstance(news, Row) or news.command is None or self._was_sent(news)
                    law.follow(news)
                    followed = True
                    self._moved[law.id] = time.monotonic()
                if law.match == law.story.number and not law.due():
                    break
                await asyncio.sleep(0.005)
            if followed:  # what is in the log is for a moment not yet the server's state
                await self._heard(law)

    async def _heard(self, law: Law) -> None:
        """Wait until all who sit at a table have heard of the last move."""
        for page in law.pages:
            if law.seat(page) is not None:
                await self.pages.open[page].until(
                    lambda p: (p.table["match"], p.update.get("at")) == (law.match, law.story.at)
                )

    def _was_sent(self, row: Row) -> bool:
        return any((sent["id"], sent["move"]) == (row.command, row.move) for _, sent in self.played)

    async def close(self) -> None:
        for page in range(PAGES):
            await self.goes(page)
