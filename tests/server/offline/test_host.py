"""The server of one browser's pages: tables there, and what outlives the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from elfer.server.offline.host import Host
from elfer.server.stores.key_value import DictKeyValue
from elfer.server.stores.key_value_store import KeyValueStore
from tests.server.indoors import HOUR_SECONDS, JumpingLoop
from tests.server.people import Person, new_key


class Line:
    """A page's line to a host in the same process."""

    close_code = None

    def __init__(self, browser: Browser, number: int) -> None:
        self._browser, self._number = browser, number
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()
        browser.lines[number] = self
        browser.host.open(number)

    async def send(self, frame: str) -> None:
        self._browser.host.receive(self._number, frame)

    async def close(self) -> None:
        self._browser.host.close(self._number)
        self.frames.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[str]:
        while frame := await self.frames.get():
            yield frame


class Browser:
    """A browser with pages, whose tables lie on a storage."""

    def __init__(self, storage: DictKeyValue) -> None:
        self.lines: dict[int, Line] = {}
        self.host = Host(KeyValueStore(storage), self._say, "1.2.3", "https://example.org/")

    def _say(self, number: int, frame: str) -> None:
        self.lines[number].frames.put_nowait(frame)

    def page(self, key: str) -> OfflinePerson:
        return OfflinePerson(Line(self, len(self.lines)), key)


class OfflinePerson(Person):
    patience = HOUR_SECONDS


def happens(story: Callable[[DictKeyValue], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(24 * HOUR_SECONDS):
            await story(DictKeyValue())

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(whole())


async def plays(ada: Person, times: int) -> None:
    for _ in range(times):
        await ada.until(lambda p: p.moves or p.update["result"])
        if ada.moves:
            await ada.plays()


def test_a_page_is_welcomed_and_plays_a_match_to_its_end() -> None:
    async def story(storage: DictKeyValue) -> None:
        browser = Browser(storage)
        ada = browser.page(new_key())
        await ada.creates("duel", 2, bots=["easy"], start=True)
        welcome = ada.heard[0]
        assert (welcome["is"], welcome["server"], welcome["link"]) == (
            "welcome",
            "1.2.3",
            "https://example.org/",
        )
        while not (ada.update and ada.update["result"]):
            await plays(ada, 1)
        await browser.host.lobby.close()

    happens(story)


def test_a_match_goes_on_in_another_worker_where_it_was() -> None:
    async def story(storage: DictKeyValue) -> None:
        key, first = new_key(), Browser(storage)
        ada = first.page(key)
        table = await ada.creates("classic", 3, bots=["easy", "easy"], start=True)
        await plays(ada, 3)
        await ada.until(lambda p: p.moves)
        before = ada.update
        await first.host.lobby.close()
        ada = Browser(storage).page(key)
        await ada.enters(table)
        assert ada.update["at"] == before["at"]
        assert ada.update["view"] == before["view"]
        await plays(ada, 2)

    happens(story)


def test_of_two_workers_at_one_table_nobody_loses_a_move() -> None:
    """A stale command is refused with the current table, and play goes on."""

    async def story(storage: DictKeyValue) -> None:
        key, here, there = new_key(), Browser(storage), Browser(storage)
        ada = here.page(key)
        table = await ada.creates("guess", 2, bots=["easy"], start=True)
        await ada.until(lambda p: p.moves)
        second = there.page(key)
        await second.enters(table)
        await second.until(lambda p: p.moves)
        at = second.at
        await second.plays()
        assert await ada.refused("play", move=ada.moves[0], at=ada.at) == "not_saved"
        assert ada.heard[-1]["is"] in ("out", "refused")
        await ada.enters(table)
        assert ada.at > at
        await plays(ada, 1)

    happens(story)


def test_several_pages_have_their_own_lines_and_one_that_is_gone_hears_no_more() -> None:
    async def story(storage: DictKeyValue) -> None:
        browser = Browser(storage)
        ada, ben = browser.page(new_key()), browser.page(new_key())
        table = await ada.creates("guess", 2)
        await ben.enters(table)
        await ben.say("sit", seat=1, name="Ben")
        await ada.until(lambda p: p.table["chairs"][1]["here"])
        await ben.leaves()
        await ada.until(lambda p: not p.table["chairs"][1]["here"])
        browser.host.receive(1, json.dumps({"do": "ping", "id": "x"}))
        assert (await ada.say("ping"))["is"] == "done"
        await browser.host.lobby.close()

    happens(story)
